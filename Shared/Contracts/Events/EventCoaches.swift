/// Lists the coaches of an event's school who are not yet recorded there (EV-26).
public enum ListAvailableCoaches: Operation {
    public static let definition = OperationDefinition(
        "events.availableCoaches", of: .events, .read, .members,
        "List the coaches who can be recorded at an event",
        http: .get("/events/{id}/available-coaches"))

    public typealias Request = ShowEvent.Request

    /// The coaches of the event's school.
    @JSONObject
    public struct Response {
        /// The coaches, ordered by name.
        public var availableCoaches: [AvailableCoach]
    }
}

/// A coach and an event.
@JSONObject
public struct EventCoachRequest: OperationRequest {
    public var id: EventID
    public var coachID: FormField<String>

    public init(id: EventID, coachID: CoachID) {
        self.id = id
        self.coachID = FormField(coachID.text)
    }

    public func validated() throws(ServiceError) -> EventCoachInput {
        try FieldErrors.check {
            EventCoachInput(
                id: id,
                coachID: $0.requiredIdentifier(
                    coachID, named: "coach_id", CreateInteraction.Refusal.coach))
        }
    }
}

/// The validated request about a coach at an event.
public struct EventCoachInput: Sendable {
    public let id: EventID
    public let coachID: CoachID
}

/// The event and its coaches after a change.
@JSONObject(nulls: true)
public struct EventCoachesAnswer {
    public var event: Event
    /// The coaches who were seen there.
    public var coaches: [CoachPresence]
    /// The operation that undoes a removal; nil after an addition.
    public var operationID: OperationID?
}

/// Records that a coach of the event's school was there (EV-25, EV-27).
public enum AddEventCoach: Operation {
    public static let definition = OperationDefinition(
        "events.addCoach", of: .events, .write, .players("record coaches at events"),
        "Record that a coach was at an event", admitsParentsWhoLog: true,
        http: .post("/events/{id}/coaches/{coach_id}"))

    public typealias Request = EventCoachRequest
    public typealias Response = EventCoachesAnswer
}

/// Removes a coach from an event; it can be undone.
public enum RemoveEventCoach: Operation {
    public static let definition = OperationDefinition(
        "events.removeCoach", of: .events, .write, AddEventCoach.access,
        "Remove a coach from an event; it can be undone",
        http: .delete("/events/{id}/coaches/{coach_id}"))

    public typealias Request = EventCoachRequest
    public typealias Response = EventCoachesAnswer
}
