import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The index of the texts of posts. All members of a family find all of its posts.
struct PostSearch: SearchIndex {
    /// The most posts that one step indexes.
    static let stepPostsMax = 500
    /// The most posts for which a search waits until they are indexed, which takes a second.
    static let waitPostsMax = 20_000

    /// A post as the index has it or should have it.
    struct Entry {
        let no: Int64
        let familyNo: Int64
        /// The texts of the columns: author, coach, school, text.
        let texts: [String]
    }

    private static let entryColumns = "no, family_no, author, coach, school, text"

    /// ?1 family number. The posts in ranges may be fewer.
    static let pendingSQL = """
        SELECT total(last_no - first_no + 1) FROM search_ranges INDEXED BY search_ranges_by_family
        WHERE family_no IN (0, ?1)
        """
    static let stalePendingSQL = """
        SELECT 1 FROM search_stale INDEXED BY search_stale_by_family WHERE family_no = ?1 LIMIT 1
        """
    /// ?1 family number, ?2 limit.
    static let staleSQL = """
        SELECT \(entryColumns) FROM search_stale INDEXED BY search_stale_by_family
        WHERE family_no = ?1 LIMIT ?2
        """
    static let anyStaleSQL = """
        SELECT \(entryColumns) FROM search_stale LIMIT ?1
        /* all families: the housekeeper indexes every post */
        """
    static let staleInSQL = """
        SELECT \(entryColumns) FROM search_stale WHERE no BETWEEN ?1 AND ?2
        /* all families: a number that was used again */
        """
    static let staleDoneSQL = "DELETE FROM search_stale WHERE no = ?1 AND +family_no = ?2"
    /// ?1 family number. Its own ranges first, then those of all families,
    /// the newest first.
    static let rangeSQL = """
        SELECT no, family_no, first_no, last_no FROM search_ranges
        INDEXED BY search_ranges_by_family
        WHERE family_no IN (0, ?1) ORDER BY family_no DESC, no DESC LIMIT 1
        """
    static let anyRangeSQL = """
        SELECT no, family_no, first_no, last_no FROM search_ranges ORDER BY no LIMIT 1
        /* all families: the housekeeper indexes every post */
        """
    static let addRangeSQL = """
        INSERT INTO search_ranges (family_no, first_no, last_no) VALUES (?1, ?2, ?3)
        """
    static let shortenSQL = """
        UPDATE search_ranges SET first_no = ?2 WHERE no = ?1 AND +family_no = ?3
        """
    static let rangeDoneSQL = "DELETE FROM search_ranges WHERE no = ?1 AND +family_no = ?2"
    /// ?1 and ?2 numbers, ?3 limit. The last column says whether the post is indexed.
    static let postsSQL = """
        SELECT \(entryColumns), EXISTS (
            SELECT 1 FROM search_index_docsize AS d WHERE d.id = search_posts.no)
        FROM search_posts WHERE no BETWEEN ?1 AND ?2 ORDER BY no LIMIT ?3
        /* all families: a range of a rebuild */
        """
    private static let removeSQL = """
        INSERT INTO search_index (search_index, rowid, author, coach, school, text)
        VALUES ('delete', ?1, ?2, ?3, ?4, ?5)
        """
    private static let addSQL = """
        INSERT INTO search_index (rowid, author, coach, school, text) VALUES (?1, ?2, ?3, ?4, ?5)
        """

    /// The statements of indexing, for tests of their plans.
    static let statements = [
        pendingSQL, stalePendingSQL, staleSQL, staleInSQL, staleDoneSQL, rangeSQL, shortenSQL,
        rangeDoneSQL, postsSQL,
    ]

    // MARK: Waiting

    func isPending(_ family: FamilyID, _ transaction: ReadTransaction) throws -> Bool {
        guard let family = try Family.find(family, transaction) else { return false }
        let count =
            try transaction.first(Self.pendingSQL, family.no) { try $0.double(0) } ?? 0
        guard count <= Double(Self.waitPostsMax) else {
            throw ServiceError(
                .unavailable, "The posts are being indexed for searches; try again in a minute")
        }
        return try count > 0 || transaction.exists(Self.stalePendingSQL, family.no)
    }

    /// Notes posts that a command has added, whose numbers follow one another.
    static func note(
        _ numbers: ClosedRange<Int64>, of family: Family, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            addRangeSQL, family.no, numbers.lowerBound, numbers.upperBound)
    }

    // MARK: Steps

    func step(_ family: FamilyID?, _ transaction: WriteTransaction) throws -> Bool {
        do {
            guard let family else { return try step(of: nil, transaction) }
            guard let known = try Family.find(family, transaction) else { return false }
            return try step(of: known.no, transaction)
        } catch let error as StorageError where error.code == .damagedIndex {
            _ = try rebuild(transaction)
            return true
        }
    }

    /// Indexes posts of a family, or of all.
    private func step(of family: Int64?, _ transaction: WriteTransaction) throws -> Bool {
        let stale =
            try family.map {
                try transaction.rows(Self.staleSQL, $0, Self.stepPostsMax, map: Self.entry)
            } ?? transaction.rows(Self.anyStaleSQL, Self.stepPostsMax, map: Self.entry)
        for entry in stale {
            try forget(entry, transaction)
            try index(entry.no...entry.no, limit: 1, transaction)
        }
        guard stale.count < Self.stepPostsMax else { return true }
        let range =
            try family.map { try transaction.first(Self.rangeSQL, $0, map: Self.range) }
            ?? transaction.first(Self.anyRangeSQL, map: Self.range)
        guard let range else { return false }
        let last = try index(range.numbers, limit: Self.stepPostsMax, transaction)
        if let last, last < range.numbers.upperBound {
            try transaction.execute(Self.shortenSQL, range.no, last + 1, range.familyNo)
        } else {
            try transaction.execute(Self.rangeDoneSQL, range.no, range.familyNo)
        }
        return true
    }

    /// Adds the words of the first posts with these numbers that are not indexed. Returns the
    /// number up to which that is done; nil for all.
    @discardableResult
    private func index(
        _ numbers: ClosedRange<Int64>, limit: Int, _ transaction: WriteTransaction
    ) throws -> Int64? {
        let posts = try transaction.rows(
            Self.postsSQL, numbers.lowerBound, numbers.upperBound, limit
        ) {
            (entry: try Self.entry($0), isIndexed: try $0.bool(6))
        }
        guard let first = posts.first?.entry.no, let last = posts.last?.entry.no else { return nil }
        // Numbers of removed posts are used again.
        let stale = try transaction.rows(Self.staleInSQL, first, last, map: Self.entry)
        for entry in stale { try forget(entry, transaction) }
        let forgotten = Set(stale.map(\.no))
        for post in posts where !post.isIndexed || forgotten.contains(post.entry.no) {
            try change(Self.addSQL, post.entry, transaction)
        }
        return posts.count < limit ? nil : last
    }

    private func forget(_ entry: Entry, _ transaction: WriteTransaction) throws {
        try change(Self.removeSQL, entry, transaction)
        try transaction.execute(Self.staleDoneSQL, entry.no, entry.familyNo)
    }

    private func change(
        _ sql: String, _ entry: Entry, _ transaction: WriteTransaction
    ) throws {
        let scope = SearchScope(number: entry.familyNo)
        let words = try entry.texts.map {
            try scope.words(of: $0, transaction).joined(separator: " ")
        }
        try transaction.execute(sql, entry.no, words[0], words[1], words[2], words[3])
    }

    private static func entry(_ row: borrowing Row) throws -> Entry {
        Entry(
            no: try row.int64(0), familyNo: try row.int64(1),
            texts: try (2...5).map { try row.text($0) })
    }

    private static func range(
        _ row: borrowing Row
    ) throws -> (no: Int64, familyNo: Int64, numbers: ClosedRange<Int64>) {
        let (first, last) = (try row.int64(2), try row.int64(3))
        return (try row.int64(0), try row.int64(1), first...max(first, last))
    }

    // MARK: Damage

    func rebuild(_ transaction: WriteTransaction) throws -> Int {
        try transaction.execute("INSERT INTO search_index (search_index) VALUES ('delete-all')")
        try transaction.execute("DELETE FROM search_stale /* all families: a rebuild */")
        try transaction.execute("DELETE FROM search_ranges /* all families: a rebuild */")
        try transaction.execute(
            """
            INSERT INTO search_ranges (family_no, first_no, last_no)
            SELECT 0, 1, no FROM posts ORDER BY no DESC LIMIT 1 /* all families: a rebuild */
            """)
        return try transaction.count(Self.countSQL)
    }

    private static let countSQL = "SELECT count(*) FROM posts /* all families: a check */"

    func differs(_ transaction: ReadTransaction) throws -> Bool {
        guard try transaction.first(Self.anyRangeSQL, map: Self.range) == nil,
            try transaction.first(Self.anyStaleSQL, 1, map: Self.entry) == nil
        else { return false }
        return try transaction.count("SELECT count(*) FROM search_index_docsize")
            != transaction.count(Self.countSQL)
    }
}
