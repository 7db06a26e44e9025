/// Deletes an event with the coaches recorded there; it can be restored by the operation's id.
/// Fails if the event has metrics.
public enum DeleteEvent: Operation {
    public static let definition = OperationDefinition(
        "events.delete", of: .events, .write, .players("delete events"),
        "Delete an event; it can be undone", http: .delete("/events/{id}"))

    public typealias Request = ShowEvent.Request
    public typealias Response = DeleteInteraction.Response
}

/// Lists what prevents an event from being deleted on its own.
public enum ListEventBlockers: Operation {
    public static let definition = OperationDefinition(
        "events.deletionBlockers", of: .events, .read, DeleteEvent.access,
        "Show what depends on an event", http: .get("/events/{id}/deletion-blockers"))

    public typealias Request = ShowEvent.Request
    public typealias Response = DeletionBlockers
}

/// Deletes an event and everything that depends on it, as one operation that can be undone.
public enum CascadeDeleteEvent: Operation {
    public static let definition = OperationDefinition(
        "events.cascadeDelete", of: .events, .write, DeleteEvent.access,
        "Delete an event with what depends on it; it can be undone",
        http: .post("/events/{id}/cascade-delete"))

    public typealias Request = ConfirmedDeletion<EventTag>
    public typealias Response = DeleteInteraction.Response
}
