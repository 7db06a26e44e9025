import Contracts
import Storage

/// The dependent records of a service that are rows of tables with references by id.
struct DependentTables: DependentRecords {
    /// The most records passed to an observer at once.
    static let batchMax = 250

    /// Dependent tables after the tables they depend on.
    let tables: [DependentTable]
    let observer: any DeletionObserver

    func mark(_ work: DeletionWork, at instant: Instant) throws {
        for table in tables {
            let found = try found(in: table, work)
            for id in found {
                try work.unit.transaction.execute(
                    table.markSQL, work.family, work.operationID, id, instant)
            }
            try batches(of: found) { try observer.marked($0, DeletionBatch(table, of: work)) }
        }
    }

    private func found(in table: DependentTable, _ work: DeletionWork) throws -> [RecordID] {
        let found = try ids(table.findSQL, work)
        #if DEBUG
            // A seeded bug: one record that refers to the deleted one stays.
            if TestHooks.isOn("deletion-forgets-one") { return found.dropLast() }
        #endif
        return found
    }

    func counts(_ work: DeletionWork) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in tables { counts[table.type] = try ids(table.markedSQL, work).count }
        return counts
    }

    func receivers(_ work: DeletionWork) throws -> [OperationID] {
        let found = try tables.compactMap(\.receiversSQL).flatMap { sql in
            try work.unit.transaction.rows(sql, work.family, work.operationID) {
                try $0.identifier(0) as OperationID
            }
        }
        return Set(found).sorted()
    }

    func restore(_ work: DeletionWork) throws -> RestoredRecords {
        let transaction = work.unit.transaction
        var counts: [String: Int] = [:]
        var lost: [LostReference] = []
        for table in tables {
            try transaction.execute(table.passOverSQL, work.family, work.operationID)
            lost += try work.unit.releaseLost(
                by: work.operationID, in: table, of: work.family, observer: observer)
            let restored = try ids(table.markedSQL, work).filter { record in
                try transaction.execute(
                    table.restoreSQL, work.family, work.operationID, record) > 0
            }
            try batches(of: restored) { try observer.restored($0, DeletionBatch(table, of: work)) }
            counts[table.type] = restored.count
        }
        return RestoredRecords(counts: counts, lost: lost)
    }

    /// Publishes the ids of the records, so that others that keep data about them erase it too.
    func willErase(_ work: DeletionWork) throws {
        for table in tables {
            let records = try ids(table.markedSQL, work)
            for start in stride(from: 0, to: records.count, by: TrashFeed.idsMax) {
                let part = records[start..<min(start + TrashFeed.idsMax, records.count)]
                try work.unit.record(
                    NewChange(
                        DeletionFeed.removing, of: DeletionFeed.aggregate, work.operationID,
                        version: 3, family: work.family,
                        payload: DeletionFeed.RemovingPayload(
                            operationID: work.operationID, familyUnitID: work.family,
                            ids: part.map(\.text))))
            }
        }
    }

    // MARK: Parts

    private func ids(_ sql: String, _ work: DeletionWork) throws -> [RecordID] {
        try work.unit.transaction.rows(sql, work.family, work.operationID) {
            try $0.identifier(0) as RecordID
        }.sorted()
    }

    private func batches(
        of ids: [RecordID], _ body: ([RecordID]) throws -> Void
    ) throws {
        for start in stride(from: 0, to: ids.count, by: Self.batchMax) {
            try body(Array(ids[start..<min(start + Self.batchMax, ids.count)]))
        }
    }
}
