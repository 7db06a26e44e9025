import Contracts
import ServiceKit
import Storage

/// All SQL about the imports of one family. An open import is `touched_at` by the housekeeping's
/// time, by which it is given up; a finished one says the time of day.
struct ImportLedger {
    /// Where an import stands.
    struct Head {
        var batches = 0
        var rowCount = 0
        var refusedCount = 0
        var skippedCount = 0
    }

    /// Ids in one change that tells of removed records.
    static let removedIDsMax = 1_000

    let scope: FamilyScope
    let unit: UnitOfWork
    private var transaction: WriteTransaction { unit.transaction }
    private var family: SQLValue { SQLValue(scope.familyID) }

    init(_ scope: FamilyScope, _ unit: UnitOfWork) {
        self.scope = scope
        self.unit = unit
    }

    // MARK: Staging

    /// Opens an import. What the same player has open of this kind goes on, the latest ones at
    /// least: one that was touched longest ago is given up for what is one too many. Whatever
    /// else was left open is ended by the sweep once it has rested.
    func begin(_ kind: String) throws -> OperationID {
        try transaction.execute(
            """
            UPDATE imports SET state = 'discarded'
            WHERE family_unit_id = ?1 AND import_id IN (
                SELECT import_id FROM imports
                WHERE family_unit_id = ?1 AND kind = ?2 AND actor = ?3 AND state = 'open'
                ORDER BY touched_at DESC, import_id DESC LIMIT -1 OFFSET ?4)
            """, family, .text(kind), SQLValue(scope.userID),
            .integer(Int64(ImportLimit.openMax - 1)))
        let id = unit.operationID
        try transaction.execute(
            """
            INSERT INTO imports (family_unit_id, import_id, kind, actor, state, batches, row_count,
                refused_count, skipped_count, touched_at)
            VALUES (?1, ?2, ?3, ?4, 'open', 0, 0, 0, 0, ?5)
            """, family, SQLValue(id), .text(kind), SQLValue(scope.userID),
            SQLValue(unit.housekeepingTime))
        return id
    }

    /// An open import of this player and kind.
    func open(_ id: OperationID, _ kind: String) throws -> Head {
        let head = try transaction.first(
            """
            SELECT batches, row_count, refused_count, skipped_count FROM imports
            WHERE family_unit_id = ?1 AND import_id = ?2 AND kind = ?3 AND actor = ?4
                AND state = 'open'
            """, family, SQLValue(id), .text(kind), SQLValue(scope.userID)
        ) { row in
            Head(
                batches: Int(try row.int64(0)), rowCount: Int(try row.int64(1)),
                refusedCount: Int(try row.int64(2)), skippedCount: Int(try row.int64(3)))
        }
        guard let head else {
            throw ServiceError(
                .notFound, "The import is not open any more; begin it again")
        }
        return head
    }

    /// The verdicts over a batch that was staged before.
    func verdicts(_ id: OperationID, _ number: Int) throws -> ImportVerdicts {
        let text = try transaction.first(
            """
            SELECT verdicts FROM import_batches
            WHERE family_unit_id = ?1 AND import_id = ?2 AND number = ?3
            """, family, SQLValue(id), SQLValue(number)
        ) { try $0.text(0) }
        return try JSONCoding.decodeResponse(
            ImportVerdicts.self, from: Array((text ?? "").utf8))
    }

    /// Writes a batch down: its verdicts, its records and the changes that will tell of them.
    func store(
        _ verdicts: ImportVerdicts, _ records: [StagedRecord], head: Head, of tables: [ImportTable]
    ) throws {
        let id = SQLValue(verdicts.importID)
        try transaction.execute(
            """
            UPDATE imports SET batches = ?1, row_count = ?2, refused_count = ?3,
                skipped_count = ?4, touched_at = ?5
            WHERE family_unit_id = ?6 AND import_id = ?7
            """, SQLValue(verdicts.number), SQLValue(head.rowCount),
            SQLValue(head.refusedCount + verdicts.refused.count),
            SQLValue(head.skippedCount + verdicts.skipped.count),
            SQLValue(unit.housekeepingTime), family, id)
        try transaction.execute(
            """
            INSERT INTO import_batches (family_unit_id, import_id, number, verdicts)
            VALUES (?1, ?2, ?3, ?4)
            """, family, id, SQLValue(verdicts.number),
            .text(String(decoding: try JSONCoding.encode(verdicts), as: UTF8.self)))
        for record in records {
            try transaction.execute(
                """
                INSERT INTO import_records (family_unit_id, import_id, table_name, record_id)
                VALUES (?1, ?2, ?3, ?4)
                """, family, id, .text(record.table.name),
                .id(high: record.id.high, low: record.id.low))
        }
        for table in tables {
            let mine = records.filter { $0.table.name == table.name }
            guard !mine.isEmpty else { continue }
            try transaction.execute(
                """
                INSERT INTO import_changes (family_unit_id, import_id, type, payload)
                VALUES (?1, ?2, ?3, ?4)
                """, family, id, .text(table.importedType),
                .text(Self.payload(table.name, mine)))
        }
    }

    /// Remembers what the file calls a record; the last row of a key counts.
    func store(_ name: (key: String, id: SQLIdentifier), of id: OperationID) throws {
        try transaction.execute(
            """
            INSERT INTO import_keys (family_unit_id, file_key, import_id, record_id)
            VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (family_unit_id, file_key, import_id)
            DO UPDATE SET record_id = excluded.record_id
            """, family, .text(name.key), SQLValue(id),
            .id(high: name.id.high, low: name.id.low))
    }

    /// `{"coaches":[…]}` around records that are JSON already.
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

    /// When the same file was imported before, unless that was undone. While the records of one
    /// import are on their way, no other is decided (`ImportsUnderWay.requireNone`), so that each
    /// has its operation.
    func earlierImport(of fingerprint: String, _ kind: String) throws -> Instant? {
        try transaction.first(
            """
            SELECT operations.created_at FROM imports
            JOIN operations ON operations.family_unit_id = imports.family_unit_id
                AND operations.operation_id = imports.import_id
            WHERE imports.family_unit_id = ?1 AND imports.kind = ?2 AND imports.fingerprint = ?3
                AND imports.state = 'committed' AND operations.undone_at IS NULL
            """, family, .text(kind), .text(fingerprint)
        ) { try $0.instant(0) }
    }

    /// How many records an import has staged, by table.
    func recordCounts(_ id: OperationID) throws -> [String: Int] {
        let counts = try transaction.rows(
            """
            SELECT table_name, count(*) FROM import_records
            WHERE family_unit_id = ?1 AND import_id = ?2 GROUP BY table_name
            """, family, SQLValue(id)
        ) { (try $0.text(0), Int(try $0.int64(1))) }
        return Dictionary(counts) { first, _ in first }
    }

    /// Marks an import as decided: its records come.
    func close(_ id: OperationID, fingerprint: String?) throws {
        try transaction.execute(
            """
            UPDATE imports SET state = 'committed', fingerprint = ?1, touched_at = ?2
            WHERE family_unit_id = ?3 AND import_id = ?4
            """, SQLValue(fingerprint), SQLValue(unit.now), family, SQLValue(id))
    }

    /// The rows that were passed over, the first ones.
    func skippedRows(_ id: OperationID, limit: Int) throws -> [SkippedRow] {
        var skipped: [SkippedRow] = []
        let texts = try transaction.rows(
            """
            SELECT verdicts FROM import_batches
            WHERE family_unit_id = ?1 AND import_id = ?2 ORDER BY number
            """, family, SQLValue(id)
        ) { try $0.text(0) }
        for text in texts where skipped.count < limit {
            skipped += try JSONCoding.decodeResponse(
                ImportVerdicts.self, from: Array(text.utf8)
            ).skipped
        }
        return Array(skipped.prefix(limit))
    }

    // MARK: Giving up

    /// Gives an open import up; its rows are removed by and by. False if it is not open.
    func discard(_ id: OperationID, _ kind: String) throws -> Bool {
        let count = try transaction.execute(
            """
            UPDATE imports SET state = 'discarded'
            WHERE family_unit_id = ?1 AND import_id = ?2 AND kind = ?3 AND actor = ?4
                AND state = 'open'
            """, family, SQLValue(id), .text(kind), SQLValue(scope.userID))
        return count > 0
    }

    // MARK: Undoing

    /// Marks what an import added as deleted and tells the feed. Records that were deleted since
    /// stay as they are. Returns how many went, by table.
    func remove(_ id: OperationID, from tables: [ImportTable]) throws -> [String: Int] {
        var removed: [String: Int] = [:]
        // What refers to others goes first.
        for table in tables.reversed() {
            let ids = try transaction.rows(
                """
                SELECT record_id FROM import_records
                WHERE family_unit_id = ?1 AND import_id = ?2 AND table_name = ?3
                    AND EXISTS (
                        SELECT 1 FROM \(table.name)
                        WHERE family_unit_id = ?1 AND id = record_id AND deleted_at IS NULL)
                """, family, SQLValue(id), .text(table.name)
            ) { try $0.identifier(0) as OperationID }
            guard !ids.isEmpty else { continue }
            let count = try transaction.execute(
                """
                UPDATE \(table.name)
                SET deleted_at = ?1, operation_id = ?2, version = version + 1
                WHERE family_unit_id = ?3 AND deleted_at IS NULL AND id IN (
                    SELECT record_id FROM import_records
                    WHERE family_unit_id = ?3 AND import_id = ?2 AND table_name = ?4)
                """, SQLValue(unit.now), SQLValue(id), family, .text(table.name))
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
