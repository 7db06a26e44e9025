/// Removes for good what an operation deleted, or all that lies in a service's trash. There is no
/// way back; the change feed keeps what happened. What took other players' interactions along stays
/// for its 30 days: one such operation is refused with `has_dependents`, of all it is passed over.
public enum PurgeOperations: Operation {
    public static let name = "operations.purge"
    public static let service: ServiceName? = nil
    public static let isReadOnly = false
    public static let access = Access.family(
        [.player], refusal: "Only players can empty the trash")
    public static let summary = "Remove deleted records for good"

    /// What refusals say.
    enum Refusal {
        static let nothing = "Please choose an operation, or all of them"
        static let both = "Please choose either an operation or all of them"
    }

    /// Which operations: one, or all in the trash.
    public struct Request: OperationRequest {
        /// The operation.
        public var operationID: FormField<String>
        /// Whether all are meant that the caller sees.
        public var all: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case all
            case operationID = "operation_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for one operation, or without one for all.
        public init(operationID: OperationID? = nil) {
            self.operationID = FormField(operationID?.text)
            all = FormField(operationID == nil ? true : nil)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let isEverything = all.value ?? false
            let id = operationID.value.flatMap { OperationID(text: $0) }
            if all.isMalformed { errors.refuse("all", "Expected true or false") }
            if operationID.isMalformed || (operationID.value != nil && id == nil) {
                errors.refuse("operation_id", "Expected an operation's id")
            } else if id != nil, isEverything {
                errors.refuse("operation_id", Refusal.both)
            } else if id == nil, !isEverything {
                errors.refuse("operation_id", Refusal.nothing)
            }
            try errors.throwIfAny()
            return id.map(Input.one) ?? .all
        }
    }

    /// A right form.
    public enum Input: Hashable, Sendable {
        /// This operation.
        case one(OperationID)
        /// All in the trash that the caller sees.
        case all
    }

    /// What goes.
    public struct Response: Codable, Hashable, Sendable {
        /// The operations that cannot be undone any more.
        public var purged: [OperationID]
        /// How many records they had deleted, by table.
        public var counts: [String: Int]
        /// The operations that stay in the trash until their time is over.
        public var kept: [OperationID]

        /// The answer for these operations.
        public init(purged: [OperationID], counts: [String: Int], kept: [OperationID] = []) {
            self.purged = purged
            self.counts = counts
            self.kept = kept
        }
    }
}
