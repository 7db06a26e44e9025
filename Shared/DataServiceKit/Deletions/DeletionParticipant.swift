public import Contracts
import ServiceKit
public import Storage

/// An operation that deletes coaches or schools, or its undo, in a unit of work.
public struct DeletionWork {
    public let operationID: OperationID
    public let family: FamilyID
    /// The unit of work, whose actor is the user who deleted or undid.
    public let unit: UnitOfWork
}

/// The records of a service that are deleted together with coaches and schools. The tombstones of
/// an operation (`DeletionTombstones`) name the deleted ones.
public protocol DependentRecords: Sendable {
    /// Marks the records that refer to the operation's coaches and schools.
    func mark(_ work: DeletionWork, at instant: Instant) throws
    /// Returns the number of records that the operation has marked, by table.
    func counts(_ work: DeletionWork) throws -> [String: Int]
    /// Returns the other operations to which an undo will reassign records.
    func receivers(_ work: DeletionWork) throws -> [OperationID]
    /// Reassigns or restores the operation's records.
    func restore(_ work: DeletionWork) throws -> RestoredRecords
    /// Called before the operation's records are erased.
    func willErase(_ work: DeletionWork) throws
}

/// The records of a service that came back with a coach or a school.
@Memberwise
public struct RestoredRecords: Sendable {
    /// The number of records, by table.
    public let counts: [String: Int]
    /// What they name no longer, because it was removed for good.
    public let lost: [LostReference]
}

/// Takes part in deletions of coaches and schools for a service whose records refer to them: marks
/// the dependent records and replies, in one transaction with the cursor in coaches' feed. The
/// service's own replicas of that feed run before it.
///
/// Reading the feed again has no effect except repeated replies, which the operation's id
/// identifies. An undo never fails. A record that another deletion also covers is reassigned to
/// that deletion, which reports its new count. A record that refers to an erased record is restored
/// without the reference. A record that conflicts with a newer one stays in the trash.
public struct DeletionParticipant: RecordingReplica {
    public var producer: ServiceName { .coaches }

    private let records: any DependentRecords
    private let followers: (any MergedRecords)?
    private let hasImports: Bool

    /// Creates a participant for these records. With `hasImports` the schema must contain
    /// `ImportTables.track`. While an import of the family is being revealed the feed waits,
    /// because a deletion must find all of its records.
    public init(
        _ records: any DependentRecords, merging followers: (any MergedRecords)? = nil,
        hasImports: Bool = false
    ) {
        self.records = records
        self.followers = followers
        self.hasImports = hasImports
    }

    /// Creates a participant for these tables, with dependent tables after the tables they depend
    /// on.
    public init(
        _ tables: [DependentTable], observer: any DeletionObserver,
        merging followers: (any MergedRecords)? = nil, hasImports: Bool = false
    ) {
        self.init(
            DependentTables(tables: tables, observer: observer), merging: followers,
            hasImports: hasImports)
    }

    /// Applies a change of coaches.
    public func apply(_ change: Change, in unit: UnitOfWork) throws {
        if hasImports, change.aggregate == DeletionFeed.aggregate,
            let family = change.familyUnitID
        {
            try ImportsUnderWay(unit.transaction).requireNoneForConsumer(of: family)
        }
        switch change.type {
        case DeletionFeed.requested:
            try delete(try change.decodedPayload(), at: change.occurredAt, unit)
        case DeletionFeed.undone:
            try restore(try work(change, unit))
        case DeletionFeed.purged:
            try erase(try work(change, unit))
        case DeletionFeed.finished:
            // Also erasures from before tombstones recorded them.
            let end: DeletionFeed.FinishedPayload = try change.decodedPayload()
            guard end.phase == .purged else { break }
            try DeletionTombstones.close(
                end.operationID, end.familyUnitID, unit.transaction)
        default:
            try DeletionTombstones.bury(removedBy: change, unit.transaction)
            try DeletionTombstones.unearth(storedBy: change, unit.transaction)
        }
    }

    /// Removes the tombstones, which the feed recreates. Marks stay: they have the operation's id,
    /// and reading the feed applies the operation to them again.
    public func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM deletion_tombstones /* all families: a rebuild */")
    }

    // MARK: Steps

    private func delete(
        _ request: DeletionFeed.RequestedPayload, at instant: Instant, _ unit: UnitOfWork
    ) throws {
        DeletionStep.received.reach()
        let work = DeletionWork(
            operationID: request.operationID, family: request.familyUnitID, unit: unit)
        try DeletionTombstones.bury(request, at: instant, unit.transaction)
        DeletionStep.tombstoned.reach()
        if let into = request.into {
            try followers?.move(
                Merge(kind: request.kind, from: request.id, into: into), work, at: instant)
        } else {
            try records.mark(work, at: instant)
        }
        DeletionStep.marked.reach()
        // Marks from an earlier reading of the feed count too.
        try answer(DeletionFeed.applied, work, try counts(work), version: 1)
        DeletionStep.applied.reach()
        DeletionStep.appliedCommitted.reach(afterCommitOf: unit)
    }

    private func restore(_ work: DeletionWork) throws {
        DeletionStep.received.reach()
        let moved = MovedRecords(work)
        var counts: [String: Int] = [:]
        if let followers, let merge = try moved.merge() {
            counts = try followers.moveBack(merge, work)
        }
        try moved.forget()
        let receivers = try records.receivers(work)
        let restored = try records.restore(work)
        counts.merge(restored.counts, uniquingKeysWith: +)
        try work.unit.transaction.execute(
            "DELETE FROM deletion_tombstones WHERE family_unit_id = ?1 AND operation_id = ?2",
            work.family, work.operationID)
        DeletionStep.restored.reach()
        for receiver in receivers {
            let other = DeletionWork(operationID: receiver, family: work.family, unit: work.unit)
            try answer(DeletionFeed.applied, other, try self.counts(other), version: 1)
        }
        try answer(DeletionFeed.restored, work, counts, lost: restored.lost, version: 2)
        DeletionStep.told.reach()
        DeletionStep.toldCommitted.reach(afterCommitOf: work.unit)
    }

    /// Requests the erasure of the rows, which runs soon after COMMIT like that of the service's
    /// own trash (`TrashPlan`). The tombstones stay, because no record may refer to the erased ones
    /// again.
    private func erase(_ work: DeletionWork) throws {
        let counts = try records.counts(work)
        try records.willErase(work)
        try MovedRecords(work).forget()
        try DeletionTombstones.close(work.operationID, work.family, work.unit.transaction)
        try work.unit.eraseRecords(of: work.operationID, work.family)
        try answer(DeletionFeed.erased, work, counts, version: 3)
    }

    // MARK: Parts

    /// The number of records that the operation has marked or moved, by table.
    private func counts(_ work: DeletionWork) throws -> [String: Int] {
        try records.counts(work).merging(try MovedRecords(work).counts(), uniquingKeysWith: +)
    }

    private func work(_ change: Change, _ unit: UnitOfWork) throws -> DeletionWork {
        let payload: DeletionFeed.OperationPayload = try change.decodedPayload()
        return DeletionWork(
            operationID: payload.operationID, family: payload.familyUnitID, unit: unit)
    }

    private func answer(
        _ type: String, _ work: DeletionWork, _ counts: [String: Int],
        lost: [LostReference] = [], version: Int64
    ) throws {
        try work.unit.record(
            NewChange(
                type, of: DeletionFeed.aggregate, work.operationID, version: version,
                family: work.family,
                payload: DeletionFeed.CountsPayload(
                    operationID: work.operationID, familyUnitID: work.family,
                    counts: counts.filter { $0.value > 0 }, lost: LostReference.summed(lost))))
    }
}
