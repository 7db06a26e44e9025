import Storage

/// The steps of a deletion that crosses services, in their order: at each of them tests end or stop
/// a process. Release builds pass them by.
public enum DeletionStep: String, CaseIterable, Sendable {
    /// Coaches has marked its records and recorded what it asks of the others.
    case requested = "deletion-requested"
    /// That is committed; nobody has been told.
    case requestedCommitted = "deletion-requested-committed"
    /// A participant has read it.
    case received = "deletion-received"
    /// A participant keeps late records out.
    case tombstoned = "deletion-tombstoned"
    /// A participant has marked what goes along.
    case marked = "deletion-marked"
    /// A participant has recorded its answer.
    case applied = "deletion-applied"
    /// That is committed.
    case appliedCommitted = "deletion-applied-committed"
    /// Coaches has noted an answer.
    case noted = "deletion-noted"
    /// Coaches has noted the last answer.
    case settled = "deletion-settled"
    /// That is committed; the caller has no answer yet.
    case settledCommitted = "deletion-settled-committed"
    /// Coaches has taken its own marks away and recorded what it asks of the others.
    case undone = "deletion-undone"
    /// That is committed.
    case undoneCommitted = "deletion-undone-committed"
    /// A participant has taken its marks away.
    case restored = "deletion-restored"
    /// A participant has recorded that.
    case told = "deletion-told"
    /// That is committed.
    case toldCommitted = "deletion-told-committed"

    /// Marks the step as reached.
    public func reach() {
        #if DEBUG
            TestHooks.reach(rawValue)
        #endif
    }

    /// Marks the step as reached once what leads to it is committed.
    public func reach(afterCommitOf unit: UnitOfWork) {
        #if DEBUG
            unit.transaction.afterCommit { reach() }
        #endif
    }
}
