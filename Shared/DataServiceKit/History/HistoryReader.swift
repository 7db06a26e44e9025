import Contracts
import ServiceKit
import Storage

/// Reads the change feed for people: newest first, through an index on family and time, with what
/// was there before from the change before.
struct HistoryReader {
    /// Octets of JSON after which an answer ends: a change of an import carries many records.
    static let octetsMax = 1_048_576
    /// Kinds of records whose changes are about several others; they name those by their ids.
    static let batches = "('import', 'operation')"
    /// How services agree on a deletion among themselves; the records' own changes tell of it.
    static let internals = "('deletion')"

    private static let columns = """
        SELECT seq, event_id, type, aggregate, aggregate_id, aggregate_version, occurred_at,
            actor, role, trace_id, payload
        FROM changes
        """
    /// The filters, from ?4 on: until, since, cursor, actor, ending of a record's id, rows.
    private static func filters(_ plan: HistoryPlan) -> String {
        """
        AND occurred_at <= ?4 AND occurred_at >= ?5
            AND (?6 IS NULL OR occurred_at < ?4 OR event_id < ?6)
            AND (?7 IS NULL OR actor = ?7)
            AND aggregate NOT IN \(internals) AND type NOT IN (\(plan.hiddenTypes))
            AND (?8 IS NULL OR substr(aggregate_id, -length(?8)) = ?8
                OR (aggregate IN \(batches) AND instr(payload, ?8 || '"') > 0))
        ORDER BY occurred_at DESC, event_id DESC LIMIT ?9
        """
    }
    /// The changes of a family, ?3, as a player sees them, ?1, or a parent (?1 is NULL).
    static func ofFamilySQL(_ plan: HistoryPlan) -> String {
        """
        \(columns) INDEXED BY changes_by_family
        WHERE family_unit_id = ?3 AND (?1 IS NULL OR (\(plan.playerCondition)))
        \(filters(plan))
        """
    }
    /// What a user, ?1, did that concerns no family.
    static func ofUserSQL(_ plan: HistoryPlan) -> String {
        """
        \(columns) INDEXED BY changes_by_user
        WHERE family_unit_id IS NULL AND actor = ?1 \(filters(plan))
        /* all families: what one user did outside of them */
        """
    }
    /// The last change of a record, ?3 and ?4, before another, ?5, between two instants, ?6 and ?2.
    static let previousSQL = """
        SELECT payload FROM changes INDEXED BY changes_by_family
        WHERE family_unit_id = ?1 AND occurred_at <= ?2 AND occurred_at >= ?6
            AND aggregate = ?3 AND aggregate_id = ?4 AND seq < ?5
        ORDER BY occurred_at DESC, seq DESC LIMIT 1
        """
    /// A record, ?3, as an import added it, between two instants, ?4 and ?2.
    static let importedSQL = """
        SELECT e.value FROM changes INDEXED BY changes_by_family,
            json_each(changes.payload) AS t,
            json_each(CASE WHEN t.type = 'array' THEN t.value ELSE '[]' END) AS e
        WHERE family_unit_id = ?1 AND occurred_at <= ?2 AND occurred_at >= ?4
            AND aggregate = 'import' AND instr(payload, ?3 || '"') > 0
            AND e.type = 'object' AND json_extract(e.value, '$.id') = ?3
        LIMIT 1
        """
    /// A record, ?2, within a payload, ?1.
    static let withinSQL = """
        SELECT e.value FROM json_each(?1) AS t,
            json_each(CASE WHEN t.type = 'array' THEN t.value ELSE '[]' END) AS e
        WHERE e.type = 'object' AND json_extract(e.value, '$.id') = ?2 LIMIT 1
        """

    let scope: FamilyScope
    let plan: HistoryPlan
    let memberNameSQL: String
    let transaction: ReadTransaction

    /// A row of the feed.
    private struct Row {
        var entry: HistoryEntry
        let sequence: Int64
        let payload: String
        let isFamilys: Bool
    }

    /// A page of the history.
    func page(_ input: ListHistory.Input) throws -> ListHistory.Response {
        var rows = try rows(Self.ofFamilySQL(plan), input, isFamilys: true)
        rows += try self.rows(Self.ofUserSQL(plan), input, isFamilys: false)
        rows.sort { left, right in
            (left.entry.occurredAt, left.entry.id) > (right.entry.occurredAt, right.entry.id)
        }
        var names: [UserID: String] = [:]
        var entries: [HistoryEntry] = []
        var octets = 0
        var rest = rows[...]
        while let row = rest.first, entries.count < input.limit {
            octets += row.payload.utf8.count
            guard entries.isEmpty || octets <= Self.octetsMax else { break }
            rest = rest.dropFirst()
            var entry = try told(row, of: input.record)
            if let actor = entry.actor {
                entry.actorName = try names[actor] ?? name(of: actor)
                names[actor] = entry.actorName
            }
            octets += entry.before?.utf8.count ?? 0
            entries.append(entry)
        }
        // One row more than was asked for was read of each kind.
        return ListHistory.Response(
            entries: entries, nextCursor: rest.isEmpty ? nil : entries.last?.id)
    }

    private func rows(
        _ sql: String, _ input: ListHistory.Input, isFamilys: Bool
    ) throws -> [Row] {
        var rows: [Row] = []
        let isOwn = scope.role == .player || !isFamilys
        try transaction.query(
            sql,
            bind: { binder in
                if isOwn { try binder.bind(scope.userID) } else { try binder.bindNull() }
                try binder.bind(scope.userID.text)
                try binder.bind(scope.familyID)
                try binder.bind(try latest(input))
                try binder.bind(input.since ?? .earliest)
                try binder.bind(input.cursor)
                try binder.bind(input.by)
                try binder.bind(input.record?.text)
                try binder.bind(Int64(input.limit) + 1)
            },
            row: { row in
                rows.append(
                    Row(
                        entry: try Self.entry(row), sequence: try row.int64(0),
                        payload: try row.text(10), isFamilys: isFamilys))
            })
        return rows
    }

    /// The latest instant that counts: a cursor's entry is the last of the page before.
    private func latest(_ input: ListHistory.Input) throws -> Instant {
        let until = input.until ?? .latest
        guard let cursor = input.cursor else { return until }
        return min(until, Instant(milliseconds: Int64(cursor.high >> 16)))
    }

    private static func entry(_ row: borrowing Storage.Row) throws -> HistoryEntry {
        HistoryEntry(
            id: try row.identifier(1), type: try row.text(2), recordType: try row.text(3),
            recordID: try row.text(4), version: try row.int64(5), occurredAt: try row.instant(6),
            actor: try row.identifierOrNil(7), actorName: nil,
            role: try row.textOrNil(8).flatMap(Role.init(rawValue:)),
            traceID: try row.identifierOrNil(9))
    }

    // MARK: Before and after

    private func told(_ row: Row, of record: RecordEnding?) throws -> HistoryEntry {
        var entry = row.entry
        if let record, !entry.recordID.hasSuffix(record.text) {
            return try told(row, ofOneNamed: record)
        }
        switch entry.change {
        case .deleted:
            entry.before = row.payload
        case .changed where entry.version > 1:
            entry.before = try previous(of: row)
            entry.after = row.payload
        default:
            entry.after = row.payload
        }
        return entry
    }

    /// The part of a change of many records that is about one of them.
    private func told(_ row: Row, ofOneNamed record: RecordEnding) throws -> HistoryEntry {
        var entry = row.entry
        guard let end = row.payload.firstRange(of: record.text + "\"")?.upperBound else {
            return entry
        }
        entry.recordID = String(row.payload[..<end].dropLast().suffix(36))
        let found = try transaction.first(
            Self.withinSQL, .text(row.payload), .text(entry.recordID)
        ) { try $0.text(0) }
        if entry.change == .deleted { entry.before = found } else { entry.after = found }
        return entry
    }

    /// What the change before left, be it one of the record alone or of the import that added it.
    private func previous(of row: Row) throws -> String? {
        guard row.isFamilys else { return nil }
        let entry = row.entry
        let family = SQLValue(scope.familyID)
        let began = SQLValue(Self.creation(of: entry.recordID))
        let before = try transaction.first(
            Self.previousSQL, family, SQLValue(entry.occurredAt), .text(entry.recordType),
            .text(entry.recordID), .integer(row.sequence), began
        ) { try $0.text(0) }
        if let before { return before }
        return try transaction.first(
            Self.importedSQL, family, SQLValue(entry.occurredAt), .text(entry.recordID), began
        ) { try $0.text(0) }
    }

    /// When a record was made, from its id (RFC 9562, version 7); nothing of it is older.
    private static func creation(of id: String) -> Instant {
        guard let id = RecordID(text: id), id.high >> 12 & 0xF == 7 else { return .earliest }
        return Instant(milliseconds: Int64(id.high >> 16))
    }

    private func name(of user: UserID) throws -> String? {
        try transaction.first(memberNameSQL, SQLValue(scope.familyID), SQLValue(user)) {
            try $0.text(0)
        }
    }
}
