public import Contracts
public import Storage

/// A service's copy of another service's records, changed only by the other's feed.
public protocol Replica: Sendable {
    /// The service that owns the records.
    var producer: ServiceName { get }
    /// Applies one change; ignores irrelevant ones. An error stops the consumer, because it means
    /// that the change cannot be understood.
    func apply(_ change: Change, in transaction: WriteTransaction) throws
    /// Applies one change and may record changes in the service's own feed (`RecordingReplica`).
    func apply(_ change: Change, in unit: UnitOfWork) throws
    /// Called after the last change of each batch, in the batch's transaction.
    func finishBatch(in transaction: WriteTransaction) throws
    /// Called once, when everything that the producer had committed by the first fetch is applied.
    func caughtUp()
    /// Removes everything before the feed is read again from the beginning.
    func clear(in transaction: WriteTransaction) throws
}

extension Replica {
    /// Does nothing by default: most replicas store each change on its own.
    public func finishBatch(in transaction: WriteTransaction) throws {}
    /// Does nothing by default: most replicas are readable at any time.
    public func caughtUp() {}

    /// Applies the change without recording any by default.
    public func apply(_ change: Change, in unit: UnitOfWork) throws {
        try apply(change, in: unit.transaction)
    }
}

/// A replica that may record changes in the service's own feed. They are committed together with
/// the replica's rows and its cursor. A feed with a new epoch is read again, so applying a change
/// twice must be harmless.
///
/// Implement `apply(_:in:)` for a unit of work. Recorded changes get the actor, the role and the
/// trace of the change that caused them.
public protocol RecordingReplica: Replica {}

extension RecordingReplica {
    /// Never called, because changes are applied with a unit of work.
    public func apply(_ change: Change, in transaction: WriteTransaction) throws {}
}
