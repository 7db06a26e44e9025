/// Returns the progress of a deletion of coaches or a school in all services, optionally waiting
/// for its end.
public enum ShowDeletion: Operation {
    /// The budget is longer than the longest wait.
    public static let definition = OperationDefinition(
        "deletions.show", of: .coaches, .read, .members,
        "Show the progress of a deletion of a coach or a school", budget: .seconds(12),
        http: .get("/deletions/{operation_id}"))

    /// The operation, and how long to wait.
    @JSONObject
    public struct Request: OperationRequest {
        public var operationID: OperationID
        /// How long to wait for its end, in milliseconds; at most `DeletionLimit.waitMax`.
        @Key("wait_ms") public var waitMilliseconds: FormField<Int>

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

    /// The validated request.
    public struct Input: Sendable {
        public let operationID: OperationID
        /// How long to wait.
        public let wait: Duration
    }

    /// The progress of a deletion.
    @JSONObject
    public struct Response: Hashable {
        public var operationID: OperationID
        /// The kind of record with which it started.
        public var kind: DeletionFeed.Kind
        /// The id of the coach or the school.
        public var id: RecordID
        public var phase: DeletionPhase
        /// The number of deleted records in each table, in the services that have completed their
        /// part.
        public var deleted: [String: Int]
        /// The number of restored records in each table, in the services that have completed their
        /// part.
        public var restored: [String: Int]
        /// The services that have not completed their part.
        public var awaited: [String]
    }
}
