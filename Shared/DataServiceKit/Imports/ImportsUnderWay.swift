public import Contracts
import ServiceKit
public import Storage

/// The committed imports whose records are not all visible yet. Each step reveals one batch of
/// records, so that no other command waits for all of them. After a kill the next start continues
/// where it stopped.
public struct ImportsUnderWay {
    /// A committed import.
    struct Entry {
        let importID: OperationID
        let scope: FamilyScope
        let traceID: TraceID?
        /// The number of its records by table.
        let counts: [String: Int]
        /// The number of records that it changes by table.
        let updated: [String: Int]
        /// The number of changes published so far.
        let told: Int64

        /// Returns a unit of work in the name of the member who committed the import.
        func unit(
            _ transaction: WriteTransaction, now: Instant, feed: ChangeFeed
        ) -> UnitOfWork {
            let cause = Change(
                sequence: 0, eventID: feed.makeID(at: now), aggregate: "import",
                aggregateID: importID.text, aggregateVersion: 1, type: "import.decided",
                schemaVersion: 1, occurredAt: now, traceID: traceID, actor: scope.userID,
                role: scope.role, familyUnitID: scope.familyID, payload: "{}")
            return UnitOfWork(transaction, context: nil, now: now, feed: feed, cause: cause)
        }
    }

    /// An unpublished change, whose records are not visible yet.
    struct WaitingChange {
        let id: Int64
        let type: String
        let payload: String
    }

    /// The retry-after for a client that is refused while an import is being revealed, in
    /// milliseconds.
    static let retryMilliseconds: UInt32 = 500

    private static let columns = """
        SELECT family_unit_id, import_id, actor, role, trace_id, counts, told, updated
        FROM imports_under_way
        """

    private static let ofAll = "/* all families: the housekeeper goes on with any import */"

    let transaction: WriteTransaction

    /// Reads the imports in this transaction. The schema must contain `ImportTables.track`.
    public init(_ transaction: WriteTransaction) { self.transaction = transaction }

    // MARK: Exclusion

    /// Throws `busy` while an import of this family is being revealed. A command that looks for all
    /// records referring to another one, or for an existing one, would miss its records.
    public func requireNone(of family: FamilyID) throws {
        guard try isAny(of: family) else { return }
        throw ServiceError(
            .busy, "An import of your family is still being stored; try again in a moment",
            retryAfterMilliseconds: Self.retryMilliseconds)
    }

    /// Throws an error that makes a feed consumer retry.
    func requireNoneForConsumer(of family: FamilyID) throws {
        guard try isAny(of: family) else { return }
        throw StorageError(code: .busy, message: "an import of the family is being stored")
    }

    private func isAny(of family: FamilyID) throws -> Bool {
        try transaction.exists("SELECT 1 FROM imports_under_way WHERE family_unit_id = ?1", family)
    }

    // MARK: Reading

    func find(_ id: OperationID, of family: FamilyID) throws -> Entry? {
        try transaction.first(
            "\(Self.columns) WHERE family_unit_id = ?1 AND import_id = ?2", family, id,
            map: Self.entry)
    }

    func next(of kind: String) throws -> Entry? {
        try transaction.first(
            "\(Self.columns) WHERE kind = ?1 LIMIT 1 \(Self.ofAll)", kind, map: Self.entry)
    }

    private static func entry(_ row: borrowing Row) throws -> Entry {
        Entry(
            importID: try row.identifier(1),
            scope: FamilyScope(
                resuming: try row.identifier(2), as: try row.word(3), in: try row.identifier(0)),
            traceID: try row.identifierOrNil(4),
            counts: try JSONCoding.decodeResponse([String: Int].self, from: row.blob(5)),
            updated: try row.textOrNil(7).map {
                try JSONCoding.decodedText([String: Int].self, from: $0)
            } ?? [:],
            told: try row.int64(6))
    }

    /// Returns the next unpublished change; nil if all are published.
    func change(of entry: Entry) throws -> WaitingChange? {
        try transaction.first(
            """
            SELECT id, type, payload FROM import_changes
            WHERE family_unit_id = ?1 AND import_id = ?2 ORDER BY id LIMIT 1
            """, entry.scope.familyID, entry.importID
        ) { WaitingChange(id: try $0.int64(0), type: try $0.text(1), payload: try $0.text(2)) }
    }

    // MARK: Writing

    func begin(
        _ id: OperationID, _ kind: String, _ scope: FamilyScope, counts: [String: Int],
        updated: [String: Int] = [:], trace: TraceID?, at now: Instant
    ) throws {
        try transaction.execute(
            """
            INSERT INTO imports_under_way (family_unit_id, import_id, kind, actor, role, trace_id,
                counts, told, began_at, updated)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9)
            """, scope.familyID, id, kind, scope.userID, scope.role.rawValue, trace,
            try JSONCoding.encodedText(counts), now, try JSONCoding.encodedText(updated))
    }

    /// The ids of the records in a change; ?1 is its payload, ?2 the path to them.
    static let idsSQL = "SELECT json_extract(value, '$.id') FROM json_each(?1, ?2)"

    /// Removes the marks of a change's records.
    func reveal(_ change: WaitingChange, in table: ImportTable, of entry: Entry) throws {
        let ids = try transaction.rows(Self.idsSQL, change.payload, "$.\(table.name)") {
            RecordID(text: try $0.text(0))
        }.compactMap { $0 }
        for id in ids {
            try transaction.execute(
                """
                UPDATE \(table.name) SET deleted_at = NULL, operation_id = NULL
                WHERE family_unit_id = ?1 AND id = ?2 AND operation_id = ?3
                    AND deleted_at IS NOT NULL
                """, entry.scope.familyID, id, entry.importID)
        }
    }

    /// Records that a change was published.
    func told(_ change: WaitingChange, of entry: Entry) throws {
        try transaction.execute(
            "DELETE FROM import_changes WHERE id = ?1 AND +family_unit_id = ?2", change.id,
            entry.scope.familyID)
        try transaction.execute(
            """
            UPDATE imports_under_way SET told = told + 1
            WHERE family_unit_id = ?1 AND import_id = ?2
            """, entry.scope.familyID, entry.importID)
    }

    /// Records that all records are visible.
    func end(_ entry: Entry) throws {
        for table in ["import_batches", "import_lines", "imports_under_way"] {
            try transaction.execute(
                "DELETE FROM \(table) WHERE family_unit_id = ?1 AND import_id = ?2",
                entry.scope.familyID, entry.importID)
        }
    }
}
