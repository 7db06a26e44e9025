public import Contracts
public import Storage

/// Replicas of the coaches feed that skip what they have applied before, while a migration has the
/// feed read once more for a new replica. To apply it again would do no lasting harm, but for a
/// while it would bring back old names and hide records whose deletion was undone.
///
/// The migration that adds the new replica has the feed read once more with `readAgainSQL`.
@Memberwise(labels: false)
public struct UnappliedOnly: RecordingReplica {
    /// Keeps how far the feed was read, and has it read from its beginning.
    public static let readAgainSQL = """
        CREATE TABLE applied_changes (
            producer TEXT PRIMARY KEY,
            seq INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO applied_changes (producer, seq)
            SELECT producer, seq FROM feed_cursors WHERE producer = 'coaches';
        UPDATE feed_cursors SET seq = 0, event_id = NULL WHERE producer = 'coaches';
        """

    static let appliedStatement = """
        SELECT seq FROM applied_changes WHERE producer = 'coaches' /* all families: a feed */
        """

    public var producer: ServiceName { .coaches }

    private let replicas: [any Replica]

    /// Lets the replicas apply a change unless they have applied it before.
    public func apply(_ change: Change, in unit: UnitOfWork) throws {
        let applied = try unit.transaction.first(Self.appliedStatement) { try $0.int64(0) }
        guard change.sequence > applied ?? 0 else { return }
        for replica in replicas { try replica.apply(change, in: unit) }
    }

    /// Finishes the batch of all replicas.
    public func finishBatch(in transaction: WriteTransaction) throws {
        for replica in replicas { try replica.finishBatch(in: transaction) }
    }

    /// Tells all replicas.
    public func caughtUp() {
        for replica in replicas { replica.caughtUp() }
    }

    /// A feed with a new epoch has other numbers, so that all of it is applied.
    public func clear(in transaction: WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM applied_changes WHERE producer = 'coaches' /* all families: a rebuild */")
        for replica in replicas { try replica.clear(in: transaction) }
    }
}
