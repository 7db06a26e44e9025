/// Shows one event with its coaches and metrics (page Event Detail).
public enum ShowEvent: Operation {
    public static let definition = OperationDefinition.show(
        "events", of: .events, "Show an event with its coaches and metrics")

    public typealias Request = RecordRequest<EventTag>

    /// The event with the details of its page.
    @JSONObject
    public struct Response {
        public var event: Event
        /// The coaches seen there, in the order in which they were recorded.
        public var coaches: [CoachPresence]
        /// The school's coaches who are not yet recorded (EV-26).
        public var availableCoaches: [AvailableCoach]
        /// The metrics measured there, oldest first.
        public var metrics: [Metric]
        /// The defaults of an interaction logged from this page.
        public var quickLog: QuickLog
    }
}

/// A reply that contains one event.
@JSONObject
public struct EventAnswer {
    public var event: Event
}

/// Adds an event to the family.
public enum AddEvent: Operation {
    public static let definition = OperationDefinition.add("events", of: .events, "Add an event")

    public typealias Request = EventForm
    public typealias Response = EventAnswer
}

/// Changes an event; fails if its version has changed in the meantime.
public enum EditEvent: Operation {
    public static let definition = OperationDefinition.edit(
        "events", of: .events, "Change an event")

    public typealias Request = EventForm
    public typealias Response = EditedRecord<Event>
}

/// Marks an event as attended. Repeating it changes nothing (EV-10, EV-11).
public enum AttendEvent: Operation {
    public static let definition = OperationDefinition(
        "events.attend", of: .events, .write, .players("mark events attended"),
        "Mark an event as attended", admitsParentsWhoLog: true, http: .post("/events/{id}/attend"))

    public typealias Request = ShowEvent.Request

    /// The event, with the defaults of the quick log that follows.
    @JSONObject
    public struct Response {
        /// The event, marked as attended.
        public var event: Event
        /// Whether this request marked it.
        public var changed: Bool
        /// The defaults of an interaction logged from this page.
        public var quickLog: QuickLog
    }
}
