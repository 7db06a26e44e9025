/// Lists the operations in a service's trash, or finds operations by the end of their id or of a
/// deleted record's id. Every data service supports it for its own records. For interactions,
/// players see only their own deletions.
public enum ListOperations: Operation {
    public static let definition = OperationDefinition(
        "operations.list", of: nil, .read, .players("use the trash"),
        "List deleted records that can be restored, newest first",
        http: .get("/services/{service}/operations"))

    /// The maximum number of operations in one reply.
    public static let rowsMax = 1_000

    /// The filter and the limit.
    @JSONObject
    public struct Request: OperationRequest {
        /// The end of an id, 8 to 32 hexadecimal digits in any case; hyphens are ignored. Finds
        /// operations in any state, and if there is none, those that deleted a record whose id ends
        /// so. If another service's operation took that record along, the answer names it in
        /// `taken`. Without it, the operations in the trash are listed.
        public var ending: FormField<String>
        /// The maximum number, 1 to `rowsMax`; all by default.
        public var limit: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check { errors in
                Input(
                    ending: errors.givenValue(ending, named: "ending", RecordEnding.refusal) {
                        RecordEnding($0)
                    },
                    limit: errors.optionalNumber(limit, named: "limit", from: 1, to: rowsMax)
                        ?? rowsMax)
            }
        }
    }

    /// The validated request.
    @Memberwise
    public struct Input: Sendable {
        /// The end of an id.
        public var ending: RecordEnding?
        /// The maximum number of operations.
        public var limit: Int = rowsMax
    }

    /// The matching operations.
    @JSONObject
    public struct Response {
        /// The operations, most recently deleted first.
        public var operations: [UndoableOperation]
        /// Operations of another service that deleted a record here whose id ends as requested,
        /// such as the deletion of a coach with an interaction; nil for none.
        public var taken: [OperationID]?
    }
}
