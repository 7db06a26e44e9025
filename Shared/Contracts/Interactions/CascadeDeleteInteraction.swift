/// Lists what prevents one of the caller's interactions from being deleted on its own.
public enum ListInteractionBlockers: Operation {
    public static let definition = OperationDefinition(
        "interactions.deletionBlockers", of: .interactions, .read, DeleteInteraction.access,
        "Show what depends on an interaction", http: .get("/interactions/{id}/deletion-blockers"))

    public typealias Request = ShowInteraction.Request
    public typealias Response = DeletionBlockers
}

/// Deletes one of the caller's interactions and everything that depends on it, as one operation
/// that can be undone.
public enum CascadeDeleteInteraction: Operation {
    /// The failure text is the specification's (ID-24).
    public static let definition = OperationDefinition(
        "interactions.cascadeDelete", of: .interactions, .write, DeleteInteraction.access,
        "Delete an interaction with what depends on it; it can be undone",
        failureText: "Failed to delete interaction",
        http: .post("/interactions/{id}/cascade-delete"))

    public typealias Request = ConfirmedDeletion<InteractionTag>
    public typealias Response = DeleteInteraction.Response
}
