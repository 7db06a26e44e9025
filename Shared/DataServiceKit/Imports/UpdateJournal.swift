import Contracts
import ServiceKit
import Storage

/// A change of a record that waits for the commit of its import.
struct StagedUpdate {
    let importID: OperationID
    let id: RecordID
    /// The record as it was when its row was staged, as JSON.
    let before: String
    /// The record with the values of its row.
    let after: String
}

/// A record that an import has changed.
struct AppliedUpdate {
    let importID: OperationID
    let id: RecordID
    /// The version that the import made.
    let version: Int
    /// The record before, as JSON.
    let before: String
    /// The record as the import made it, as JSON; nil in journals of earlier versions.
    let after: String?
}

/// The SQL for the records that a family's imports change.
@Memberwise(labels: false)
struct UpdateJournal {
    /// The most records that one step changes, so that no other command waits long.
    static let stepMax = 50

    static let lineSQL = """
        SELECT line FROM import_lines
        WHERE family_unit_id = ?1 AND import_id = ?2 AND record_id = ?3
        """
    static let countSQL = """
        SELECT count(*) FROM import_updates WHERE family_unit_id = ?1 AND import_id = ?2
        """
    static let countsSQL = """
        SELECT table_name, count(*) FROM import_updates
        WHERE family_unit_id = ?1 AND import_id = ?2 GROUP BY table_name
        """
    /// ?3 limit.
    static let waitingSQL = """
        SELECT record_id, before, after FROM import_updates INDEXED BY import_updates_waiting
        WHERE family_unit_id = ?1 AND import_id = ?2 AND after IS NOT NULL
        ORDER BY record_id LIMIT ?3
        """
    /// ?3 table.
    static let appliedSQL = """
        SELECT record_id, version, before, json_extract(before, '$.import_made')
        FROM import_updates
        WHERE family_unit_id = ?1 AND import_id = ?2 AND table_name = ?3 AND after IS NULL
        ORDER BY record_id
        """
    /// ?3 path of the property.
    static let referencesSQL = """
        SELECT DISTINCT json_extract(after, ?3) FROM import_updates
        WHERE family_unit_id = ?1 AND import_id = ?2
            AND json_extract(after, ?3) IS NOT NULL
            AND json_extract(after, ?3) IS NOT json_extract(before, ?3)
        """

    /// A staged change of a record that has another version by now, or is gone. ?3 table.
    static func outdatedSQL(_ table: String) -> String {
        """
        SELECT 1 FROM import_updates AS staged
        WHERE staged.family_unit_id = ?1 AND staged.import_id = ?2 AND staged.table_name = ?3
            AND NOT EXISTS (
                SELECT 1 FROM \(table) AS known
                WHERE known.family_unit_id = ?1 AND known.id = staged.record_id
                    AND known.deleted_at IS NULL AND known.version = staged.version)
        LIMIT 1
        """
    }

    private let family: FamilyID
    private let transaction: WriteTransaction

    // MARK: Staging

    func line<Tag>(of id: Identifier<Tag>, in importID: OperationID) throws -> Int? {
        try transaction.first(Self.lineSQL, family, importID, id) { Int(try $0.int64(0)) }
    }

    /// Stores the line that refers to a record. A later line for the same record is ignored.
    func note(_ line: Int, of id: RecordID, in importID: OperationID) throws {
        try transaction.execute(
            """
            INSERT INTO import_lines (family_unit_id, import_id, record_id, line)
            VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
            """, family, importID, id, line)
    }

    func stage(_ update: StagedUpdate, version: Int, in table: String) throws {
        try transaction.execute(
            """
            INSERT INTO import_updates (family_unit_id, import_id, table_name, record_id, version,
                before, after)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, family, update.importID, table, update.id, version, update.before, update.after)
    }

    /// Throws `too_large` if an import changes more records than allowed.
    func requireFewEnough(in importID: OperationID) throws {
        guard try transaction.count(Self.countSQL, family, importID) <= ImportLimit.updatesMax
        else {
            throw ServiceError(
                .tooLarge,
                "An import changes at most \(ImportLimit.updatesMax) records; split the file")
        }
    }

    // MARK: Committing

    /// Throws `conflict` if a record was changed or deleted since its row was staged.
    func requireUpToDate(_ importID: OperationID, in table: String) throws {
        guard try transaction.exists(Self.outdatedSQL(table), family, importID, table) else {
            return
        }
        throw ServiceError(
            .conflict, "A record of the file was changed in the meantime; import the file again")
    }

    func newReferences(in property: String, of importID: OperationID) throws -> [String] {
        try transaction.rows(Self.referencesSQL, family, importID, "$.\(property)") {
            try $0.text(0)
        }
    }

    /// Returns the number of records that an import changes by table.
    func counts(_ importID: OperationID) throws -> [String: Int] {
        let counts = try transaction.rows(Self.countsSQL, family, importID) {
            (try $0.text(0), Int(try $0.int64(1)))
        }
        return Dictionary(counts) { first, _ in first }
    }

    // MARK: Changing

    /// Returns some changes that wait, at most `stepMax`.
    func waiting(_ importID: OperationID, limit: Int = stepMax) throws -> [StagedUpdate] {
        try transaction.rows(Self.waitingSQL, family, importID, limit) { row in
            StagedUpdate(
                importID: importID, id: try row.identifier(0), before: try row.text(1),
                after: try row.text(2))
        }
    }

    /// Records that a record was changed. What the import made of it becomes a property of what it
    /// was, because `after` has only what waits.
    func done(_ update: AppliedUpdate, in table: String) throws {
        try transaction.execute(
            """
            UPDATE import_updates
            SET version = ?5, before = json_set(?6, '$.import_made', json(?7)), after = NULL
            WHERE family_unit_id = ?1 AND import_id = ?2 AND table_name = ?3 AND record_id = ?4
            """, family, update.importID, table, update.id, update.version, update.before,
            update.after)
    }

    func forget(_ id: RecordID, of importID: OperationID, in table: String) throws {
        try transaction.execute(
            """
            DELETE FROM import_updates
            WHERE family_unit_id = ?1 AND import_id = ?2 AND table_name = ?3 AND record_id = ?4
            """, family, importID, table, id)
    }

    // MARK: Undoing

    /// Returns the records that an import has changed.
    func applied(_ importID: OperationID, in table: String) throws -> [AppliedUpdate] {
        try transaction.rows(Self.appliedSQL, family, importID, table) { row in
            AppliedUpdate(
                importID: importID, id: try row.identifier(0), version: Int(try row.int64(1)),
                before: try row.text(2), after: try row.textOrNil(3))
        }
    }
}
