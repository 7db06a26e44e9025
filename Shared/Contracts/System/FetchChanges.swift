/// Reads a service's change feed from a position, waiting for new changes if there are none.
public enum FetchChanges: Operation {
    public static let name = "changes.fetch"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.services
    public static let summary = "Read the change feed after a position"

    /// The maximum number of changes in one reply.
    public static let rowsMax = 500
    /// The payload size in bytes after which a reply ends, even if more changes follow: a change of
    /// an import carries many records.
    public static let payloadBytesMax = 1_048_576
    /// The longest wait for new changes, in milliseconds.
    public static let waitMillisecondsMax = 30_000

    /// The position, the maximum number of changes and the wait.
    public struct Request: OperationRequest {
        /// The position of the last change that the caller has applied; 0 for none.
        public var afterSequence: Int64
        /// The maximum number of changes, 1 to `rowsMax`.
        public var limit: Int
        /// How long to wait if there are no changes, in milliseconds, 0 to `waitMillisecondsMax`.
        public var waitMilliseconds: Int
        /// The epoch in which the caller applied that change; nil before the first contact.
        public var seenEpoch: ProducerEpoch?
        /// The id of that change. A producer with a different change or none at that position has
        /// reverted to an earlier state; it replies with `data_loss`.
        public var seenChange: ChangeID?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case limit
            case afterSequence = "after_seq"
            case waitMilliseconds = "wait_ms"
            case seenEpoch = "seen_epoch"
            case seenChange = "seen_event_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(
            afterSequence: Int64, limit: Int, waitMilliseconds: Int,
            seenEpoch: ProducerEpoch? = nil, seenChange: ChangeID? = nil
        ) {
            self.seenEpoch = seenEpoch
            self.seenChange = seenChange
            self.afterSequence = afterSequence
            self.limit = limit
            self.waitMilliseconds = waitMilliseconds
        }

        public func validated() throws(ServiceError) -> Request {
            var errors = FieldErrors()
            if afterSequence < 0 {
                errors.refuse("after_seq", "Expected a whole number from 0")
            }
            if !(1...FetchChanges.rowsMax).contains(limit) {
                errors.refuse("limit", "Expected a whole number from 1 to \(FetchChanges.rowsMax)")
            }
            if !(0...FetchChanges.waitMillisecondsMax).contains(waitMilliseconds) {
                errors.refuse(
                    "wait_ms",
                    "Expected a whole number from 0 to \(FetchChanges.waitMillisecondsMax)")
            }
            try errors.throwIfAny()
            return self
        }
    }

    /// A part of the feed.
    public struct Response: Codable, Sendable {
        /// The epoch of the feed's numbering; it changes when the database is restored.
        public var producerEpoch: ProducerEpoch
        /// The position of the feed's newest change.
        public var headSequence: Int64
        /// The changes, oldest first.
        public var changes: [Change]

        enum CodingKeys: String, CodingKey {
            case changes
            case producerEpoch = "producer_epoch"
            case headSequence = "head_seq"
        }

        public init(producerEpoch: ProducerEpoch, headSequence: Int64, changes: [Change]) {
            self.producerEpoch = producerEpoch
            self.headSequence = headSequence
            self.changes = changes
        }
    }
}

/// A change of one record in a service's feed, for consumers and the audit.
public struct Change: Codable, Hashable, Sendable {
    /// The position in the feed, without gaps and in the order of commits.
    public var sequence: Int64
    public var eventID: ChangeID
    /// The kind of record, in the singular: `coach`.
    public var aggregate: String
    /// The record's id, as text.
    public var aggregateID: String
    /// The record's version after the change.
    public var aggregateVersion: Int64
    /// What happened, in the past tense: `coach.changed`.
    public var type: String
    /// The version of the payload's format.
    public var schemaVersion: Int
    public var occurredAt: Instant
    /// The request that made the change.
    public var traceID: TraceID?
    /// The user who made the change; nil for the service itself.
    public var actor: UserID?
    /// The user's role at the time.
    public var role: Role?
    public var familyUnitID: FamilyID?
    /// The data that consumers need, as JSON text.
    public var payload: String

    enum CodingKeys: String, CodingKey {
        case aggregate, type, actor, role, payload
        case sequence = "seq"
        case eventID = "event_id"
        case aggregateID = "aggregate_id"
        case aggregateVersion = "aggregate_version"
        case schemaVersion = "schema_version"
        case occurredAt = "occurred_at"
        case traceID = "trace_id"
        case familyUnitID = "family_unit_id"
    }

    public init(
        sequence: Int64, eventID: ChangeID, aggregate: String, aggregateID: String,
        aggregateVersion: Int64, type: String, schemaVersion: Int, occurredAt: Instant,
        traceID: TraceID?, actor: UserID?, role: Role?, familyUnitID: FamilyID?, payload: String
    ) {
        self.sequence = sequence
        self.eventID = eventID
        self.aggregate = aggregate
        self.aggregateID = aggregateID
        self.aggregateVersion = aggregateVersion
        self.type = type
        self.schemaVersion = schemaVersion
        self.occurredAt = occurredAt
        self.traceID = traceID
        self.actor = actor
        self.role = role
        self.familyUnitID = familyUnitID
        self.payload = payload
    }
}
