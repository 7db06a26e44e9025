/// Lists who changed what and when, with the state before and after: the service's change feed for
/// people.
///
/// Members see their family's changes, but of interactions a player sees only those that they
/// logged themselves. Changes that concern no family, such as preferences, are visible only to the
/// user who made them.
public enum ListHistory: Operation {
    public static let definition = OperationDefinition(
        "changes.history", of: nil, .read, .members, "List who changed what and when, newest first",
        http: .get("/services/{service}/history"))

    /// The maximum number of entries in one reply.
    public static let rowsMax = 500

    /// Filters and paging of the history.
    @JSONObject
    public struct Request: OperationRequest {
        /// The end of a record's id, 8 to 32 hexadecimal digits, to list only its changes.
        public var record: FormField<String>
        /// Excludes changes before this instant.
        public var since: FormField<String>
        /// Excludes changes after this instant.
        public var until: FormField<String>
        /// Only changes by this user.
        public var by: FormField<String>
        /// The position after which the page begins: the `next_cursor` of the previous page.
        public var cursor: FormField<String>
        /// The maximum number of entries, 1 to `rowsMax`.
        public var limit: FormField<Int>
        /// Whether a change of many records, such as an import's, shows only their number,
        /// `{"count":250}`. Otherwise it includes all its records.
        public var counts: FormField<Bool>

        public init(
            record: String? = nil, since: Instant? = nil, until: Instant? = nil,
            by: UserID? = nil, cursor: ChangeID? = nil, limit: Int? = nil, counts: Bool? = nil
        ) {
            self.record = FormField(record)
            self.since = FormField(since?.text)
            self.until = FormField(until?.text)
            self.by = FormField(by?.text)
            self.cursor = FormField(cursor?.text)
            self.limit = FormField(limit)
            self.counts = FormField(counts)
        }

        public func validated() throws(ServiceError) -> Input {
            let time = "Expected a time such as 2026-02-03T14:15:00Z"
            return try FieldErrors.check {
                Input(
                    record: $0.givenValue(
                        record, named: "record", RecordEnding.refusal, RecordEnding.init),
                    since: $0.givenValue(since, named: "since", time, Instant.init(text:)),
                    until: $0.givenValue(until, named: "until", time, Instant.init(text:)),
                    by: $0.givenValue(
                        by, named: "by", "Expected a member's id", UserID.init(text:)),
                    cursor: $0.givenValue(
                        cursor, named: "cursor", "Expected the cursor of a page",
                        ChangeID.init(text:)),
                    limit: $0.optionalNumber(limit, named: "limit", from: 1, to: rowsMax)
                        ?? rowsMax,
                    counts: $0.optionalMark(counts, named: "counts") ?? false)
            }
        }
    }

    /// The validated request.
    @Memberwise
    public struct Input: Sendable {
        public var record: RecordEnding?
        /// Excludes changes before this instant.
        public var since: Instant?
        /// Excludes changes after this instant.
        public var until: Instant?
        /// Only changes by this user.
        public var by: UserID?
        /// The position after which the page begins.
        public var cursor: ChangeID?
        /// The maximum number of entries.
        public var limit: Int = rowsMax
        /// Whether a change of many records shows only their number.
        public var counts = false
    }

    /// A page of changes.
    @JSONObject(nulls: true)
    public struct Response {
        /// The entries, newest first. May be empty although more follow, because a page also ends
        /// when its time is up.
        public var entries: [HistoryEntry]
        /// The start of the next page; `null` at the end.
        public var nextCursor: ChangeID?
    }
}

/// A change as people read it.
@JSONObject(nulls: true)
public struct HistoryEntry: Hashable {
    /// The change's id. Later changes have greater ids, with a resolution of a millisecond.
    public var id: ChangeID
    /// What happened, in the past tense: `coach.changed`.
    public var type: String
    /// The kind of record: `coach`.
    public var recordType: String
    public var recordID: String
    /// The record's version after the change; 1 for a new record.
    public var version: Int64
    public var occurredAt: Instant
    /// The user who made the change; nil for the service itself.
    public var actor: UserID?
    /// The user's name, even after they left.
    public var actorName: String?
    /// The user's role at the time.
    public var role: Role?
    /// Identifies the request; equal for all its changes.
    public var traceID: TraceID?
    /// The state before the change, as JSON text.
    public var before: String?
    /// The state after the change, or what happened, as JSON text.
    public var after: String?
    /// Of a coach or school that was deleted by a merge, the one that stayed; nil for all other
    /// changes.
    public var mergedInto: MergedInto?
}

/// The record that stayed when another one was merged into it.
@JSONObject(nulls: true)
public struct MergedInto: Hashable {
    public var id: String
    /// The name that it has now; nil if it was removed for good.
    public var name: String?
}
