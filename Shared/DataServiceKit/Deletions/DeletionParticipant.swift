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
/// operation's id. It never refuses: what another deletion covers too passes over to that one, and
/// what a newer record stands in the way of stays in the trash.
public struct DeletionParticipant: RecordingReplica {
    /// Records that an observer is told of at a time.
    public static let batchMax = 250

    /// Coaches.
    public var producer: ServiceName { .coaches }

    private let tables: [DependentTable]
    private let observer: any DeletionObserver

    /// A participant with these tables; parts stand behind what they are parts of.
    public init(_ tables: [DependentTable], observer: any DeletionObserver) {
        self.tables = tables
        self.observer = observer
    }

    /// Applies one of coaches' changes.
    public func apply(_ change: Change, in unit: UnitOfWork) throws {
        switch change.type {
        case DeletionFeed.requested:
            try delete(try change.decodedPayload(), at: change.occurredAt, unit)
        case DeletionFeed.undone:
            try restore(try change.decodedPayload(), unit)
        case DeletionFeed.purged:
            try erase(try change.decodedPayload(), unit)
        default:
            break
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
        try bury(request, at: instant, unit.transaction)
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

    private func bury(
        _ request: DeletionFeed.RequestedPayload, at instant: Instant,
        _ transaction: WriteTransaction
    ) throws {
        var records: [(DeletionFeed.Kind, RecordID)] = request.coachIDs.map {
            (.coach, RecordID(high: $0.high, low: $0.low))
        }
        if request.kind == .school { records.append((.school, request.id)) }
        for (kind, id) in records {
            try transaction.execute(
                """
                INSERT INTO deletion_tombstones
                    (family_unit_id, kind, record_id, operation_id, deleted_at)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (family_unit_id, kind, record_id) DO UPDATE
                SET operation_id = excluded.operation_id, deleted_at = excluded.deleted_at
                """, SQLValue(request.familyUnitID), .text(kind.rawValue), SQLValue(id),
                SQLValue(request.operationID), SQLValue(instant))
        }
    }

    // MARK: Coming back

    private func restore(
        _ operation: DeletionFeed.OperationPayload, _ unit: UnitOfWork
    ) throws {
        DeletionStep.received.reach()
        let (family, id) = (operation.familyUnitID, operation.operationID)
        var counts: [String: Int] = [:]
        for table in tables {
            try unit.transaction.execute(table.passOverSQL, SQLValue(family), SQLValue(id))
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
        try answer(DeletionFeed.restored, family, id, counts, version: 2, unit)
        DeletionStep.told.reach()
        DeletionStep.toldCommitted.reach(afterCommitOf: unit)
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
