/// The form for adding or editing an event. All properties except id, family, creator and
/// timestamps can be changed (D-49).
public struct EventForm: OperationRequest {
    /// The event to edit; absent for a new event.
    public var id: FormField<String>
    /// The version that the edit is based on; absent for a new event.
    public var version: FormField<Int>
    /// The optional properties that an edit clears. A blank text also clears a text property.
    public var clear: FormField<[String]>
    public var schoolID: FormField<String>
    public var type: FormField<String>
    public var name: FormField<String>
    /// The place, in words.
    public var location: FormField<String>
    public var address: FormField<String>
    public var city: FormField<String>
    /// The two letters of the state.
    public var state: FormField<String>
    /// The first day, `YYYY-MM-DD`.
    public var startDate: FormField<String>
    public var endDate: FormField<String>
    /// The start time, `HH:MM`.
    public var startTime: FormField<String>
    public var endTime: FormField<String>
    public var checkinTime: FormField<String>
    public var url: FormField<String>
    public var description: FormField<String>
    /// How the family heard of it.
    public var eventSource: FormField<String>
    public var performanceNotes: FormField<String>
    /// Statistics in the family's own terms.
    public var statsRecorded: FormField<RecordedStats>
    /// The cost in dollars.
    public var cost: FormField<Double>
    /// Whether the player is registered.
    public var registered: FormField<Bool>
    /// Whether the player was there.
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

    /// Creates a form whose other fields are absent.
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

/// The error texts of the form.
public enum EventRefusal {
    public static let event = CreateInteraction.Refusal.event
    /// The last day is before the first.
    public static let endDate = "End date must be after start date"
    public static let type =
        "Event type must be one of " + EventType.allCases.map(\.rawValue).joined(separator: ", ")
    public static let source =
        "Event source must be one of "
        + EventSource.allCases.map(\.rawValue).joined(separator: ", ")
    /// The name is missing or too long.
    public static let name = "Please enter an event name (1-255 characters)"
}
