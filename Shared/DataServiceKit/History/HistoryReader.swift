import Contracts
import ServiceKit
import Storage

/// Reads the change feed for people, newest first, through an index on family and time. The state
/// before a change comes from the record's previous change.
///
/// A page ends at its limit of entries, bytes or time, whichever comes first, and the next one
/// continues after the last examined change. Changes are examined without their payloads, which are
/// read one at a time because an import's payload contains many records. Thus an answer holds at
/// most `bytesMax` bytes and one payload in memory.
struct HistoryReader {
    /// The number of bytes of JSON after which an answer ends.
    static let bytesMax = 1_048_576
    /// The time after which a page ends, with at least one change. Reads are interrupted after one
    /// second, and callers wait two.
    static let pageTime = Duration.milliseconds(300)
    /// Kinds of records whose changes concern several other records, named by their ids.
    static let batches = "('import', 'operation')"
    /// Internal messages of services about a deletion. The records' own changes report it to
    /// people.
    static let internals = "('deletion')"

    /// A change without its payload, and whether it is requested: by the actor ?7, about a record
    /// whose id ends in ?8.
    private static func columns(_ plan: HistoryPlan) -> String {
        """
        SELECT seq, event_id, type, aggregate, aggregate_id, aggregate_version, occurred_at,
            actor, role, trace_id,
            coalesce((?7 IS NULL OR actor = ?7)
                AND aggregate NOT IN \(internals) AND type NOT IN (\(plan.hiddenTypes))
                AND (?8 IS NULL OR aggregate IN \(batches)
                    OR substr(aggregate_id, -length(?8)) = ?8), 0)
        FROM changes
        """
    }
    /// The window: until ?4, since ?5, after the cursor ?6.
    private static let window = """
        AND occurred_at <= ?4 AND occurred_at >= ?5
            AND (?6 IS NULL OR occurred_at < ?4 OR event_id < ?6)
        ORDER BY occurred_at DESC, event_id DESC
        """
    /// The changes of a family, ?3.
    static func ofFamilySQL(_ plan: HistoryPlan) -> String {
        """
        \(columns(plan)) INDEXED BY changes_by_family
        WHERE family_unit_id = ?3 \(window)
        """
    }
    /// The changes of a user, ?1, outside any family.
    static func ofUserSQL(_ plan: HistoryPlan) -> String {
        """
        \(columns(plan)) INDEXED BY changes_by_user
        WHERE family_unit_id IS NULL AND actor = ?1 \(window)
        /* all families: what one user did outside of them */
        """
    }
    /// Whether an examined change belongs to the family, ?5, or only to the user, ?6.
    private static let isOfScope =
        "(family_unit_id = ?5 OR (family_unit_id IS NULL AND actor = ?6))"
    /// Whether a family's change, ?3, is visible to a player, ?1 and ?2 (NULL for a parent), and
    /// concerns a record whose id ends in ?4. Records of a batch stand in lists, as ids or with a
    /// member `id`; a record that they only refer to is not concerned. No batch has an id in both
    /// roles, so that its first place tells.
    static func isToldSQL(_ plan: HistoryPlan) -> String {
        let start = "instr(payload, ?4 || '\"') + length(?4) - \(RecordID.textLength)"
        return """
            SELECT 1 FROM changes WHERE seq = ?3 AND \(isOfScope)
                AND (?1 IS NULL OR (\(plan.playerCondition)))
                AND (?4 IS NULL OR substr(aggregate_id, -length(?4)) = ?4
                    OR instr(payload, ?4 || '"') > 0
                        AND (substr(payload, \(start) - 6, 6) = '"id":"'
                            OR substr(payload, \(start) - 2, 2) IN ('["', ',"')))
            """
    }
    /// The payload of a change, ?1; with ?2 an import's payload is reduced to its number of
    /// records.
    static let payloadSQL = """
        SELECT CASE WHEN ?2 AND aggregate = 'import'
            THEN coalesce(
                '{"count":' || coalesce(
                    json_array_length(payload, '$.ids'),
                    json_array_length(payload, '$.' || substr(type, 1, instr(type, '.') - 1)))
                    || '}',
                payload)
            ELSE payload END
        FROM changes WHERE seq = ?1 AND \(isOfScope)
        """
    /// The last change of a record, ?3 and ?4, before another change, ?5, between two instants, ?6
    /// and ?2.
    static let previousSQL = """
        SELECT payload, aggregate_version FROM changes INDEXED BY changes_by_family
        WHERE family_unit_id = ?1 AND occurred_at <= ?2 AND occurred_at >= ?6
            AND aggregate = ?3 AND aggregate_id = ?4 AND seq < ?5
        ORDER BY occurred_at DESC, seq DESC LIMIT 1
        """
    /// A record, ?3, as added by an import between two instants, ?4 and ?2.
    static let importedSQL = """
        SELECT e.value FROM changes INDEXED BY changes_by_family,
            json_each(changes.payload) AS t,
            json_each(CASE WHEN t.type = 'array' THEN t.value ELSE '[]' END) AS e
        WHERE family_unit_id = ?1 AND occurred_at <= ?2 AND occurred_at >= ?4
            AND aggregate = 'import' AND instr(payload, ?3 || '"') > 0
            AND e.type = 'object' AND json_extract(e.value, '$.id') = ?3
        LIMIT 1
        """
    /// The deletions and merges across services that a family, ?1, requested at an instant, ?2, and
    /// in a request, ?3, after another change, ?4: the transaction that marks a record has both.
    static let requestedSQL = """
        SELECT payload FROM changes INDEXED BY changes_by_family
        WHERE family_unit_id = ?1 AND occurred_at = ?2 AND trace_id IS ?3 AND seq > ?4
            AND type = '\(DeletionFeed.requested)'
        ORDER BY seq
        """
    /// A record, ?2, in a payload, ?1.
    static let withinSQL = """
        SELECT e.value FROM json_each(?1) AS t,
            json_each(CASE WHEN t.type = 'array' THEN t.value ELSE '[]' END) AS e
        WHERE e.type = 'object' AND json_extract(e.value, '$.id') = ?2 LIMIT 1
        """

    let scope: FamilyScope
    let plan: HistoryPlan
    let memberNameSQL: String
    let transaction: ReadTransaction
    /// The time limit of a page.
    var pageTime = Self.pageTime

    /// A row of the feed.
    private struct Row {
        var entry: HistoryEntry
        let sequence: Int64
        let isFamilys: Bool

        /// The row's position in the history.
        var place: Place { Place(at: entry.occurredAt, id: entry.id) }
    }

    /// A position in the history; newer ones are greater.
    private struct Place: Comparable {
        let at: Instant
        let id: ChangeID

        static func < (left: Place, right: Place) -> Bool {
            (left.at, left.id) < (right.at, right.id)
        }
    }

    /// The requested rows, and the position at which the scan stopped; nil for the end of the feed.
    private struct Scan {
        var rows: [Row] = []
        var end: Place?
    }

    /// A record as a change left it.
    private struct State {
        let payload: String
        let version: Int64
    }

    /// Ends a query that has read enough.
    private struct HasEnough: Error {}

    /// Returns a page of the history.
    func page(_ input: ListHistory.Input) throws -> ListHistory.Response {
        let deadline = ContinuousClock.now + pageTime
        let scans = [
            try scan(Self.ofFamilySQL(plan), input, isFamilys: true, by: deadline - pageTime / 2),
            try scan(Self.ofUserSQL(plan), input, isFamilys: false, by: deadline - pageTime / 4),
        ]
        // Rows of one kind are missing beyond the end of its scan.
        let end = scans.compactMap(\.end).max()
        let rows = scans.flatMap(\.rows).filter { row in end.map { row.place >= $0 } ?? true }
            .sorted { $0.place > $1.place }
        var names: [UserID: String] = [:]
        var entries: [HistoryEntry] = []
        var bytes = 0
        for row in rows {
            // One more row of each kind than requested was read.
            guard entries.count < input.limit,
                entries.isEmpty || ContinuousClock.now < deadline
            else { return ListHistory.Response(entries: entries, nextCursor: entries.last?.id) }
            guard var entry = try told(row, input) else { continue }
            bytes += (entry.before?.utf8.count ?? 0) + (entry.after?.utf8.count ?? 0)
            guard entries.isEmpty || bytes <= Self.bytesMax else {
                return ListHistory.Response(entries: entries, nextCursor: entries.last?.id)
            }
            if let actor = entry.actor {
                entry.actorName = try names[actor] ?? name(of: actor)
                names[actor] = entry.actorName
            }
            entries.append(entry)
        }
        return ListHistory.Response(entries: entries, nextCursor: end?.id)
    }

    /// Examines changes, newest first, until enough requested ones are found or the time is over.
    private func scan(
        _ sql: String, _ input: ListHistory.Input, isFamilys: Bool,
        by deadline: ContinuousClock.Instant
    ) throws -> Scan {
        var scan = Scan()
        let latest = try latest(input)
        do {
            try transaction.query(
                sql,
                scope.userID, nil as Int64?, scope.familyID, latest, input.since ?? .earliest,
                input.cursor, input.by, input.record?.text,
                row: { row in
                    let found = Row(
                        entry: try Self.entry(row), sequence: try row.int64(0),
                        isFamilys: isFamilys)
                    if try row.bool(10), try isTold(found, input) { scan.rows.append(found) }
                    guard scan.rows.count <= input.limit, ContinuousClock.now < deadline else {
                        scan.end = found.place
                        throw HasEnough()
                    }
                })
        } catch is HasEnough {}
        return scan
    }

    /// Returns whether the member may see and requested a row, according to its payload.
    private func isTold(_ row: Row, _ input: ListHistory.Input) throws -> Bool {
        let isPlayers = row.isFamilys && scope.role == .player
        guard isPlayers || input.record != nil else { return true }
        let player = scope.userID
        return try transaction.exists(
            Self.isToldSQL(plan), isPlayers ? player : nil, scope.userID.text, row.sequence,
            input.record?.text, scope.familyID, player)
    }

    private func payload(of row: Row, _ input: ListHistory.Input) throws -> String {
        let isCounted = input.counts && input.record == nil
        return try transaction.first(
            Self.payloadSQL, row.sequence, isCounted, nil as String?, nil as Int64?, scope.familyID,
            scope.userID
        ) { try $0.text(0) } ?? "{}"
    }

    /// Returns the latest time of the page. A cursor is the id of the previous page's last entry.
    private func latest(_ input: ListHistory.Input) throws -> Instant {
        let until = input.until ?? .latest
        guard let cursor = input.cursor else { return until }
        return min(until, cursor.instant)
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

    /// Returns a row with the states before and after; nil for a change that left the record as it
    /// was.
    private func told(_ row: Row, _ input: ListHistory.Input) throws -> HistoryEntry? {
        var entry = row.entry
        let payload = try payload(of: row, input)
        if let record = input.record, !entry.recordID.hasSuffix(record.text) {
            return try told(row, payload, ofOneNamed: record)
        }
        switch entry.change {
        case .deleted:
            entry.before = payload
            entry.mergedInto = try mergedInto(row)
        case .changed,
            .added where Self.isWrite(entry):
            let before = try previous(of: row)
            if Self.isWrite(entry), let before, before.version == entry.version,
                before.payload == payload
            {
                return nil
            }
            entry.before = before?.payload
            entry.after = payload
        default:
            entry.after = payload
        }
        return entry
    }

    /// Returns the part of a change of many records that concerns one of them.
    private func told(
        _ row: Row, _ payload: String, ofOneNamed record: RecordEnding
    ) throws -> HistoryEntry {
        var entry = row.entry
        guard let end = payload.firstRange(of: record.text + "\"")?.upperBound else {
            return entry
        }
        entry.recordID = String(payload[..<end].dropLast().suffix(36))
        let found = try transaction.first(Self.withinSQL, payload, entry.recordID) {
            try $0.text(0)
        }
        if entry.change == .deleted { entry.before = found } else { entry.after = found }
        return entry
    }

    /// Whether a change wrote its record, for the first time or again. Who joins a family again
    /// begins anew.
    private static func isWrite(_ entry: HistoryEntry) -> Bool {
        entry.type != IdentityFeed.memberChanged
            && (entry.type.hasSuffix(".changed") || entry.type.hasSuffix(".reversed"))
    }

    /// Returns the record's state after its previous change or after the import that added it.
    private func previous(of row: Row) throws -> State? {
        guard row.isFamilys else { return nil }
        let entry = row.entry
        let family = scope.familyID
        let began = Self.creation(of: entry.recordID)
        let before = try transaction.first(
            Self.previousSQL, family, entry.occurredAt, entry.recordType, entry.recordID,
            row.sequence, began
        ) { State(payload: try $0.text(0), version: try $0.int64(1)) }
        if let before { return before }
        return try transaction.first(
            Self.importedSQL, family, entry.occurredAt, entry.recordID, began
        ) { State(payload: try $0.text(0), version: 1) }
    }

    /// Returns the record into which a deleted one was merged; nil for other deletions.
    private func mergedInto(_ row: Row) throws -> MergedInto? {
        let entry = row.entry
        guard let nameSQL = plan.keptNames[entry.recordType],
            let id = RecordID(text: entry.recordID)
        else { return nil }
        let requests = try transaction.rows(
            Self.requestedSQL, scope.familyID, entry.occurredAt, entry.traceID, row.sequence
        ) { row in
            try JSONCoding.decodedText(DeletionFeed.RequestedPayload.self, from: try row.text(0))
        }
        guard let kept = requests.first(where: { $0.id == id })?.into else { return nil }
        let name = try transaction.first(nameSQL, scope.familyID, kept) { try $0.text(0) }
        return MergedInto(id: kept.text, name: name)
    }

    /// Returns the creation time in a record's id (RFC 9562, version 7); the record has no older
    /// changes.
    private static func creation(of id: String) -> Instant {
        guard let id = RecordID(text: id), id.high >> 12 & 0xF == 7 else { return .earliest }
        return id.instant
    }

    private func name(of user: UserID) throws -> String? {
        try transaction.first(memberNameSQL, scope.familyID, user) {
            try $0.text(0)
        }
    }
}
