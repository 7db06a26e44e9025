/// Reads a service's change feed from a position, waiting for new changes if there are none.
public enum FetchChanges: Operation {
    public static let definition = OperationDefinition(
        "changes.fetch", of: nil, .read, .services, "Read the change feed after a position")

    /// The maximum number of changes in one reply.
    public static let rowsMax = 500
    /// The payload size in bytes after which a reply ends, even if more changes follow: a change of
    /// an import carries many records.
    public static let payloadBytesMax = 1_048_576
    /// The longest wait for new changes, in milliseconds.
    public static let waitMillisecondsMax = 30_000

    /// The position, the maximum number of changes and the wait.
    @JSONObject
    public struct Request: OperationRequest, JSONWritable {
        /// The position of the last change that the caller has applied; 0 for none.
        @Key("after_seq") public var afterSequence: Int64
        /// The maximum number of changes, 1 to `rowsMax`.
        public var limit: Int
        /// How long to wait if there are no changes, in milliseconds, 0 to `waitMillisecondsMax`.
        @Key("wait_ms") public var waitMilliseconds: Int
        /// The epoch in which the caller applied that change; nil before the first contact.
        public var seenEpoch: ProducerEpoch?
        /// The id of that change. A producer with a different change or none at that position has
        /// reverted to an earlier state; it replies with `data_loss`.
        @Key("seen_event_id") public var seenChange: ChangeID?

        public func validated() throws(ServiceError) -> Request {
            var errors = FieldErrors()
            errors.optionalNumber(FormField(Int(afterSequence)), named: "after_seq", from: 0)
            errors.optionalNumber(
                FormField(limit), named: "limit", from: 1, to: FetchChanges.rowsMax)
            errors.optionalNumber(
                FormField(waitMilliseconds), named: "wait_ms", from: 0,
                to: FetchChanges.waitMillisecondsMax)
            try errors.throwIfAny()
            return self
        }
    }

    /// A part of the feed.
    @JSONObject
    public struct Response: JSONReadable {
        /// The epoch of the feed's numbering; it changes when the database is restored.
        public var producerEpoch: ProducerEpoch
        /// The position of the feed's newest change.
        @Key("head_seq") public var headSequence: Int64
        /// The changes, oldest first.
        public var changes: [Change]
    }
}

/// A change of one record in a service's feed, for consumers and the audit.
@JSONObject
public struct Change: JSONReadable, Hashable {
    /// The position in the feed, without gaps and in the order of commits.
    @Key("seq") public var sequence: Int64
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
}
