/// Undoes an operation: what it deleted comes back, what it added goes. The service answers it that
/// did the operation.
public enum UndoOperation: Operation {
    public static let name = "operations.undo"
    public static let service: ServiceName? = nil
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can undo")
    public static let summary = "Undo an operation by its id"
    /// Long enough for every service to take its part.
    public static let defaultBudget = DeletionLimit.budget

    /// Which operation.
    public struct Request: OperationRequest, Hashable {
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

    /// What was undone.
    public struct Response: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// How many records came back, by table.
        public var restored: [String: Int]
        /// How many records went again, by table.
        public var removed: [String: Int]
        /// The ids of the records that came back, as text, as far as the service names them.
        public var ids: [String]
        /// Whether every service has taken its part; the counts are then whole.
        public var state: OperationState

        enum CodingKeys: String, CodingKey {
            case restored, removed, ids, state
            case operationID = "operation_id"
        }

        /// The answer for these records.
        public init(
            _ operationID: OperationID, restored: [String: Int] = [:],
            removed: [String: Int] = [:], ids: [String] = [], state: OperationState = .done
        ) {
            self.operationID = operationID
            self.restored = restored
            self.removed = removed
            self.ids = ids
            self.state = state
        }
    }
}
