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

/// Brings back what an operation deleted in the interactions, or takes away what an import added.
public enum UndoInteractions: Operation {
    public static let name = "interactions.undo"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can undo")
    public static let summary = "Undo an operation by its id"

    /// Which operation.
    public struct Request: OperationRequest {
        /// The operation.
        public var operationID: OperationID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case operationID = "operation_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request to undo this operation.
        public init(operationID: OperationID) {
            self.operationID = operationID
        }
    }

    /// What came back.
    public struct Response: Codable, Sendable {
        /// How many records came back, by table.
        public var restored: [String: Int]
        /// How many records of an import went again, by table.
        public var removed: [String: Int]
        /// The ids of the interactions that came back.
        public var interactionIDs: [InteractionID]

        enum CodingKeys: String, CodingKey {
            case restored, removed
            case interactionIDs = "interaction_ids"
        }

        /// The answer for these records.
        public init(
            restored: [String: Int], removed: [String: Int] = [:],
            interactionIDs: [InteractionID]
        ) {
            self.restored = restored
            self.removed = removed
            self.interactionIDs = interactionIDs
        }
    }
}
