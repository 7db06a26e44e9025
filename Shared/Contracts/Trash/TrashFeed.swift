/// The types of changes that every data service publishes about its trash.
public enum TrashFeed {
    /// The kind of record of these changes: an operation.
    public static let aggregate = "operation"
    /// The records deleted by an operation were removed for good: `PurgedPayload`.
    public static let purged = "operation.purged"

    /// The maximum number of ids in one change.
    public static let idsMax = 1_000

    /// An operation whose records were removed for good.
    @JSONObject
    public struct PurgedPayload: Hashable {
        public var operationID: OperationID
        /// The command's name on the wire.
        public var kind: String
        /// The user who ran the operation. The records may have been removed for good by another
        /// user or by none.
        public var actor: UserID?
        /// The number of records that it had deleted in each table, in all services.
        public var counts: [String: Int]
        /// The ids of this service's records as text: up to `idsMax` per change, the rest in
        /// further changes.
        public var ids: [String] = []
    }
}
