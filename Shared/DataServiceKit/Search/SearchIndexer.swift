import Contracts
import ServiceKit
import Storage

/// Keeps the index of searches equal to the records.
struct SearchIndexer: SearchIndex {
    /// The most records that one step indexes.
    static let stepRecordsMax = 200

    static let pendingSQL = """
        SELECT noun, record_id FROM search_pending WHERE family_unit_id = ?1 LIMIT ?2
        """
    static let isPendingSQL = "SELECT 1 FROM search_pending WHERE family_unit_id = ?1 LIMIT 1"
    static let nextFamilySQL = """
        SELECT family_unit_id FROM search_pending LIMIT 1
        /* all families: the housekeeper indexes every record */
        """
    static let doneSQL = """
        DELETE FROM search_pending
        WHERE family_unit_id = ?1 AND noun = ?2 AND record_id = ?3
        """
    static let findSQL = """
        SELECT no, scope_no, type, at, day, placed_at, title, coach, school, text
        FROM search_documents
        WHERE family_unit_id = ?1 AND noun = ?2 AND record_id = ?3
        """
    static let removeSQL = "DELETE FROM search_documents WHERE family_unit_id = ?1 AND no = ?2"
    static let addSQL = """
        INSERT INTO search_documents (family_unit_id, noun, record_id, scope_no, type, at, day,
            placed_at, title, coach, school, text)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """
    /// Removes a row's words, which must be those that were added.
    static let removeWordsSQL = """
        INSERT INTO search_index (search_index, rowid, title, coach, school, text)
        VALUES ('delete', ?1, ?2, ?3, ?4, ?5)
        """
    static let addWordsSQL = """
        INSERT INTO search_index (rowid, title, coach, school, text) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// The statements for one family, for tests of their plans.
    static let statements = [
        pendingSQL, isPendingSQL, doneSQL, findSQL, removeSQL, addSQL, SearchScope.ofReaderSQL,
        SearchScope.findSQL, SearchScope.addSQL,
    ]

    let sources: [SearchNoun: SearchSource]

    init(_ sources: [SearchSource]) {
        self.sources = Dictionary(uniqueKeysWithValues: sources.map { ($0.noun, $0) })
    }

    func isPending(_ family: FamilyID, _ transaction: ReadTransaction) throws -> Bool {
        try transaction.exists(Self.isPendingSQL, family)
    }

    /// The best matches in the scopes of a reader.
    func hits(
        _ search: SearchInput, _ window: SearchWindow, of scope: FamilyScope, limit: Int,
        _ transaction: ReadTransaction
    ) throws -> [SearchHit] {
        let scopes = try SearchScope.all(
            of: scope.familyID, player: scope.role == .player ? scope.userID : nil, transaction)
        return try SearchRepository(
            family: scope.familyID, scopes: scopes, transaction: transaction
        ).hits(search, window, limit: limit)
    }

    // MARK: Steps

    func step(_ family: FamilyID?, _ transaction: WriteTransaction) throws -> Bool {
        if let family { return try step(of: family, transaction) }
        let next = try transaction.first(Self.nextFamilySQL) {
            try $0.identifier(0, as: FamilyID.self)
        }
        guard let next else { return false }
        _ = try step(of: next, transaction)
        return true
    }

    /// Indexes some noted records of a family; returns true if there may be more. Builds the index
    /// again if it is damaged.
    private func step(of family: FamilyID, _ transaction: WriteTransaction) throws -> Bool {
        do {
            let pending = try transaction.rows(Self.pendingSQL, family, Self.stepRecordsMax) {
                (noun: try $0.text(0), id: try $0.identifier(1, as: RecordID.self))
            }
            for record in pending {
                // A kind that a later version had added is left to that version.
                if let source = SearchNoun(rawValue: record.noun).flatMap({ sources[$0] }) {
                    try index(record.id, of: family, source, transaction)
                }
                try transaction.execute(Self.doneSQL, family, record.noun, record.id)
            }
            return pending.count == Self.stepRecordsMax
        } catch let error as StorageError where error.code == .damagedIndex {
            try rebuild(transaction)
            return true
        }
    }

    @discardableResult
    func rebuild(_ transaction: WriteTransaction) throws -> Int {
        try transaction.execute("INSERT INTO search_index (search_index) VALUES ('delete-all')")
        try transaction.execute("DELETE FROM search_documents /* all families: a rebuild */")
        var count = 0
        for source in sources.values {
            try transaction.execute(source.noteAllSQL + " /* all families: a rebuild */")
            count += try transaction.count(source.countSQL)
        }
        return count
    }

    // MARK: One record

    /// What the index holds of a record.
    struct Entry: Hashable {
        var number: Int64 = 0
        var scope: SearchScope
        var type: String?
        var at: Instant?
        var day: String?
        var placedAt: Int64
        var texts: [String]
    }

    private func index(
        _ id: RecordID, of family: FamilyID, _ source: SearchSource,
        _ transaction: WriteTransaction
    ) throws {
        let old = try transaction.first(
            Self.findSQL, family, source.noun.rawValue, id, map: Self.entry)
        var new: Entry?
        if let document = try source.read(family, id, transaction) {
            new = Entry(
                scope: try SearchScope.of(document.owner, in: family, transaction),
                type: document.type, at: document.at, day: document.day?.text,
                placedAt: document.placedAt ?? id.instant.milliseconds,
                texts: [document.title, document.coach, document.school, document.text])
            new?.number = old?.number ?? 0
        }
        guard new != old else { return }
        if let old {
            try change(Self.removeWordsSQL, old, transaction)
            try transaction.execute(Self.removeSQL, family, old.number)
        }
        guard var new else { return }
        try transaction.execute(
            Self.addSQL, family, source.noun.rawValue, id, new.scope.number, new.type, new.at,
            new.day, new.placedAt, new.texts[0], new.texts[1], new.texts[2], new.texts[3])
        new.number = transaction.lastInsertedRowID
        try change(Self.addWordsSQL, new, transaction)
    }

    private func change(
        _ sql: String, _ entry: Entry, _ transaction: WriteTransaction
    ) throws {
        let words = try entry.texts.map {
            try entry.scope.words(of: $0, transaction).joined(separator: " ")
        }
        try transaction.execute(sql, entry.number, words[0], words[1], words[2], words[3])
    }

    private static func entry(_ row: borrowing Row) throws -> Entry {
        Entry(
            number: try row.int64(0), scope: SearchScope(number: try row.int64(1)),
            type: try row.textOrNil(2), at: try row.instantOrNil(3), day: try row.textOrNil(4),
            placedAt: try row.int64(5), texts: try (6...9).map { try row.text($0) })
    }
}

extension SearchDocument {
    /// The time in milliseconds by which equally good matches are sorted.
    fileprivate var placedAt: Int64? {
        at?.milliseconds ?? day.map { $0.daysSince1970 * 86_400_000 }
    }
}

// MARK: Differences

extension SearchIndexer {
    /// All counts are of one snapshot.
    func differs(_ transaction: ReadTransaction) throws -> Bool {
        guard try !transaction.exists(Self.nextFamilySQL) else { return false }
        var all = 0
        for source in sources.values {
            let count = try transaction.count(source.countSQL)
            let found = try transaction.count(
                """
                SELECT count(*) FROM search_documents WHERE noun = ?1 /* all families: a check */
                """, source.noun.rawValue)
            if count != found { return true }
            all += count
        }
        return try transaction.count("SELECT count(*) FROM search_index_docsize") != all
    }
}
