/// Tells who did what, when, with what was there before and after: the service's change feed as
/// people may read it. Members see their family's, a player of interactions their own only; what
/// concerns no family, such as preferences, everybody sees of themselves.
public enum ListHistory: Operation {
    public static let name = "changes.history"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "List who changed what and when, newest first"

    /// Entries of one answer at most.
    public static let rowsMax = 500

    /// Which changes.
    public struct Request: OperationRequest {
        /// The end of a record's id, 8 to 32 hexadecimal digits: its changes only.
        public var record: FormField<String>
        /// Not before this instant.
        public var since: FormField<String>
        /// Not after this instant.
        public var until: FormField<String>
        /// By this user.
        public var by: FormField<String>
        /// Behind this entry: the `next_cursor` of the page before.
        public var cursor: FormField<String>
        /// How many entries at most, 1 to `rowsMax`.
        public var limit: FormField<Int>
        /// Whether a change of many records, such as an import's, only tells how many they are:
        /// `{"count":250}`. Without it such an entry has all its records.
        public var counts: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case record, since, until, by, cursor, limit, counts
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for the changes of a record, or of all.
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
            var errors = FieldErrors()
            var input = Input()
            func value<Value>(
                _ field: FormField<String>, _ name: String, _ refusal: String,
                _ read: (String) -> Value?
            ) -> Value? {
                let found = field.value.flatMap(read)
                if field.isMalformed || (field.value != nil && found == nil) {
                    errors.refuse(name, refusal)
                }
                return found
            }
            input.record = value(record, "record", RecordEnding.refusal) { RecordEnding($0) }
            let time = "Expected a time such as 2026-02-03T14:15:00Z"
            input.since = value(since, "since", time) { Instant(text: $0) }
            input.until = value(until, "until", time) { Instant(text: $0) }
            input.by = value(by, "by", "Expected a member's id") { UserID(text: $0) }
            input.cursor = value(cursor, "cursor", "Expected the cursor of a page") {
                ChangeID(text: $0)
            }
            if limit.isMalformed || limit.value.map({ !(1...rowsMax).contains($0) }) == true {
                errors.refuse("limit", "Expected a whole number from 1 to \(rowsMax)")
            }
            input.limit = limit.value ?? rowsMax
            if counts.isMalformed { errors.refuse("counts", "Expected true or false") }
            input.counts = counts.value ?? false
            try errors.throwIfAny()
            return input
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The end of a record's id.
        public var record: RecordEnding?
        /// Not before this instant.
        public var since: Instant?
        /// Not after this instant.
        public var until: Instant?
        /// By this user.
        public var by: UserID?
        /// Behind this entry.
        public var cursor: ChangeID?
        /// How many entries at most.
        public var limit = rowsMax
        /// Whether changes of many records only tell how many they are.
        public var counts = false

        /// All of it.
        public init() {}
    }

    /// The changes.
    public struct Response: Codable, Sendable {
        /// The entries, newest first. There may be none although more follow: a page also ends when
        /// its time is over.
        public var entries: [HistoryEntry]
        /// Where the next page begins; `null` at the end.
        public var nextCursor: ChangeID?

        enum CodingKeys: String, CodingKey {
            case entries
            case nextCursor = "next_cursor"
        }

        /// The answer with these entries.
        public init(entries: [HistoryEntry], nextCursor: ChangeID?) {
            self.entries = entries
            self.nextCursor = nextCursor
        }

        /// Writes every key; what is missing is `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(entries, forKey: .entries)
            try container.encode(nextCursor, forKey: .nextCursor)
        }
    }
}

/// One change, as people read it.
public struct HistoryEntry: Codable, Hashable, Sendable {
    /// The change. Ids of later changes are greater, to the millisecond.
    public var id: ChangeID
    /// What happened, in the past tense: `coach.changed`.
    public var type: String
    /// The kind of record: `coach`.
    public var recordType: String
    /// The record.
    public var recordID: String
    /// The record's version after the change; 1 is a new record.
    public var version: Int64
    /// When.
    public var occurredAt: Instant
    /// Who did it; `nil` for the service itself.
    public var actor: UserID?
    /// Their name, also after they left.
    public var actorName: String?
    /// The role in which they did it.
    public var role: Role?
    /// The request that did it; changes of one request have the same.
    public var traceID: TraceID?
    /// What was there before, as JSON text.
    public var before: String?
    /// What is there since, or what happened, as JSON text.
    public var after: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, type, version, actor, role, before, after
        case recordType = "record_type"
        case recordID = "record_id"
        case occurredAt = "occurred_at"
        case actorName = "actor_name"
        case traceID = "trace_id"
    }

    /// An entry with these particulars.
    public init(
        id: ChangeID, type: String, recordType: String, recordID: String, version: Int64,
        occurredAt: Instant, actor: UserID?, actorName: String?, role: Role?, traceID: TraceID?,
        before: String? = nil, after: String? = nil
    ) {
        self.id = id
        self.type = type
        self.recordType = recordType
        self.recordID = recordID
        self.version = version
        self.occurredAt = occurredAt
        self.actor = actor
        self.actorName = actorName
        self.role = role
        self.traceID = traceID
        self.before = before
        self.after = after
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(recordType, forKey: .recordType)
        try container.encode(recordID, forKey: .recordID)
        try container.encode(version, forKey: .version)
        try container.encode(occurredAt, forKey: .occurredAt)
        try container.encode(actor, forKey: .actor)
        try container.encode(actorName, forKey: .actorName)
        try container.encode(role, forKey: .role)
        try container.encode(traceID, forKey: .traceID)
        try container.encode(before, forKey: .before)
        try container.encode(after, forKey: .after)
    }
}
