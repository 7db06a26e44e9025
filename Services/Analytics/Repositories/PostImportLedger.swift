import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about a family's imports of posts.
struct PostImportLedger {
    struct Entry {
        let no: Int64
        let id: OperationID
        let actor: UserID
        let isCheck: Bool
        var state: String
        var batches: Int
        var new: Int
        var duplicates: Int
        var rejected: Int
        /// The range of row ids that holds the import's posts.
        var firstNo: Int64
        var lastNo: Int64
    }

    static let findSQL = """
        SELECT no, import_id, actor, is_check, state, batches, new_count, duplicate_count,
            rejected_count, first_no, last_no
        FROM post_imports WHERE family_no = ?1 AND import_id = ?2
        """
    static let linesSQL = """
        SELECT line, errors FROM post_import_lines WHERE import_no = ?1 ORDER BY line
        """
    static let answerSQL = """
        SELECT last_answer FROM post_imports WHERE no = ?1 AND +family_no = ?2
        """
    static let lastNoSQL = """
        SELECT max(no) FROM posts /* all families: posts are numbered in the order they come */
        """
    static let staleSQL = """
        SELECT families.no, families.family_unit_id, families.version, post_imports.import_id
        FROM post_imports JOIN families ON families.no = post_imports.family_no
        WHERE post_imports.state = 'open' AND post_imports.touched_at < ?1 LIMIT 1
        /* all families: the housekeeper gives up what nobody goes on with */
        """

    let family: Family
    let transaction: WriteTransaction

    /// Returns an import of the family, or `nil`.
    func find(_ id: OperationID) throws -> Entry? {
        try transaction.first(Self.findSQL, family.no, id) { row in
            Entry(
                no: try row.int64(0), id: try row.identifier(1), actor: try row.identifier(2),
                isCheck: try row.bool(3), state: try row.text(4), batches: Int(try row.int64(5)),
                new: Int(try row.int64(6)), duplicates: Int(try row.int64(7)),
                rejected: Int(try row.int64(8)), firstNo: try row.int64(9),
                lastNo: try row.int64(10))
        }
    }

    /// Returns this player's open import. Throws `not_found` otherwise.
    func open(_ id: OperationID, of actor: UserID) throws -> Entry {
        guard let entry = try find(id), entry.state == "open", entry.actor == actor else {
            throw ServiceError(.notFound, "The import is no longer open; start it again")
        }
        return entry
    }

    /// Opens an import, whose posts are numbered after the last stored one. It is empty until its
    /// first batch.
    func begin(
        _ id: OperationID, of actor: UserID, isCheck: Bool, at now: Instant
    ) throws -> Entry {
        let first = (try transaction.scalar(Self.lastNoSQL) ?? 0) + 1
        try transaction.execute(
            """
            INSERT INTO post_imports (family_no, import_id, actor, state, is_check, batches,
                new_count, duplicate_count, rejected_count, first_no, last_no, touched_at)
            VALUES (?1, ?2, ?3, 'open', ?4, 0, 0, 0, 0, ?5, 0, ?6)
            """, family.no, id, actor, isCheck, first, now)
        return Entry(
            no: transaction.lastInsertedRowID, id: id, actor: actor, isCheck: isCheck,
            state: "open", batches: 0, new: 0, duplicates: 0, rejected: 0, firstNo: first,
            lastNo: 0)
    }

    /// Stores the state of an import and the reply to its last batch.
    func store(_ entry: Entry, answer: [UInt8]?, at now: Instant) throws {
        try transaction.execute(
            """
            UPDATE post_imports SET state = ?1, batches = ?2, new_count = ?3,
                duplicate_count = ?4, rejected_count = ?5, last_no = ?6, last_answer = ?7,
                touched_at = ?8
            WHERE no = ?9 AND +family_no = ?10
            """, entry.state, entry.batches, entry.new, entry.duplicates, entry.rejected,
            entry.lastNo, answer, now, entry.no, family.no)
    }

    func lastAnswer(_ entry: Entry) throws -> [UInt8] {
        try transaction.first(Self.answerSQL, entry.no, family.no) {
            $0.blob(0)
        } ?? []
    }

    // MARK: Report

    /// Stores the lines to report, up to `listedMax` of each kind.
    func report(_ verdicts: PostVerdicts, before entry: Entry) throws {
        let duplicates = verdicts.duplicates.prefix(
            max(0, PostImportLimit.listedMax - entry.duplicates))
        for line in duplicates { try report(line, nil, entry) }
        let rejected = verdicts.rejected.prefix(
            max(0, PostImportLimit.listedMax - entry.rejected))
        for row in rejected {
            try report(
                row.line,
                try JSONCoding.encodedText(row.errors), entry)
        }
    }

    private func report(_ line: Int, _ errors: String?, _ entry: Entry) throws {
        try transaction.execute(
            """
            INSERT INTO post_import_lines (import_no, line, errors) VALUES (?1, ?2, ?3)
            ON CONFLICT DO NOTHING
            """, entry.no, line, errors)
    }

    /// The lines to report, in order.
    func lines(_ entry: Entry) throws -> (duplicates: [Int], rejected: [RefusedRow]) {
        var duplicates: [Int] = []
        var rejected: [RefusedRow] = []
        try transaction.query(Self.linesSQL, entry.no) { row in
            let line = Int(try row.int64(0))
            if let errors = try row.textOrNil(1) {
                rejected.append(
                    RefusedRow(
                        line: line,
                        errors: try JSONCoding.decodedText(
                            [String: String].self, from: errors)))
            } else {
                duplicates.append(line)
            }
        }
        return (duplicates, rejected)
    }

    // MARK: Dry runs

    /// Records an address. Returns false if this import has already seen it.
    func see(_ address: PostAddress, _ entry: Entry) throws -> Bool {
        let count = try transaction.execute(
            """
            INSERT INTO post_import_urls (import_no, url_number, url_hash) VALUES (?1, ?2, ?3)
            ON CONFLICT DO NOTHING
            """, entry.no, address.number, address.hash)
        return count > 0
    }

    func forgetLines(_ entry: Entry) throws {
        try transaction.execute("DELETE FROM post_import_lines WHERE import_no = ?1", entry.no)
    }

    /// Deletes a dry run and everything stored for it.
    func forget(_ entry: Entry) throws {
        try transaction.execute("DELETE FROM post_import_urls WHERE import_no = ?1", entry.no)
        try forgetLines(entry)
        try transaction.execute(
            "DELETE FROM post_imports WHERE no = ?1 AND +family_no = ?2", entry.no, family.no)
    }

    // MARK: Rows without a date

    /// Records once that a row has no readable date (SA-06, T-07).
    func leaveOut(_ rowHash: Int64, _ entry: Entry) throws {
        try transaction.execute(
            """
            INSERT INTO unreadable_posts (family_no, row_hash, import_no) VALUES (?1, ?2, ?3)
            ON CONFLICT DO NOTHING
            """, family.no, rowHash, entry.no)
    }

    /// Deletes the rows that this import recorded as unreadable.
    func forgetLeftOut(_ entry: Entry) throws {
        try transaction.execute(
            "DELETE FROM unreadable_posts WHERE family_no = ?1 AND import_no = ?2", family.no,
            entry.no)
    }
}
