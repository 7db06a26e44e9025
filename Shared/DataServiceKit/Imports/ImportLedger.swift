import Contracts
import ServiceKit
import Storage

/// The SQL for one family's imports. `touched_at` of an open import is housekeeping time, by which
/// it expires; of a committed one it is the time of day.
@Memberwise(labels: false)
struct ImportLedger {
    /// The progress of an import.
    struct Head {
        var batches = 0
        var rowCount = 0
        var refusedCount = 0
        var skippedCount = 0
        var unchangedCount = 0
    }

    /// The most ids in one change about removed records.
    static let removedIDsMax = 1_000

    let scope: FamilyScope
    let unit: UnitOfWork
    private var transaction: WriteTransaction { unit.transaction }
    private var family: FamilyID { scope.familyID }

    // MARK: Staging

    /// Opens an import. The player's latest open imports of this kind stay open; the oldest beyond
    /// the limit are discarded. The sweep discards other abandoned imports once they have expired.
    func begin(_ kind: String) throws -> OperationID {
        try transaction.execute(
            """
            UPDATE imports SET state = 'discarded'
            WHERE family_unit_id = ?1 AND import_id IN (
                SELECT import_id FROM imports
                WHERE family_unit_id = ?1 AND kind = ?2 AND actor = ?3 AND state = 'open'
                ORDER BY touched_at DESC, import_id DESC LIMIT -1 OFFSET ?4)
            """, family, kind, scope.userID, ImportLimit.openMax - 1)
        let id = unit.operationID
        try transaction.execute(
            """
            INSERT INTO imports (family_unit_id, import_id, kind, actor, state, batches, row_count,
                refused_count, skipped_count, touched_at)
            VALUES (?1, ?2, ?3, ?4, 'open', 0, 0, 0, 0, ?5)
            """, family, id, kind, scope.userID, unit.housekeepingTime)
        return id
    }

    /// Returns the progress of an open import of this player and kind.
    func open(_ id: OperationID, _ kind: String) throws -> Head {
        let head = try transaction.first(
            """
            SELECT batches, row_count, refused_count, skipped_count, unchanged_count FROM imports
            WHERE family_unit_id = ?1 AND import_id = ?2 AND kind = ?3 AND actor = ?4
                AND state = 'open'
            """, family, id, kind, scope.userID
        ) { row in
            Head(
                batches: Int(try row.int64(0)), rowCount: Int(try row.int64(1)),
                refusedCount: Int(try row.int64(2)), skippedCount: Int(try row.int64(3)),
                unchangedCount: Int(try row.int64(4)))
        }
        guard let head else {
            throw ServiceError(
                .notFound, "The import is no longer open; start it again")
        }
        return head
    }

    /// Returns the verdicts of a batch that was staged before.
    func verdicts(_ id: OperationID, _ number: Int) throws -> ImportVerdicts {
        let text = try transaction.first(
            """
            SELECT verdicts FROM import_batches
            WHERE family_unit_id = ?1 AND import_id = ?2 AND number = ?3
            """, family, id, number
        ) { try $0.text(0) }
        return try JSONCoding.decodedText(ImportVerdicts.self, from: text ?? "")
    }

    /// Stores a batch: its verdicts, its records and the changes to publish.
    func store(
        _ verdicts: ImportVerdicts, _ records: [StagedRecord], head: Head, of tables: [ImportTable]
    ) throws {
        let id = verdicts.importID
        try transaction.execute(
            """
            UPDATE imports SET batches = ?1, row_count = ?2, refused_count = ?3,
                skipped_count = ?4, touched_at = ?5, unchanged_count = ?8
            WHERE family_unit_id = ?6 AND import_id = ?7
            """, verdicts.number, head.rowCount, head.refusedCount + verdicts.refused.count,
            head.skippedCount + verdicts.skipped.count, unit.housekeepingTime, family, id,
            head.unchangedCount + (verdicts.rows ?? []).count { $0.fate == .unchanged })
        try transaction.execute(
            """
            INSERT INTO import_batches (family_unit_id, import_id, number, verdicts)
            VALUES (?1, ?2, ?3, ?4)
            """, family, id, verdicts.number,
            try JSONCoding.encodedText(verdicts))
        for record in records {
            try transaction.execute(
                """
                INSERT INTO import_records (family_unit_id, import_id, table_name, record_id)
                VALUES (?1, ?2, ?3, ?4)
                """, family, id, record.table.name, record.id)
        }
        for table in tables {
            let mine = records.filter { $0.table.name == table.name }
            guard !mine.isEmpty else { continue }
            try transaction.execute(
                """
                INSERT INTO import_changes (family_unit_id, import_id, type, payload)
                VALUES (?1, ?2, ?3, ?4)
                """, family, id, table.importedType, Self.payload(table.name, mine))
        }
    }

    /// Stores the file's key of a record; the last row with a key wins.
    func store(_ name: (key: String, id: RecordID), of id: OperationID) throws {
        try transaction.execute(
            """
            INSERT INTO import_keys (family_unit_id, file_key, import_id, record_id)
            VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (family_unit_id, file_key, import_id)
            DO UPDATE SET record_id = excluded.record_id
            """, family, name.key, id, name.id)
    }

    /// Wraps encoded records in an object such as `{"coaches":[…]}`.
    private static func payload(_ key: String, _ records: [StagedRecord]) -> String {
        var json = JSONWriter(capacity: records.reduce(64) { $0 + $1.json.count + 1 })
        json.beginObject()
        json.key(dynamic: key)
        json.beginArray()
        for record in records { json.raw(json: record.json) }
        json.endArray()
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    // MARK: Committing

    /// Returns when the same file was imported before, unless that import was undone. No import is
    /// committed while another is being revealed (`ImportsUnderWay.requireNone`), so every earlier
    /// import has its operation.
    func earlierImport(of fingerprint: String, _ kind: String) throws -> Instant? {
        try transaction.first(
            """
            SELECT operations.created_at FROM imports
            JOIN operations ON operations.family_unit_id = imports.family_unit_id
                AND operations.operation_id = imports.import_id
            WHERE imports.family_unit_id = ?1 AND imports.kind = ?2 AND imports.fingerprint = ?3
                AND imports.state = 'committed' AND operations.undone_at IS NULL
            """, family, kind, fingerprint
        ) { try $0.instant(0) }
    }

    /// Returns the number of an import's staged records by table.
    func recordCounts(_ id: OperationID) throws -> [String: Int] {
        let counts = try transaction.rows(
            """
            SELECT table_name, count(*) FROM import_records
            WHERE family_unit_id = ?1 AND import_id = ?2 GROUP BY table_name
            """, family, id
        ) { (try $0.text(0), Int(try $0.int64(1))) }
        return Dictionary(counts) { first, _ in first }
    }

    /// Returns the result of an import, with the number of records that it changes by table.
    func summary(
        of id: OperationID, _ head: Head, updated: [String: Int]
    ) throws -> ImportSummary {
        let added = try recordCounts(id)
        let listedMax = ImportLimit.skippedListedMax
        let isEmpty = added.isEmpty && updated.isEmpty
        return ImportSummary(
            operationID: isEmpty ? nil : id, added: added, skipped: head.skippedCount,
            skippedRows: try rows(id, limit: listedMax, where: #""skipped":[{"#) { $0.skipped },
            warnedRows: try rows(id, limit: listedMax, where: #""warned":[{"#) {
                $0.warned ?? []
            }, updated: updated, unchanged: head.unchangedCount,
            rows: try rows(id, limit: ImportLimit.rowsListedMax, where: #""rows":[{"#) {
                $0.rows ?? []
            }, leftOut: head.refusedCount,
            leftOutRows: try head.refusedCount == 0
                ? [] : rows(id, limit: listedMax, where: #""refused":[{"#) { $0.refused })
    }

    /// Marks an import as committed.
    func close(_ id: OperationID, fingerprint: String?) throws {
        try transaction.execute(
            """
            UPDATE imports SET state = 'committed', fingerprint = ?1, touched_at = ?2
            WHERE family_unit_id = ?3 AND import_id = ?4
            """, fingerprint, unit.now, family, id)
    }

    /// Returns the first rows for which the verdicts of a batch have something to say: those of the
    /// batches whose verdicts contain a part of JSON.
    func rows<Row>(
        _ id: OperationID, limit: Int, where part: String, of rows: (ImportVerdicts) -> [Row]
    ) throws -> [Row] {
        var found: [Row] = []
        let texts = try transaction.rows(
            """
            SELECT verdicts FROM import_batches
            WHERE family_unit_id = ?1 AND import_id = ?2 AND instr(verdicts, ?3) > 0
            ORDER BY number
            """, family, id, part
        ) { try $0.text(0) }
        for text in texts where found.count < limit {
            found += rows(try JSONCoding.decodedText(ImportVerdicts.self, from: text))
        }
        return Array(found.prefix(limit))
    }

    // MARK: Discarding

    /// Discards an open import, whose rows the sweep removes. Returns false if it is not open.
    func discard(_ id: OperationID, _ kind: String) throws -> Bool {
        let count = try transaction.execute(
            """
            UPDATE imports SET state = 'discarded'
            WHERE family_unit_id = ?1 AND import_id = ?2 AND kind = ?3 AND actor = ?4
                AND state = 'open'
            """, family, id, kind, scope.userID)
        return count > 0
    }

    // MARK: Undoing

    /// Marks the records of an import as deleted and records the changes. Skips records that were
    /// deleted since. Returns the number of marked records by table.
    func remove(_ id: OperationID, from tables: [ImportTable]) throws -> [String: Int] {
        var removed: [String: Int] = [:]
        // Remove referring records first.
        for table in tables.reversed() {
            let ids = try transaction.rows(
                """
                SELECT record_id FROM import_records
                WHERE family_unit_id = ?1 AND import_id = ?2 AND table_name = ?3
                    AND EXISTS (
                        SELECT 1 FROM \(table.name)
                        WHERE family_unit_id = ?1 AND id = record_id AND deleted_at IS NULL)
                """, family, id, table.name
            ) { try $0.identifier(0) as OperationID }
            guard !ids.isEmpty else { continue }
            let count = try transaction.execute(
                """
                UPDATE \(table.name)
                SET deleted_at = ?1, operation_id = ?2, version = version + 1
                WHERE family_unit_id = ?3 AND deleted_at IS NULL AND id IN (
                    SELECT record_id FROM import_records
                    WHERE family_unit_id = ?3 AND import_id = ?2 AND table_name = ?4)
                """, unit.now, id, family, table.name)
            removed[table.name] = Int(count)
            try tell(ids.map(\.text), table.removedType, id)
        }
        return removed
    }

    private func tell(_ ids: [String], _ type: String, _ id: OperationID) throws {
        for start in stride(from: 0, to: ids.count, by: Self.removedIDsMax) {
            let end = min(start + Self.removedIDsMax, ids.count)
            try unit.record(
                NewChange(
                    type, of: "import", id, version: Int64(start / Self.removedIDsMax + 1),
                    family: scope.familyID,
                    payload: CoachesFeed.RemovedPayload(
                        familyUnitID: scope.familyID, ids: Array(ids[start..<end]))))
        }
    }
}
