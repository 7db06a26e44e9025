/// The form for adding or editing an event. All properties except id, family, creator and
/// timestamps can be changed (D-49).
public typealias EventForm = RecordForm<Event>

public typealias EventInput = RecordInput<Event>

extension RecordForm<Event> {
    /// Creates a form whose other fields are absent.
    public init(type: String? = nil, name: String? = nil, startDate: String? = nil) {
        self.init([\.type: type, \.name: name, \.startDate: startDate])
    }
}

extension Event {
    /// The keys of the fields that a form of an event has first (D-49).
    public static let usualKeys: Set<String> = [
        "name", "type", "location", "start_date", "end_date", "cost", "performance_notes",
    ]
    /// The same for a new event: its school and registration are known before how it went.
    public static let usualKeysOfNew = usualKeys.subtracting(["performance_notes"])
        .union(["school_id", "registered"])
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
