/// Lists what prevents a coach from being deleted on its own (CO-29).
public enum ListCoachBlockers: Operation {
    public static let definition = OperationDefinition(
        "coaches.deletionBlockers", of: .coaches, .read, DeleteCoach.access,
        "Show what depends on a coach", http: .get("/coaches/{id}/deletion-blockers"))

    public typealias Request = ShowCoach.Request
    public typealias Response = DeletionBlockers
}

/// Deletes a coach on whom nothing depends (CO-26); it can be undone.
public enum DeleteCoach: Operation {
    // parents have read access only.
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "coaches.delete", of: .coaches, .write, .players("delete coaches"),
        "Delete a coach; it can be undone", budget: DeletionLimit.budget,
        http: .delete("/coaches/{id}"))

    public typealias Request = ShowCoach.Request
    public typealias Response = DeletionAnswer
}

/// Deletes a coach and everything that depends on the coach in all services, including interactions
/// logged by other family members, as one operation that can be undone (CO-28).
public enum CascadeDeleteCoach: Operation {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "coaches.cascadeDelete", of: .coaches, .write, DeleteCoach.access,
        "Delete a coach with what depends on them; it can be undone", budget: DeletionLimit.budget,
        http: .post("/coaches/{id}/cascade-delete"))

    public typealias Request = ConfirmedDeletion<CoachTag>
    public typealias Response = DeletionAnswer
}

/// Time limits of deletions that cross services.
public enum DeletionLimit {
    /// How long a caller waits for all services by default.
    public static let budget = Duration.seconds(5)
    /// A deletion whose present phase runs longer than this, since the service started, is shown as
    /// stuck.
    public static let stuckAfter = Duration.seconds(10)
    /// The longest wait of `deletions.show`, in milliseconds.
    public static let waitMax = 10_000
}
