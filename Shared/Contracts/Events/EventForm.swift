/// What a form says about an event, for adding and editing. Every field but id, family, creator
/// and stamps can be changed (D-49).
public struct EventForm: OperationRequest {
    /// The event to edit; absent when one is added.
    public var id: FormField<String>
    /// The version that the edit starts from; absent when one is added.
    public var version: FormField<Int>
    /// The optional fields that an edit takes away; an empty text takes a text away, too.
    public var clear: FormField<[String]>
    /// The school.
    public var schoolID: FormField<String>
    /// The kind of event.
    public var type: FormField<String>
    /// The name.
    public var name: FormField<String>
    /// Where it is, in words.
    public var location: FormField<String>
    /// The street address.
    public var address: FormField<String>
    /// The city.
    public var city: FormField<String>
    /// The two letters of the state.
    public var state: FormField<String>
    /// The first day, `YYYY-MM-DD`.
    public var startDate: FormField<String>
    /// The last day.
    public var endDate: FormField<String>
    /// When it begins, `HH:MM`.
    public var startTime: FormField<String>
    /// When it ends.
    public var endTime: FormField<String>
    /// When to check in.
    public var checkinTime: FormField<String>
    /// Its web address.
    public var url: FormField<String>
    /// What it is about.
    public var description: FormField<String>
    /// How the family heard of it.
    public var eventSource: FormField<String>
    /// Notes on the performance.
    public var performanceNotes: FormField<String>
    /// Figures in the family's own words.
    public var statsRecorded: FormField<RecordedStats>
    /// The cost in dollars.
    public var cost: FormField<Double>
    /// Whether the athlete is registered.
    public var registered: FormField<Bool>
    /// Whether the athlete was there.
    public var attended: FormField<Bool>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, version, clear, type, name, location, address, city, state, url, description
        case cost, registered, attended
        case schoolID = "school_id"
        case startDate = "start_date"
        case endDate = "end_date"
        case startTime = "start_time"
        case endTime = "end_time"
        case checkinTime = "checkin_time"
        case eventSource = "event_source"
        case performanceNotes = "performance_notes"
        case statsRecorded = "stats_recorded"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// A form with these entries, the others absent.
    public init(type: String? = nil, name: String? = nil, startDate: String? = nil) {
        self.type = FormField(type)
        self.name = FormField(name)
        self.startDate = FormField(startDate)
        id = FormField(nil)
        version = FormField(nil)
        clear = FormField(nil)
        schoolID = FormField(nil)
        location = FormField(nil)
        address = FormField(nil)
        city = FormField(nil)
        state = FormField(nil)
        endDate = FormField(nil)
        startTime = FormField(nil)
        endTime = FormField(nil)
        checkinTime = FormField(nil)
        url = FormField(nil)
        description = FormField(nil)
        eventSource = FormField(nil)
        performanceNotes = FormField(nil)
        statsRecorded = FormField(nil)
        cost = FormField(nil)
        registered = FormField(nil)
        attended = FormField(nil)
    }
}

/// The texts of the form's refusals.
public enum EventRefusal {
    /// No such event.
    public static let event = CreateInteraction.Refusal.event
    /// A last day before the first.
    public static let endDate = "End date must be after start date"
    /// No such type.
    public static let type =
        "Event type must be one of " + EventType.allCases.map(\.rawValue).joined(separator: ", ")
    /// No such source.
    public static let source =
        "Event source must be one of "
        + EventSource.allCases.map(\.rawValue).joined(separator: ", ")
    /// No name, or too long a one.
    public static let name = "Please enter an event name (1-255 characters)"
}
