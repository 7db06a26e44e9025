/// The form for adding or editing an event. All properties except id, family, creator and
/// timestamps can be changed (D-49).
@JSONObject
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
