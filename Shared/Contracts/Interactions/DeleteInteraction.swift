/// Deletes an interaction of the caller's; it can be restored by the operation's id.
public enum DeleteInteraction: Operation {
    public static let name = "interactions.delete"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = Access.family(
        [.player], refusal: "Only players can delete interactions")
    public static let summary = "Delete an interaction; it can be undone"

    public typealias Request = ShowInteraction.Request

    /// What was deleted.
    public struct Response: Codable, Sendable {
        /// Always true: a refusal is an error.
        public var success: Bool
        /// How many records went, by table.
        public var deleted: [String: Int]
        /// What happened, for people.
        public var message: String
        /// The operation that brings them back.
        public var operationID: OperationID

        enum CodingKeys: String, CodingKey {
            case success, deleted, message
            case operationID = "operation_id"
        }

        /// The answer for this operation.
        public init(deleted: [String: Int], message: String, operationID: OperationID) {
            success = true
            self.deleted = deleted
            self.message = message
            self.operationID = operationID
        }
    }
}
