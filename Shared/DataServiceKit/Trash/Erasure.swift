public import Contracts
import ServiceKit
import Storage

/// Erases records. First it closes the operation, so that it cannot be undone. Then it removes the
/// rows in small steps, so that no other command waits long. After a kill the next step continues.
struct Erasure {
    /// The most rows that one step removes.
    static let rowsMax = 500

    static let closeSQL = """
        UPDATE operations SET purged_at = ?3, expires_at = NULL
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let requestSQL = """
        INSERT INTO erasures (family_unit_id, operation_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING
        """
    /// Selects the operation that expired first, by the time of day (?1) and by the housekeeping
    /// time (?2).
    static let expiredSQL = """
        SELECT family_unit_id, operation_id, kind, counts, actor FROM operations
        WHERE expires_at IS NOT NULL AND expires_at <= ?1 AND coalesce(due_at, expires_at) <= ?2
        ORDER BY expires_at LIMIT 1
        /* all families: the housekeeper empties every trash */
        """
    static let nextSQL = """
        SELECT family_unit_id, operation_id FROM erasures LIMIT 1
        /* all families: the housekeeper empties every trash */
        """
    /// Selects an operation in the trash; ?1 family, ?2 operation.
    static let openSQL = """
        SELECT kind, counts, actor FROM operations
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND expires_at IS NOT NULL
        """
    /// What an import noted of a record that it changed; ?1 family, ?2 record.
    static let forgetUpdateSQL =
        "DELETE FROM import_updates WHERE family_unit_id = ?1 AND record_id = ?2"
    static let doneSQL = "DELETE FROM erasures WHERE family_unit_id = ?1 AND operation_id = ?2"

    let plan: TrashPlan
    let hasImports: Bool

    /// Closes an operation and records the change.
    func close(
        _ id: OperationID, of family: FamilyID, _ kind: String, by actor: UserID?,
        counts: String, _ unit: UnitOfWork
    ) throws {
        try plan.purging(id, family, unit)
        try unit.transaction.execute(Self.closeSQL, family, id, unit.now)
        try unit.eraseRecords(of: id, family)
        var payload = TrashFeed.PurgedPayload(
            operationID: id, kind: kind, actor: actor,
            counts: try JSONCoding.decodedText([String: Int].self, from: counts))
        let ids = try plan.tables.flatMap { table in
            try unit.transaction.rows(table.someSQL, family, id, -1) {
                (try $0.identifier(0) as RecordID).text
            }
        }
        var start = 0
        repeat {
            let end = min(start + TrashFeed.idsMax, ids.count)
            payload.ids = Array(ids[start..<end])
            try unit.record(
                NewChange(
                    TrashFeed.purged, of: TrashFeed.aggregate, id,
                    version: Int64(2 + start / TrashFeed.idsMax), family: family,
                    payload: payload))
            start = end
        } while start < ids.count
    }

    /// Closes one expired operation; returns true if there was one.
    func expire(_ unit: UnitOfWork) throws -> Bool {
        let found = try unit.transaction.first(Self.expiredSQL, unit.now, unit.housekeepingTime) {
            row in
            (
                family: try row.identifier(0, as: FamilyID.self),
                id: try row.identifier(1, as: OperationID.self), kind: try row.text(2),
                counts: try row.text(3), actor: try row.identifierOrNil(4, as: UserID.self)
            )
        }
        guard let found else { return false }
        try close(
            found.id, of: found.family, found.kind, by: found.actor, counts: found.counts, unit)
        return true
    }

    /// Removes some rows of a closed operation; returns true if there is more to do.
    func step(_ unit: UnitOfWork) throws -> Bool {
        let transaction = unit.transaction
        let found = try transaction.first(Self.nextSQL) { row in
            (try row.identifier(0, as: FamilyID.self), try row.identifier(1, as: OperationID.self))
        }
        guard let (family, id) = found else { return false }
        for table in plan.tables {
            let rows = try transaction.rows(table.someSQL, family, id, Self.rowsMax) {
                try $0.identifier(0, as: RecordID.self)
            }
            guard rows.isEmpty else {
                try erase(rows, of: table, family, unit)
                #if DEBUG
                    TestHooks.reach("rows-erased")
                #endif
                return true
            }
        }
        if hasImports {
            // The sweep of imports removes the file's keys of the records.
            try transaction.execute(
                """
                UPDATE imports SET state = 'discarded'
                WHERE family_unit_id = ?1 AND import_id = ?2
                """, family, id)
        }
        try transaction.execute(Self.doneSQL, family, id)
        return true
    }

    private func erase(
        _ rows: [RecordID], of table: TrashTable, _ family: FamilyID, _ unit: UnitOfWork
    ) throws {
        let transaction = unit.transaction
        for row in rows {
            for part in table.parts {
                let parts = try transaction.rows(part.idsSQL, family, row) {
                    try $0.identifier(0, as: RecordID.self)
                }
                guard !parts.isEmpty else { continue }
                let operations =
                    part.isMarked
                    ? try transaction.rows(part.operationsSQL, family, row) {
                        try $0.identifier(0) as OperationID
                    } : []
                try transaction.execute(part.eraseSQL, family, row)
                transaction.afterCommit { part.erased(parts) }
                for operation in operations { try closeIfEmpty(operation, of: family, unit) }
            }
            if hasImports { try transaction.execute(Self.forgetUpdateSQL, family, row) }
            try transaction.execute(table.eraseSQL, family, row)
        }
        transaction.afterCommit { table.erased(rows) }
    }

    /// Closes an operation in the trash if all of its records were erased with their parent
    /// records.
    private func closeIfEmpty(
        _ id: OperationID, of family: FamilyID, _ unit: UnitOfWork
    ) throws {
        for table in plan.tables {
            let left = try unit.transaction.rows(table.someSQL, family, id, 1) {
                try $0.identifier(0) as RecordID
            }
            guard left.isEmpty else { return }
        }
        let found = try unit.transaction.first(Self.openSQL, family, id) {
            (
                kind: try $0.text(0), counts: try $0.text(1),
                actor: try $0.identifierOrNil(2, as: UserID.self)
            )
        }
        guard let found else { return }
        try close(id, of: family, found.kind, by: found.actor, counts: found.counts, unit)
    }
}

extension UnitOfWork {
    /// Requests the erasure of the rows that an operation marked; it runs soon after COMMIT.
    public func eraseRecords(of id: OperationID, _ family: FamilyID) throws {
        try transaction.execute(Erasure.requestSQL, family, id)
    }
}
