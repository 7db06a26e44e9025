public import Contracts
public import Storage

/// What a service keeps of another one's records. It is changed only by the other's feed.
public protocol Replica: Sendable {
    /// Whose records they are.
    var producer: ServiceName { get }
    /// Applies one change; changes of no interest are passed over. What it throws stops the
    /// consumer: it means that the change cannot be understood.
    func apply(_ change: Change, in transaction: WriteTransaction) throws
    /// The same for replicas that answer in the service's own feed (`RecordingReplica`).
    func apply(_ change: Change, in unit: UnitOfWork) throws
    /// Called after the last change of each batch, in the batch's transaction.
    func finishBatch(in transaction: WriteTransaction) throws
    /// Told once, when everything is applied that the producer had committed by the first fetch.
    func caughtUp()
    /// Removes everything, before the feed is read again from its beginning.
    func clear(in transaction: WriteTransaction) throws
}

extension Replica {
    /// Most replicas keep what each change says, and nothing else.
    public func finishBatch(in transaction: WriteTransaction) throws {}
    /// Most replicas are good to read at any time.
    public func caughtUp() {}

    /// Most replicas tell nobody.
    public func apply(_ change: Change, in unit: UnitOfWork) throws {
        try apply(change, in: unit.transaction)
    }
}

/// A replica that may record changes in the service's own feed: they are committed together with
/// what it writes and with its place in the producer's feed. A feed that begins anew is read again,
/// so what it does must do no harm twice.
///
/// It implements `apply(_:in:)` for a unit of work. The changes that it records carry the actor,
/// the role and the trace of the change that it answers.
public protocol RecordingReplica: Replica {}

extension RecordingReplica {
    /// Never called: changes come with their unit of work.
    public func apply(_ change: Change, in transaction: WriteTransaction) throws {}
}
