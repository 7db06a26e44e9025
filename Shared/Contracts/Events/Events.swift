/// Shows one event with its coaches and metrics (page Event Detail).
public enum ShowEvent: Operation {
    public static let name = "events.show"
    public static let service: ServiceName? = .events
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show an event with its coaches and metrics"

    /// Which one.
    public struct Request: OperationRequest {
        /// The event.
        public var id: EventID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this event.
        public init(id: EventID) {
            self.id = id
        }
    }

    /// The page.
    public struct Response: Codable, Sendable {
        /// The event.
        public var event: Event
        /// The coaches who were seen there, in the order of their recording.
        public var coaches: [CoachPresence]
        /// The school's coaches who were not recorded yet (EV-26).
        public var availableCoaches: [AvailableCoach]
        /// The metrics that were measured there, oldest first.
        public var metrics: [Metric]
        /// What an interaction that is logged from here says by itself.
        public var quickLog: QuickLog

        enum CodingKeys: String, CodingKey {
            case event, coaches, metrics
            case availableCoaches = "available_coaches"
            case quickLog = "quick_log"
        }

        /// A page with these parts.
        public init(
            event: Event, coaches: [CoachPresence], availableCoaches: [AvailableCoach],
            metrics: [Metric], quickLog: QuickLog
        ) {
            self.event = event
            self.coaches = coaches
            self.availableCoaches = availableCoaches
            self.metrics = metrics
            self.quickLog = quickLog
        }
    }
}

/// An answer that is one event.
public struct EventAnswer: Codable, Sendable {
    /// The event.
    public var event: Event

    /// The answer for this event.
    public init(event: Event) {
        self.event = event
    }
}

/// Adds an event to the family.
public enum AddEvent: Operation {
    public static let name = "events.add"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can add events")
    public static let summary = "Add an event"

    public typealias Request = EventForm
    public typealias Response = EventAnswer
}

/// Changes an event, if nobody changed it in between.
public enum EditEvent: Operation {
    public static let name = "events.edit"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can edit events")
    public static let summary = "Change an event"

    public typealias Request = EventForm

    /// The event as stored, and what became different.
    public struct Response: Codable, Sendable {
        /// The event.
        public var event: Event
        /// The fields that have another value now, in the order of the form; with none the event
        /// is the same as before, its version too.
        public var changes: [FieldChange]

        /// The answer for this event.
        public init(event: Event, changes: [FieldChange]) {
            self.event = event
            self.changes = changes
        }
    }
}

/// A field that has another value than before.
public struct FieldChange: Codable, Hashable, Sendable {
    /// The field.
    public var field: String
    /// Its value before, as text; `nil` for none.
    public var before: String?
    /// Its value after, as text; `nil` for none.
    public var after: String?

    enum CodingKeys: String, CodingKey {
        case field, before, after
    }

    /// A change of a field.
    public init(field: String, before: String?, after: String?) {
        self.field = field
        self.before = before
        self.after = after
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(field, forKey: .field)
        try container.encode(before, forKey: .before)
        try container.encode(after, forKey: .after)
    }
}

/// Marks an event as attended; again it changes nothing (EV-10, EV-11).
public enum AttendEvent: Operation {
    public static let name = "events.attend"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family(
        [.player], refusal: "Only players can mark events attended")
    public static let summary = "Mark an event as attended"

    public typealias Request = ShowEvent.Request

    /// The event, and what the quick log that follows says by itself.
    public struct Response: Codable, Sendable {
        /// The event, attended.
        public var event: Event
        /// Whether it was not attended before.
        public var changed: Bool
        /// What an interaction that is logged from here says by itself.
        public var quickLog: QuickLog

        enum CodingKeys: String, CodingKey {
            case event, changed
            case quickLog = "quick_log"
        }

        /// The answer for this event.
        public init(event: Event, changed: Bool, quickLog: QuickLog) {
            self.event = event
            self.changed = changed
            self.quickLog = quickLog
        }
    }
}
