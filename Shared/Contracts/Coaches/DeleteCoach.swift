/// Deletes a coach on whom nothing depends (CO-26); it can be undone.
public enum DeleteCoach: RecordDeletion {
    // parents have read access only.
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition.delete(
        "coaches", of: .coaches, "Delete a coach; it can be undone", budget: DeletionLimit.budget)

    public typealias Tag = CoachTag
    public typealias Response = DeletionAnswer

    public static let pronoun = "them"
}

public typealias ListCoachBlockers = ListBlockers<DeleteCoach>
public typealias CascadeDeleteCoach = CascadeDelete<DeleteCoach>

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
