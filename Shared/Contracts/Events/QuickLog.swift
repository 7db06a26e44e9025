public import Foundation

/// The defaults of an interaction logged from an event's page (EV-17, EV-18).
@JSONObject(nulls: true)
public struct QuickLog: Hashable {
    public var eventID: EventID
    /// The event's school; nil if it has none and the user must choose one (D-35).
    public var schoolID: SchoolID?
    /// The default subject: `Interaction at {event name}`.
    public var subject: String
    public var occurredAt: Instant
    /// The title of the form (EV-12).
    public var title: String
    /// The question on the form (EV-12).
    public var subtitle: String

    /// The error text if there is no school (D-35, EV-29).
    public static let noSchool = "Event not linked to school"
    /// The error text for a school that is not the event's.
    public static let otherSchool = "The event has another school; leave the school out"
    /// What leaves the form out (EV-16).
    public static let skip = "Skip for Now"

    /// Takes the defaults from an event. The time is the event's first day at its start time in the
    /// family's zone, or noon if the start time is unknown (D-36).
    public init(_ event: Event, in zone: TimeZone) {
        eventID = event.id
        schoolID = event.schoolID
        subject = "Interaction at \(event.name)"
        occurredAt = WallClock.instant(
            of: event.startDate, at: event.startTime ?? .noon, in: zone)
        title = "Log Interactions"
        subtitle = "Did you have any coaching interactions at \(event.name)?"
    }
}

extension ShowEvent.Response {
    /// The coaches seen there whom the quick log can name: those who are known and, as a contact
    /// has its coach's school, of the event's school if it has one.
    public var coachesToLog: [CoachPresence] {
        coaches.filter {
            $0.name != nil && (event.schoolID == nil || $0.schoolID == event.schoolID)
        }
    }
}

/// The types of contact that the quick log offers (EV-13).
public enum QuickLogType: String, Codable, Sendable, CaseIterable, Hashable {
    case inPersonVisit = "in_person_visit"
    case phoneCall = "phone_call"
    case email
    case game

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
    /// The direction's label in the quick log (EV-14).
    public var quickLogLabel: String {
        switch self {
        case .inbound: "Coach contacted us"
        case .outbound: "We contacted coach"
        }
    }
}

/// The quick log's form as filled in.
@Memberwise
public struct QuickLogForm: Sendable {
    /// The error text for empty content (EV-15, D-38).
    public static let contentMissing = "Please say what was talked about"

    /// The type of contact; in person by default.
    public var type: String?
    public var direction: String?
    /// What was discussed; required.
    public var content: String?
    public var sentiment: String?
    /// The school, if the event has none.
    public var schoolID: SchoolID?
    /// The coach, who is of the event's school if it has one.
    public var coachID: CoachID?

    /// Returns the request that logs the contact at an event. Throws `validation_failed` with the
    /// invalid fields.
    public func request(at log: QuickLog) throws(ServiceError) -> CreateInteraction.Request {
        var errors = FieldErrors()
        let school = log.schoolID ?? schoolID
        if let own = log.schoolID, let schoolID, schoolID != own {
            errors.refuse("school_id", QuickLog.otherSchool)
        }
        // The coach's school counts if no other is known (D-02).
        if school == nil, coachID == nil { errors.refuse("school_id", QuickLog.noSchool) }
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
        request.coachID = FormField(coachID?.text)
        request.eventID = FormField(log.eventID.text)
        request.subject = FormField(log.subject)
        request.content = FormField(content)
        request.sentiment = FormField(sentiment?.rawValue)
        _ = try request.validated()
        return request
    }
}
