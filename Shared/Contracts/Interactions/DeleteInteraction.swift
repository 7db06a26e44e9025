/// Deletes one of the caller's interactions; it can be restored by the operation's id.
public enum DeleteInteraction: RecordDeletion {
    public static let definition = OperationDefinition(
        "interactions.delete", of: .interactions, .write,
        .family([.player], refusal: playersOnly),
        "Delete an interaction; it can be undone", http: .delete("/interactions/{id}"))

    /// The refusal for parents.
    public static let playersOnly = "Only players can delete interactions"
    /// The text is the specification's (ID-24).
    public static let cascadeFailureText: String? = "Failed to delete interaction"

    public typealias Tag = InteractionTag

    /// The result of a deletion.
    @JSONObject
    public struct Response {
        /// Always true; a failure is an error.
        public var success: Bool
        /// The number of deleted records in each table.
        public var deleted: [String: Int]
        /// The result, for people.
        public var message: String
        /// The operation that can be undone to restore the records.
        public var operationID: OperationID

        public init(deleted: [String: Int], message: String, operationID: OperationID) {
            success = true
            self.deleted = deleted
            self.message = message
            self.operationID = operationID
        }
    }
}

public typealias ListInteractionBlockers = ListBlockers<DeleteInteraction>
public typealias CascadeDeleteInteraction = CascadeDelete<DeleteInteraction>
