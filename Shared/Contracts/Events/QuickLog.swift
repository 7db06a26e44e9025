public import Foundation

/// What an interaction that is logged from an event's page says by itself (EV-17, EV-18).
public struct QuickLog: Codable, Hashable, Sendable {
    /// The event.
    public var eventID: EventID
    /// The event's school; `nil` if it has none, and one must be chosen (D-35).
    public var schoolID: SchoolID?
    /// `Interaction at {event name}`.
    public var subject: String
    /// When it is taken to have happened.
    public var occurredAt: Instant
    /// The title of the form (EV-12).
    public var title: String
    /// What the form asks (EV-12).
    public var subtitle: String

    /// The refusal where there is no school (D-35, EV-29).
    public static let noSchool = "Event not linked to school"

    enum CodingKeys: String, CodingKey {
        case subject, title, subtitle
        case eventID = "event_id"
        case schoolID = "school_id"
        case occurredAt = "occurred_at"
    }

    /// What an event says, in its family's zone: the first day at the time of its start, noon where
    /// that is not known (D-36).
    public init(_ event: Event, in zone: TimeZone) {
        eventID = event.id
        schoolID = event.schoolID
        subject = "Interaction at \(event.name)"
        occurredAt = WallClock.instant(
            of: event.startDate, at: event.startTime ?? .noon, in: zone)
        title = "Log Interactions"
        subtitle = "Did you have any coaching interactions at \(event.name)?"
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(eventID, forKey: .eventID)
        try container.encode(schoolID, forKey: .schoolID)
        try container.encode(subject, forKey: .subject)
        try container.encode(occurredAt, forKey: .occurredAt)
        try container.encode(title, forKey: .title)
        try container.encode(subtitle, forKey: .subtitle)
    }
}

/// The kinds of contact that the quick log offers (EV-13).
public enum QuickLogType: String, Codable, Sendable, CaseIterable, Hashable {
    case inPersonVisit = "in_person_visit"
    case phoneCall = "phone_call"
    case email
    case game

    /// The label that the form shows.
    public var label: String {
        switch self {
        case .inPersonVisit: "In-Person"
        case .phoneCall: "Phone"
        case .email: "Email"
        case .game: "Game"
        }
    }
}

extension Direction {
    /// What the quick log calls it (EV-14).
    public var quickLogLabel: String {
        switch self {
        case .inbound: "Coach contacted us"
        case .outbound: "We contacted coach"
        }
    }
}

/// The quick log's form as it was filled in.
public struct QuickLogForm: Sendable {
    /// What an empty content is refused with (EV-15, D-38).
    public static let contentMissing = "Please say what was talked about"

    /// The kind of contact, in person unless said otherwise.
    public var type: String?
    /// Who began it.
    public var direction: String?
    /// What was said; must be there.
    public var content: String?
    /// How it felt.
    public var sentiment: String?
    /// The school, where the event has none.
    public var schoolID: SchoolID?

    /// A form with these entries.
    public init(
        type: String? = nil, direction: String? = nil, content: String? = nil,
        sentiment: String? = nil, schoolID: SchoolID? = nil
    ) {
        self.type = type
        self.direction = direction
        self.content = content
        self.sentiment = sentiment
        self.schoolID = schoolID
    }

    /// The request that logs the contact at an event. Throws `validation_failed` with the fields.
    public func request(at log: QuickLog) throws(ServiceError) -> CreateInteraction.Request {
        var errors = FieldErrors()
        let school = log.schoolID ?? schoolID
        if school == nil { errors.refuse("school_id", QuickLog.noSchool) }
        let words = QuickLogType.allCases.map(\.rawValue).joined(separator: ", ")
        let type: QuickLogType? = errors.optionalWord(
            FormField(type), named: "type", "Type must be one of \(words)")
        let direction: Direction? = errors.requiredWord(
            FormField(direction), named: "direction", CreateInteraction.Refusal.direction)
        if content?.trimmed.isEmpty != false { errors.refuse("content", Self.contentMissing) }
        let sentiment: Sentiment? = errors.optionalWord(
            FormField(sentiment), named: "sentiment", CreateInteraction.Refusal.sentiment)
        try errors.throwIfAny()
        var request = CreateInteraction.Request(
            type: (type ?? .inPersonVisit).rawValue, direction: direction?.rawValue,
            occurredAt: log.occurredAt.text)
        request.schoolID = FormField(school?.text)
        request.eventID = FormField(log.eventID.text)
        request.subject = FormField(log.subject)
        request.content = FormField(content)
        request.sentiment = FormField(sentiment?.rawValue)
        _ = try request.validated()
        return request
    }
}
