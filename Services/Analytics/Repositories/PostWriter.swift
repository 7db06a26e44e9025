import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Writes posts of one family within one command. The rollups follow with the command's group
/// (`PostTotals`).
struct PostWriter {
    /// The fields of a new post that are not in its form.
    struct Origin {
        let createdBy: UserID
        let createdAt: Instant
        let importNo: Int64?
    }

    /// The school and the coach of a new post.
    struct References {
        var school, coach: FamilyPeople.Known?
    }

    /// A stored post as read by deletion and restoration.
    private struct Stored {
        let no: Int64
        let facts: PostFacts
        let url: String?
        let coach: Int64?
    }

    static let sameURLSQL = """
        SELECT url FROM posts INDEXED BY posts_by_url
        WHERE family_no = ?1 AND url_number = ?2 AND url_hash = ?3 AND url IS NOT NULL
            AND deleted_at IS NULL
        """
    /// The least and the greatest number among the addresses of a family's posts.
    static let numbersSQL = """
        SELECT
            (SELECT url_number FROM posts INDEXED BY posts_by_url
             WHERE family_no = ?1 AND url IS NOT NULL AND deleted_at IS NULL
             ORDER BY url_number LIMIT 1),
            (SELECT url_number FROM posts INDEXED BY posts_by_url
             WHERE family_no = ?1 AND url IS NOT NULL AND deleted_at IS NULL
             ORDER BY url_number DESC LIMIT 1)
        """
    static let insertSQL = """
        INSERT INTO posts (family_no, id, posted_at, platform, recruiting, sentiment, school, coach,
            engagement, created_at, created_by, import_no, url_number, url_hash, url,
            author_handle, author_name, content)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
        """
    static let storedColumns = """
        posted_at, school, sentiment, recruiting, platform, no, url, coach
        """
    static let schoolIDSQL = """
        SELECT school_id FROM family_schools WHERE family_no = ?1 AND number = ?2
        """
    static let coachIDSQL = """
        SELECT coach_id FROM family_coaches WHERE no = ?2 AND family_no = ?1
        """
    static let deletedSQL = """
        SELECT \(storedColumns) FROM posts INDEXED BY posts_by_operation
        WHERE family_no = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL ORDER BY no LIMIT ?3
        """
    static let importedSQL = """
        SELECT \(storedColumns) FROM posts
        WHERE no BETWEEN ?1 AND ?2 AND import_no = ?3 AND +family_no = ?5 AND deleted_at IS NULL
        ORDER BY no LIMIT ?4
        """
    static let oneSQL = """
        SELECT \(storedColumns) FROM posts
        WHERE id = ?2 AND family_no = ?1 AND deleted_at IS NULL
        """
    static let markedSQL = """
        SELECT \(PostRow.columns) FROM posts AS p INDEXED BY posts_by_operation \(PostRow.joins)
        WHERE p.family_no = ?1 AND p.operation_id = ?2 AND p.deleted_at IS NOT NULL ORDER BY p.no
        """
    static let releaseSchoolSQL = releaseSQL("school", "family_schools", "number")
    static let releaseCoachSQL = releaseSQL("coach", "family_coaches", "no")

    /// Clears the references of an operation's deleted posts to purged records of a kind, which
    /// `table` numbers. ?1 family number, ?2 family, ?3 operation.
    private static func releaseSQL(_ kind: String, _ table: String, _ number: String) -> String {
        """
        UPDATE posts INDEXED BY posts_by_operation SET \(kind) = NULL
        WHERE family_no = ?1 AND operation_id = ?3 AND deleted_at IS NOT NULL AND EXISTS (
            SELECT 1 FROM deletion_tombstones AS t
            WHERE t.family_unit_id = ?2 AND t.kind = '\(kind)' AND t.is_gone AND t.record_id = (
                SELECT \(kind)_id FROM \(table)
                WHERE family_no = ?1 AND \(number) = posts.\(kind)))
        """
    }

    static let markSQL = """
        UPDATE posts SET deleted_at = ?1, operation_id = ?2 WHERE no = ?3 AND +family_no = ?4
        """

    /// ?1 family number, ?2 post, ?3 old school, ?4 new school.
    static let moveSQL = """
        UPDATE posts SET school = ?4 WHERE id = ?2 AND +family_no = ?1 AND school = ?3
        """

    let family: Family
    private let transaction: WriteTransaction
    private let people: FamilyPeople
    private let totals: FamilyTotals
    /// A range that contains the numbers of all addresses of the family's posts; empty if there are
    /// none, and nil until it is needed.
    private var numbers: Range<Int64>?
    /// Whether an address was searched for.
    private var hasSearched = false
    /// The last id issued.
    private var lastID: PostID?
    /// Posts added or removed since the last `batch`, by the number of the school or coach.
    private var bySchool: [Int64: Int] = [:]
    private var byCoach: [Int64: Int] = [:]

    /// Creates a writer for a family, adding the family if necessary.
    init(_ family: FamilyID, _ transaction: WriteTransaction, _ cache: AnswerCache) throws {
        self.family = try Family.make(family, transaction)
        self.transaction = transaction
        people = FamilyPeople(self.family, transaction)
        totals = transaction.groupWork(PostTotals.self).totals(of: self.family, cache)
    }

    // MARK: Adding

    /// Whether the family has a post with this address. Networks number their posts, so those of a
    /// file are mostly beyond the ones that are there, and all but the first need no search.
    mutating func has(_ url: String, at address: PostAddress) throws -> Bool {
        if hasSearched {
            let numbers = try numbers ?? readNumbers()
            self.numbers = numbers
            guard numbers.contains(address.number) else { return false }
        }
        hasSearched = true
        var isThere = false
        try transaction.query(
            Self.sameURLSQL, family.no, address.number, address.hash,
            row: { if try $0.text(0) == url { isThere = true } })
        return isThere
    }

    private func readNumbers() throws -> Range<Int64> {
        try transaction.first(Self.numbersSQL, family.no) { row in
            guard let least = try row.int64OrNil(0), let greatest = try row.int64OrNil(1) else {
                return 0..<0
            }
            return least..<greatest + 1
        } ?? 0..<0
    }

    /// The form's school and coach. Throws a validation error for an unknown one.
    func references(of input: PostInput) throws -> References {
        var found = References()
        if let id = input.schoolID {
            found.school = try people.school(id)
            if found.school == nil { throw Self.unknown("school_id", PostForm.Refusal.school) }
        }
        if let id = input.coachID {
            found.coach = try people.coach(id)
            if found.coach == nil { throw Self.unknown("coach_id", PostForm.Refusal.coach) }
        }
        return found
    }

    private static func unknown(_ field: String, _ text: String) -> UnknownReference {
        UnknownReference(.coaches, refusal: .invalid(field, text))
    }

    /// Stores a post and returns its id.
    mutating func insert(
        _ input: PostInput, at address: PostAddress,
        _ references: References, _ origin: Origin
    ) throws -> PostID {
        let id = nextID(at: origin.createdAt)
        let sentiment = input.sentiment.map(PostRow.number)
        let (school, coach) = (references.school?.number, references.coach?.number)
        try transaction.execute(Self.insertSQL) { binder in
            try binder.bind(family.no)
            try binder.bind(id)
            try binder.bind(input.date)
            try binder.bind(PostRow.number(of: input.platform))
            try binder.bind(input.isRecruitingRelated)
            try binder.bind(sentiment)
            try binder.bind(school)
            try binder.bind(coach)
            try binder.bind(input.engagementCount)
            try binder.bind(origin.createdAt)
            try binder.bind(origin.createdBy)
            try binder.bind(origin.importNo)
            try binder.bind(address.number)
            try binder.bind(address.hash)
            try binder.bind(input.url)
            try binder.bind(input.authorHandle)
            try binder.bind(input.authorName)
            try binder.bind(input.content)
        }
        let no = transaction.lastInsertedRowID
        if input.url != nil, let known = numbers { numbers = known.extended(to: address.number) }
        count(school: school, coach: coach)
        totals.noteAdded(
            no,
            PostFacts(
                postedAt: input.date.milliseconds, school: school,
                sentiment: sentiment, isRecruiting: input.isRecruitingRelated,
                isTwitter: input.platform == .twitter))
        return id
    }

    /// The ids of one command count up from a random one (RFC 9562, section 6.2), since each random
    /// number costs a system call.
    private mutating func nextID(at now: Instant) -> PostID {
        let id = lastID.map { PostID(high: $0.high, low: $0.low &+ 1) } ?? .make(at: now)
        // The variant bits must not change; there is almost always room for another 2^60 ids.
        lastID = id.low & 0x3FFF_FFFF_FFFF_FFFF == 0x3FFF_FFFF_FFFF_FFFF ? nil : id
        return id
    }

    // MARK: Deleting

    /// Marks a post as deleted. Returns false if there is none.
    mutating func delete(
        _ id: PostID, by operation: OperationID, at now: Instant
    ) throws -> Bool {
        let found = try transaction.first(Self.oneSQL, family.no, id, map: Self.stored)
        guard let found else { return false }
        try mark(found, by: operation, at: now)
        return true
    }

    /// Marks up to `limit` posts of an import as deleted. Returns how many.
    mutating func delete(
        imported importNo: Int64, within numbers: ClosedRange<Int64>, limit: Int,
        by operation: OperationID, at now: Instant
    ) throws -> Int {
        let found = try transaction.rows(
            Self.importedSQL, numbers.lowerBound, numbers.upperBound, importNo, limit, family.no,
            map: Self.stored)
        for post in found { try mark(post, by: operation, at: now) }
        return found.count
    }

    /// Marks the posts that a statement returns as deleted. Returns how many.
    mutating func delete<each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound, by operation: OperationID, at now: Instant
    ) throws -> Int {
        let found = try transaction.rows(sql, repeat each values, map: Self.stored)
        for post in found { try mark(post, by: operation, at: now) }
        return found.count
    }

    private mutating func mark(
        _ post: Stored, by operation: OperationID, at now: Instant
    ) throws {
        try transaction.execute(Self.markSQL, now, operation, post.no, family.no)
        count(school: post.facts.school, coach: post.coach)
        totals.noteRemoved(post.facts)
    }

    private mutating func count(school: Int64?, coach: Int64?) {
        if let school { bySchool[school, default: 0] += 1 }
        if let coach { byCoach[coach, default: 0] += 1 }
    }

    /// The change-feed payload for the posts added or removed since the last call.
    mutating func batch(
        _ operation: OperationID, count: Int
    ) throws -> AnalyticsFeed.BatchPayload {
        var schools: [String: Int] = [:]
        for (number, posts) in bySchool {
            let id = try transaction.first(Self.schoolIDSQL, family.no, number) {
                try $0.identifier(0) as SchoolID
            }
            if let id { schools[id.text] = posts }
        }
        var coaches: [String: Int] = [:]
        for (number, posts) in byCoach {
            let id = try transaction.first(Self.coachIDSQL, family.no, number) {
                try $0.identifier(0) as CoachID
            }
            if let id { coaches[id.text] = posts }
        }
        (bySchool, byCoach) = ([:], [:])
        return AnalyticsFeed.BatchPayload(
            familyUnitID: family.id, operationID: operation, count: count, schools: schools,
            coaches: coaches)
    }

    // MARK: Moving

    /// Moves a post to another school, in the figures as well. Returns whether it is not in the
    /// trash; nil if it is not one of the old school.
    func move(_ id: PostID, from old: Int64, to new: Int64) throws -> Bool? {
        let isMoved = try transaction.execute(Self.moveSQL, family.no, id, old, new) > 0
        guard isMoved else { return nil }
        let live = try transaction.first(Self.oneSQL, family.no, id, map: Self.stored)
        guard let facts = live?.facts else { return false }
        totals.noteRemoved(facts.movedTo(school: old))
        totals.noteRestored(facts)
        return true
    }

    // MARK: Restoring

    /// Restores up to `limit` posts that an operation deleted. Returns how many. If another post
    /// has taken an address meanwhile, throws `conflict`, or with `passingOverTaken` skips the
    /// post.
    mutating func restore(
        deletedBy operation: OperationID, limit: Int, passingOverTaken: Bool = false
    ) throws -> Int {
        let found = try transaction.rows(
            Self.deletedSQL, family.no, operation, limit, map: Self.stored)
        var restored = 0
        for post in found {
            if let url = post.url, try has(url, at: PostAddress(url)) {
                if passingOverTaken { continue }
                throw ServiceError(
                    .conflict, "A post with the same address was added in the meantime")
            }
            try transaction.execute(Self.markSQL, nil as Int64?, nil as Int64?, post.no, family.no)
            count(school: post.facts.school, coach: post.coach)
            totals.noteRestored(post.facts)
            restored += 1
        }
        return restored
    }

    /// Clears references to purged schools and coaches from the posts that an operation deleted,
    /// before they are restored. Returns the numbers of these posts.
    @discardableResult
    func releaseLost(
        deletedBy operation: OperationID
    ) throws -> (ofSchools: Int, ofCoaches: Int) {
        func release(_ sql: String) throws -> Int {
            Int(try transaction.execute(sql, family.no, family.id, operation))
        }
        return (try release(Self.releaseSchoolSQL), try release(Self.releaseCoachSQL))
    }

    /// Returns the posts that an operation deleted.
    func marked(by operation: OperationID) throws -> [Post] {
        try transaction.rows(Self.markedSQL, family.no, operation) {
            try PostRow.post($0, of: family.id)
        }
    }

    private static func stored(_ row: borrowing Row) throws -> Stored {
        Stored(
            no: try row.int64(5), facts: try PostFacts(row), url: try row.textOrNil(6),
            coach: try row.int64OrNil(7))
    }

    /// Invalidates the family's cached answers, although no rollup changes.
    func touch() { totals.touch() }
}

extension Range<Int64> {
    /// The least range that contains this one and a number.
    fileprivate func extended(to number: Int64) -> Range<Int64> {
        isEmpty
            ? number..<number + 1
            : Swift.min(lowerBound, number)..<Swift.max(upperBound, number + 1)
    }
}
