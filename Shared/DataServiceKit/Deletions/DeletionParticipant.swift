public import Contracts
import ServiceKit
public import Storage

/// What a service does besides marking, when records of one of its tables go along with a deletion
/// or come back: counters, rollups, changes for the audit. It is called in the transaction of the
/// marks, for some records at a time.
public protocol DeletionObserver: Sendable {
    /// These records have just been marked as deleted.
    func marked(_ ids: [RecordID], _ step: DeletionBatch) throws
    /// These records have just come back.
    func restored(_ ids: [RecordID], _ step: DeletionBatch) throws
    /// A record that is coming back names a coach or a school that was removed for good. It will
    /// not name it any more: what is to be kept of the name is kept now.
    func releasing(_ lost: LostOwner, _ step: DeletionBatch) throws
}

extension DeletionObserver {
    /// Most records keep nothing of a name that is gone.
    public func releasing(_ lost: LostOwner, _ step: DeletionBatch) throws {}
}

/// A coach or a school that was removed for good, and a record that names it.
public struct LostOwner: Sendable {
    /// The record.
    public let record: RecordID
    /// What it names.
    public let kind: DeletionFeed.Kind
    /// The coach or the school.
    public let owner: RecordID
}

extension UnitOfWork {
    /// Lets the records that an operation deleted, and that are coming back, name no coach and no
    /// school that was removed for good.
    public func releaseLost(
        by operation: OperationID, in table: DependentTable, of family: FamilyID,
        observer: any DeletionObserver
    ) throws {
        guard let sql = table.lostSQL else { return }
        let lost = try transaction.rows(sql, SQLValue(family), SQLValue(operation)) { row in
            LostOwner(
                record: try row.identifier(0), kind: try row.word(1),
                owner: try row.identifier(2))
        }
        let step = DeletionBatch(
            table: table, operationID: operation, family: family, unit: self)
        for owner in lost {
            try observer.releasing(owner, step)
            guard let release = table.releaseSQL(owner.kind) else { continue }
            try transaction.execute(release, SQLValue(family), SQLValue(owner.record))
        }
    }
}

/// The records' table, whose deletion it is, and where the work is done.
public struct DeletionBatch {
    /// The table.
    public let table: DependentTable
    /// The operation that deleted them.
    public let operationID: OperationID
    /// The family.
    public let family: FamilyID
    /// Records changes, with the actor who deleted or undid.
    public let unit: UnitOfWork
}

/// Takes part in deletions of coaches and schools for a service whose records refer to them: marks
/// what goes along and answers, all in one transaction with its place in coaches' feed. It follows
/// coaches behind the service's own replicas of that feed.
///
/// Reading the feed again changes nothing but repeats the answers: they are known by the
/// operation's id. It never refuses: what another deletion covers too passes over to that one,
/// which is told its new number; what names a record that was removed for good comes back without
/// the name; and what a newer record stands in the way of stays in the trash.
public struct DeletionParticipant: RecordingReplica {
    /// Records that an observer is told of at a time.
    public static let batchMax = 250

    /// Coaches.
    public var producer: ServiceName { .coaches }

    private let tables: [DependentTable]
    private let observer: any DeletionObserver
    private let hasImports: Bool

    /// A participant with these tables; parts stand behind what they are parts of. With
    /// `hasImports` the schema holds `ImportTables.track`: while records of an import of the family
    /// are on their way, the feed waits, for a deletion must find all of them.
    public init(
        _ tables: [DependentTable], observer: any DeletionObserver, hasImports: Bool = false
    ) {
        self.tables = tables
        self.observer = observer
        self.hasImports = hasImports
    }

    /// Applies one of coaches' changes.
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
            try restore(try change.decodedPayload(), unit)
        case DeletionFeed.purged:
            try erase(try change.decodedPayload(), unit)
        case DeletionFeed.finished:
            // Also what was removed before anybody kept that it is gone.
            let end: DeletionFeed.FinishedPayload = try change.decodedPayload()
            guard end.phase == .purged else { break }
            try DeletionTombstones.close(
                end.operationID, end.familyUnitID, unit.transaction)
        default:
            try DeletionTombstones.bury(removedBy: change, unit.transaction)
        }
    }

    /// Forgets the tombstones; the feed tells of them again. Marks stay: they bear the operation's
    /// id, and what the feed says of it is done to them again.
    public func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM deletion_tombstones /* all families: a rebuild */")
    }

    // MARK: Deleting

    private func delete(
        _ request: DeletionFeed.RequestedPayload, at instant: Instant, _ unit: UnitOfWork
    ) throws {
        DeletionStep.received.reach()
        try DeletionTombstones.bury(request, at: instant, unit.transaction)
        DeletionStep.tombstoned.reach()
        var counts: [String: Int] = [:]
        let (family, operation) = (request.familyUnitID, request.operationID)
        for table in tables {
            let found = try found(in: table, family, operation, unit)
            for id in found {
                try unit.transaction.execute(
                    table.markSQL, SQLValue(family), SQLValue(operation), SQLValue(id),
                    SQLValue(instant))
            }
            try batches(of: found) {
                try observer.marked($0, batch(table, family, operation, unit))
            }
            // Marks from an earlier reading of the feed count too.
            counts[table.type] = try ids(table.markedSQL, family, operation, unit).count
        }
        DeletionStep.marked.reach()
        try answer(DeletionFeed.applied, family, operation, counts, version: 1, unit)
        DeletionStep.applied.reach()
        DeletionStep.appliedCommitted.reach(afterCommitOf: unit)
    }

    private func found(
        in table: DependentTable, _ family: FamilyID, _ operation: OperationID, _ unit: UnitOfWork
    ) throws -> [RecordID] {
        let found = try ids(table.findSQL, family, operation, unit)
        #if DEBUG
            // A seeded bug: a record stays that names what is deleted.
            if TestHooks.isOn("deletion-forgets-one") { return found.dropLast() }
        #endif
        return found
    }

    // MARK: Coming back

    private func restore(
        _ operation: DeletionFeed.OperationPayload, _ unit: UnitOfWork
    ) throws {
        DeletionStep.received.reach()
        let (family, id) = (operation.familyUnitID, operation.operationID)
        var counts: [String: Int] = [:]
        let receivers = try receivers(from: id, family, unit)
        for table in tables {
            try unit.transaction.execute(table.passOverSQL, SQLValue(family), SQLValue(id))
            try unit.releaseLost(by: id, in: table, of: family, observer: observer)
            let restored = try ids(table.markedSQL, family, id, unit).filter { record in
                try unit.transaction.execute(
                    table.restoreSQL, SQLValue(family), SQLValue(id), SQLValue(record)) > 0
            }
            try batches(of: restored) { try observer.restored($0, batch(table, family, id, unit)) }
            counts[table.type] = restored.count
        }
        try unit.transaction.execute(
            "DELETE FROM deletion_tombstones WHERE family_unit_id = ?1 AND operation_id = ?2",
            SQLValue(family), SQLValue(id))
        DeletionStep.restored.reach()
        for receiver in receivers { try recount(receiver, family, unit) }
        try answer(DeletionFeed.restored, family, id, counts, version: 2, unit)
        DeletionStep.told.reach()
        DeletionStep.toldCommitted.reach(afterCommitOf: unit)
    }

    private func receivers(
        from operation: OperationID, _ family: FamilyID, _ unit: UnitOfWork
    ) throws -> [OperationID] {
        let found = try tables.compactMap(\.receiversSQL).flatMap { sql in
            try unit.transaction.rows(sql, SQLValue(family), SQLValue(operation)) {
                try $0.identifier(0) as OperationID
            }
        }
        return Set(found).sorted()
    }

    /// Answers again for a deletion that has got further records.
    private func recount(
        _ operation: OperationID, _ family: FamilyID, _ unit: UnitOfWork
    ) throws {
        var counts: [String: Int] = [:]
        for table in tables {
            counts[table.type] = try ids(table.markedSQL, family, operation, unit).count
        }
        try answer(DeletionFeed.applied, family, operation, counts, version: 1, unit)
    }

    // MARK: Going for good

    /// Has the rows removed as the service's own trash is emptied (`TrashPlan`), soon after COMMIT.
    /// The tombstones stay: nothing may ever name the records again.
    private func erase(_ operation: DeletionFeed.OperationPayload, _ unit: UnitOfWork) throws {
        let (family, id) = (operation.familyUnitID, operation.operationID)
        var counts: [String: Int] = [:]
        for table in tables {
            let marked = try ids(table.markedSQL, family, id, unit)
            counts[table.type] = marked.count
            try tell(marked, of: id, family, unit)
        }
        try DeletionTombstones.close(id, family, unit.transaction)
        try unit.eraseRecords(of: id, family)
        try answer(DeletionFeed.erased, family, id, counts, version: 3, unit)
    }

    /// Whoever keeps something of these records removes it too.
    private func tell(
        _ records: [RecordID], of operation: OperationID, _ family: FamilyID, _ unit: UnitOfWork
    ) throws {
        for start in stride(from: 0, to: records.count, by: TrashFeed.idsMax) {
            let part = records[start..<min(start + TrashFeed.idsMax, records.count)]
            try unit.record(
                NewChange(
                    DeletionFeed.removing, of: DeletionFeed.aggregate, operation, version: 3,
                    family: family,
                    payload: DeletionFeed.RemovingPayload(
                        operationID: operation, familyUnitID: family, ids: part.map(\.text))))
        }
    }

    // MARK: Parts

    private func answer(
        _ type: String, _ family: FamilyID, _ operation: OperationID, _ counts: [String: Int],
        version: Int64, _ unit: UnitOfWork
    ) throws {
        try unit.record(
            NewChange(
                type, of: DeletionFeed.aggregate, operation, version: version, family: family,
                payload: DeletionFeed.CountsPayload(
                    operationID: operation, familyUnitID: family,
                    counts: counts.filter { $0.value > 0 })))
    }

    private func ids(
        _ sql: String, _ family: FamilyID, _ operation: OperationID, _ unit: UnitOfWork
    ) throws -> [RecordID] {
        try unit.transaction.rows(sql, SQLValue(family), SQLValue(operation)) {
            try $0.identifier(0) as RecordID
        }.sorted()
    }

    private func batch(
        _ table: DependentTable, _ family: FamilyID, _ operation: OperationID, _ unit: UnitOfWork
    ) -> DeletionBatch {
        DeletionBatch(table: table, operationID: operation, family: family, unit: unit)
    }

    private func batches(
        of ids: [RecordID], _ body: ([RecordID]) throws -> Void
    ) throws {
        for start in stride(from: 0, to: ids.count, by: Self.batchMax) {
            try body(Array(ids[start..<min(start + Self.batchMax, ids.count)]))
        }
    }
}
