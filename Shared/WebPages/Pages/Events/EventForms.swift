public import Contracts

/// What was typed into the forms of an event's page, and what is wrong with it. A form that comes
/// back keeps everything.
public struct EventForms: Sendable {
    /// The forms of the page, each with an idempotency key of its own.
    public enum Form: Int, Sendable {
        case attend = 1
        case log
        case metric
        case addCoach
        /// The first coach who can be removed; the others follow.
        case removeCoach

        /// The key of the page whose form has this key, so that a form that comes back keeps it.
        public func pageKey(of key: IdempotencyKey) -> IdempotencyKey {
            IdempotencyKey(high: key.high, low: key.low &- UInt64(rawValue))
        }

        /// What the form does, in the words of its button.
        var action: String {
            switch self {
            case .attend: "Mark Attended"
            case .log: LogInteractionText.submit
            case .metric: "Log Metric"
            case .addCoach: "Add Coach"
            case .removeCoach: "Remove Coach"
            }
        }
    }

    /// What was typed about a new metric.
    public struct NewMetric: Sendable {
        public var type = ""
        /// The value as typed.
        public var value = ""
        public var unit = ""
        public var notes = ""
        public var isVerified = false
    }

    /// The name of the quick log's coach; `coach_id` is the coach to add to the event.
    public static let logCoach = "contact_coach_id"
    /// The fields of all forms in the order of the page, with the names of the requests.
    static let fields = [
        "player_id", "school_id", logCoach, "type", "direction", "sentiment", "content",
        "metric_type", "value", "unit", "notes", "coach_id",
    ]

    /// The quick log.
    public var log = QuickLogForm()
    /// Whether the quick log is unfolded, as it is when the event was just marked (EV-11).
    public var isLogOpen = false
    /// The schools to choose from if the event has none (D-35).
    public var schools: [School] = []
    /// The coaches to choose from if the event has no school.
    public var coaches: [Coach] = []
    /// The players among whom a parent chooses; empty for a player.
    public var players: [Member] = []
    /// The id of the player whose contact a parent logs.
    public var playerID = ""
    public var metric = NewMetric()
    /// The chosen coach.
    public var coachID = ""
    /// The form that was refused.
    public private(set) var refused: Form?
    /// The refusals by field.
    public private(set) var errors: [String: String] = [:]
    /// Why the form could not be stored although nothing is wrong with it.
    public private(set) var failure: ServiceError?

    public init() {}

    /// Adds why a form was refused: beside its fields, or above all of them.
    public mutating func refuse(_ form: Form, _ error: ServiceError) {
        refused = form
        var error = error
        if form == .log, let refusal = error.errors.removeValue(forKey: "coach_id") {
            error.errors[Self.logCoach] = refusal
        }
        if error.code == .keyReused {
            failure = ServiceError(
                .keyReused, "This form was already sent, with other entries than these")
        } else if error.code != .validationFailed
            || !Self.fields.contains(where: { error.errors[$0] != nil })
        {
            failure = error
        } else {
            errors = error.errors
        }
    }

    /// The refusal of a field of one of the forms.
    func error(_ name: String, in form: Form) -> String? { form == refused ? errors[name] : nil }
}
