/// Tells how far a deletion of coaches or a school has come in all services, and can wait for its
/// end.
public enum ShowDeletion: Operation {
    public static let name = "deletions.show"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show the progress of a deletion of a coach or a school"
    /// Longer than the longest wait.
    public static let defaultBudget = Duration.seconds(12)

    /// Which one, and how long to wait.
    public struct Request: OperationRequest {
        /// The operation.
        public var operationID: OperationID
        /// How long to wait for its end, in milliseconds; at most `DeletionLimit.waitMax`.
        public var waitMilliseconds: FormField<Int>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case operationID = "operation_id"
            case waitMilliseconds = "wait_ms"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// A request about this operation.
        public init(operationID: OperationID, waitMilliseconds: Int = 0) {
            self.operationID = operationID
            self.waitMilliseconds = FormField(waitMilliseconds)
        }

        public func validated() throws(ServiceError) -> Input {
            let wait = waitMilliseconds.value ?? 0
            guard (0...DeletionLimit.waitMax).contains(wait), !waitMilliseconds.isMalformed else {
                throw .invalid(
                    "wait_ms", "Wait must be between 0 and \(DeletionLimit.waitMax) milliseconds")
            }
            return Input(operationID: operationID, wait: .milliseconds(wait))
        }
    }

    /// A right request.
    public struct Input: Sendable {
        /// The operation.
        public let operationID: OperationID
        /// How long to wait.
        public let wait: Duration
    }

    /// How far it has come.
    public struct Response: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// What it began with.
        public var kind: DeletionFeed.Kind
        /// The coach or the school.
        public var id: RecordID
        /// Where it stands.
        public var phase: DeletionPhase
        /// How many records were deleted, by table, as far as services have answered.
        public var deleted: [String: Int]
        /// How many came back, by table, as far as services have answered.
        public var restored: [String: Int]
        /// The services whose answer is awaited.
        public var awaited: [String]

        enum CodingKeys: String, CodingKey {
            case kind, id, phase, deleted, restored, awaited
            case operationID = "operation_id"
        }

        /// The answer with these values.
        public init(
            operationID: OperationID, kind: DeletionFeed.Kind, id: RecordID, phase: DeletionPhase,
            deleted: [String: Int], restored: [String: Int], awaited: [String]
        ) {
            self.operationID = operationID
            self.kind = kind
            self.id = id
            self.phase = phase
            self.deleted = deleted
            self.restored = restored
            self.awaited = awaited
        }
    }
}
