import Contracts
import Storage

/// Removes the rows of discarded imports in small steps, so that no other command waits long.
struct ImportSweep {
    /// The most records that one step removes.
    static let recordsMax = 500
    /// The tables with a row for each of many rows of a file, and the column that tells them apart.
    private static let notes = [
        ("import_keys", "file_key"), ("import_lines", "record_id"),
        ("import_updates", "record_id"),
    ]

    let kind: String
    let tables: [ImportTable]

    /// Runs one step; returns true if there is more to do.
    func step(_ transaction: WriteTransaction, now: Instant) throws -> Bool {
        let found = try transaction.first(
            """
            SELECT family_unit_id, import_id FROM imports
            WHERE kind = ?1
                AND (state = 'discarded' OR (state = 'open' AND touched_at < ?2))
            LIMIT 1 /* all families: the sweep gives up what nobody goes on with */
            """, kind, now.advanced(by: .zero - ImportLimit.openFor)
        ) { (try $0.identifier(0) as FamilyID, try $0.identifier(1) as OperationID) }
        guard let (family, id) = found else { return false }
        // Prevents the import from being continued.
        try transaction.execute(
            "UPDATE imports SET state = 'discarded' WHERE family_unit_id = ?1 AND import_id = ?2",
            family, id)
        for table in tables {
            let records = try transaction.rows(
                """
                SELECT record_id FROM import_records
                WHERE family_unit_id = ?1 AND import_id = ?2 AND table_name = ?3 LIMIT ?4
                """, family, id, table.name, Self.recordsMax
            ) { try $0.identifier(0) as OperationID }
            guard records.isEmpty else {
                try remove(records, of: table, family, id, transaction)
                return true
            }
        }
        for (table, key) in Self.notes {
            let removed = try transaction.execute(
                """
                DELETE FROM \(table)
                WHERE family_unit_id = ?1 AND import_id = ?2 AND \(key) IN (
                    SELECT \(key) FROM \(table)
                    WHERE family_unit_id = ?1 AND import_id = ?2 LIMIT ?3)
                """, family, id, Self.recordsMax)
            if removed > 0 { return true }
        }
        for table in ["import_changes", "import_batches", "imports"] {
            try transaction.execute(
                "DELETE FROM \(table) WHERE family_unit_id = ?1 AND import_id = ?2", family, id)
        }
        return true
    }

    private func remove(
        _ records: [OperationID], of table: ImportTable, _ family: FamilyID, _ id: OperationID,
        _ transaction: WriteTransaction
    ) throws {
        for record in records {
            try transaction.execute(
                """
                DELETE FROM \(table.name)
                WHERE family_unit_id = ?1 AND id = ?2 AND operation_id = ?3
                    AND deleted_at IS NOT NULL
                """, family, record, id)
            try transaction.execute(
                """
                DELETE FROM import_records WHERE family_unit_id = ?1 AND import_id = ?2
                    AND table_name = ?3 AND record_id = ?4
                """, family, id, table.name, record)
        }
    }
}
