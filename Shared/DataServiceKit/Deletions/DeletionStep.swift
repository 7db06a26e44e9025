import Storage

/// The steps of a deletion across services, in order. Tests kill or stop a process at each of them;
/// in release builds they do nothing.
public enum DeletionStep: String, CaseIterable, Sendable {
    /// Coaches has marked its records and recorded its request to the participants.
    case requested = "deletion-requested"
    /// The request is committed and not yet published.
    case requestedCommitted = "deletion-requested-committed"
    /// A participant has read the request.
    case received = "deletion-received"
    /// A participant refuses later records that refer to the deleted ones.
    case tombstoned = "deletion-tombstoned"
    /// A participant has marked the dependent records.
    case marked = "deletion-marked"
    /// A participant has recorded its reply.
    case applied = "deletion-applied"
    /// The reply is committed.
    case appliedCommitted = "deletion-applied-committed"
    /// Coaches has recorded a reply.
    case noted = "deletion-noted"
    /// Coaches has recorded the last reply.
    case settled = "deletion-settled"
    /// The last reply is committed; the caller has no reply yet.
    case settledCommitted = "deletion-settled-committed"
    /// Coaches has removed its own marks and recorded its undo request to the participants.
    case undone = "deletion-undone"
    /// The undo request is committed.
    case undoneCommitted = "deletion-undone-committed"
    /// A participant has removed its marks.
    case restored = "deletion-restored"
    /// A participant has recorded its reply to the undo.
    case told = "deletion-told"
    /// The reply to the undo is committed.
    case toldCommitted = "deletion-told-committed"

    /// Marks the step as reached.
    public func reach() {
        #if DEBUG
            TestHooks.reach(rawValue)
        #endif
    }

    /// Marks the step as reached once the unit's transaction is committed.
    public func reach(afterCommitOf unit: UnitOfWork) {
        #if DEBUG
            unit.transaction.afterCommit { reach() }
        #endif
    }
}
