/// Removes for good the records that an operation deleted, or everything in a service's trash. This
/// cannot be undone, but the change feed keeps the history. An operation that also deleted other
/// players' interactions is kept for its 30 days: naming it fails with `has_dependents`, and
/// purging all skips it.
public enum PurgeOperations: Operation {
    public static let definition = OperationDefinition(
        "operations.purge", of: nil, .write, .players("empty the trash"),
        "Remove deleted records for good", http: .post("/services/{service}/operations/purge"))

    /// The error texts.
    enum Refusal {
        static let nothing = "Please choose an operation, or all of them"
        static let both = "Please choose either an operation or all of them"
    }

    /// One operation, or all in the trash.
    @JSONObject
    public struct Request: OperationRequest {
        public var operationID: FormField<String>
        /// Whether to purge all operations that the caller sees.
        public var all: FormField<Bool>

        /// Requests the purge of one operation, or of all if nil.
        public init(operationID: OperationID? = nil) {
            self.operationID = FormField(operationID?.text)
            all = FormField(operationID == nil ? true : nil)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let isEverything = errors.optionalMark(all, named: "all") ?? false
            let id = operationID.value.flatMap { OperationID(text: $0) }
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

    /// The validated request.
    public enum Input: Hashable, Sendable {
        case one(OperationID)
        /// All operations in the trash that the caller sees.
        case all
    }

    /// The result of a purge.
    @JSONObject
    public struct Response: Hashable {
        /// The operations that can no longer be undone.
        public var purged: [OperationID]
        /// The number of records that they had deleted in each table.
        public var counts: [String: Int]
        /// The operations that stay in the trash until they expire.
        public var kept: [OperationID] = []
    }
}
