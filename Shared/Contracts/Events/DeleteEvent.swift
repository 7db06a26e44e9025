/// Deletes an event with the coaches recorded there; it can be restored by the operation's id.
/// Fails if the event has metrics.
public enum DeleteEvent: RecordDeletion {
    public static let definition = OperationDefinition.delete(
        "events", of: .events, "Delete an event; it can be undone")

    public typealias Tag = EventTag
    public typealias Response = DeleteInteraction.Response
}

public typealias ListEventBlockers = ListBlockers<DeleteEvent>
public typealias CascadeDeleteEvent = CascadeDelete<DeleteEvent>
