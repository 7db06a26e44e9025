/// What one service adds to timelines.
public protocol TimelineRecords: ServedRecords {}

/// The contacts with a coach or a school.
public enum TimelineContacts: TimelineRecords {
    public static let noun = "interactions"
    public static let service = ServiceName.interactions
    public static let summary = "contacts"
}

/// The events where a coach was met, or those of a school.
public enum TimelineEvents: TimelineRecords {
    public static let noun = "events"
    public static let service = ServiceName.events
}

/// The posts by a coach, or about a school.
public enum TimelinePosts: TimelineRecords {
    public static let noun = "posts"
    public static let service = ServiceName.analytics
}

/// Lists the part of a coach's or a school's timeline that a service keeps, newest first.
///
/// Players read their own contacts, parents those of the family; all members read the events and
/// the posts. `Timeline` merges the parts.
public enum ListTimeline<Records: TimelineRecords>: Operation {
    public static var definition: OperationDefinition {
        OperationDefinition(
            "\(Records.noun).timeline", of: Records.service, .read, .members,
            "List the \(Records.summary) in the timeline of a coach or a school",
            http: .get("/timeline/\(Records.noun)"))
    }

    public typealias Request = TimelineRequest
    public typealias Response = TimelineAnswer
}

/// Whose timeline is read.
public enum TimelineSubject: Hashable, Sendable {
    case coach(CoachID)
    case school(SchoolID)
}

/// A page of a timeline.
@JSONObject
public struct TimelineRequest: FlatFormRequest {
    /// The coach; either a coach or a school is given.
    public var coachID: FormField<String>
    public var schoolID: FormField<String>
    /// The `cursor` of the last entry of the page before; absent for the first page.
    public var cursor: FormField<String>
    /// The reader's IANA zone, in which the days of events begin; the family's by default.
    public var timeZone: FormField<String>
    /// The maximum number of entries, 1 to `TimelineLimit.entriesMax`;
    /// `TimelineLimit.entriesUsual` by default.
    public var limit: FormField<Int>

    public init(
        _ subject: TimelineSubject, after cursor: String? = nil, timeZone: String? = nil,
        limit: Int? = nil
    ) {
        (coachID, schoolID) = subject.fields
        self.cursor = FormField(cursor)
        self.timeZone = FormField(timeZone)
        self.limit = FormField(limit)
    }

    public func validated() throws(ServiceError) -> TimelineInput {
        var errors = FieldErrors()
        let subject = errors.timelineSubject(coachID, schoolID)
        let place = errors.optionalValue(
            cursor, named: "cursor", "Cursor must be that of an entry of the page before"
        ) { TimelineCursor(text: $0) }
        let zone = errors.timeZone(timeZone, named: "time_zone")
        errors.optionalNumber(
            limit, named: "limit", title: "Limit", from: 1, to: TimelineLimit.entriesMax)
        try errors.throwIfAny()
        guard let subject else { throw .invalid("coach_id", TimelineText.choiceRefusal) }
        return TimelineInput(
            subject: subject, cursor: place, timeZone: zone,
            limit: limit.value ?? TimelineLimit.entriesUsual)
    }
}

/// The validated request for a page.
public struct TimelineInput: Hashable, Sendable {
    public let subject: TimelineSubject
    /// The place after which the page begins.
    public let cursor: TimelineCursor?
    /// The reader's zone, if given.
    public let timeZone: String?
    /// The maximum number of entries.
    public let limit: Int
}

/// The entries of one service.
@JSONObject
public struct TimelineAnswer: JSONReadable {
    /// The entries, newest first, then by id.
    public var entries: [TimelineEntry]
    /// Whether there are older ones.
    public var hasMore: Bool
}

extension TimelineAnswer {
    /// The first `limit` of the entries that a service has read, which are one more if there are
    /// more.
    public init(_ read: [TimelineEntry], limit: Int) {
        self.init(entries: Array(read.prefix(limit)), hasMore: read.count > limit)
    }
}

extension TimelineSubject {
    /// The fields of a request about it.
    var fields: (coachID: FormField<String>, schoolID: FormField<String>) {
        switch self {
        case .coach(let id): (FormField(id.text), FormField(nil))
        case .school(let id): (FormField(nil), FormField(id.text))
        }
    }
}

extension FieldErrors {
    /// Reads whose timeline is asked for. Either a coach or a school must be given.
    mutating func timelineSubject(
        _ coach: FormField<String>, _ school: FormField<String>
    ) -> TimelineSubject? {
        let given = [coach, school].filter { $0.isMalformed || $0.value?.isEmpty == false }
        guard given.count == 1 else {
            refuse("coach_id", TimelineText.choiceRefusal)
            return nil
        }
        let coachID: CoachID? = optionalIdentifier(
            coach, named: "coach_id", CreateInteraction.Refusal.coach)
        let schoolID: SchoolID? = optionalIdentifier(
            school, named: "school_id", CreateInteraction.Refusal.school)
        return coachID.map { .coach($0) } ?? schoolID.map { .school($0) }
    }
}
