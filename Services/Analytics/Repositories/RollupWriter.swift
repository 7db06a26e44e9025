import Contracts
import Storage

/// Updates a family's rollups. Changes are added up first, so that each row is written once.
struct RollupWriter {
    /// A day with more posts than this gets a row per quarter of an hour. Below it, a partial day
    /// is computed from its posts, usually at most half of them, in a tenth of a millisecond; a row
    /// per quarter would cost an import more than the posts themselves.
    static let splitMin = 512

    static let readSQL = "SELECT is_split, parts, sums, kinds FROM rollups WHERE key = ?1"
    static let readQuarterSQL = "SELECT sums, kinds FROM quarter_rollups WHERE key = ?1"
    static let dayPostsSQL = """
        SELECT posted_at, school, sentiment, recruiting, platform FROM posts INDEXED BY posts_by_time
        WHERE family_no = ?1 AND posted_at >= ?2 AND posted_at < ?3 AND deleted_at IS NULL
        """
    private static let writeSQL = """
        INSERT INTO rollups (key, is_split, parts, sums, kinds) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (key) DO UPDATE
        SET is_split = excluded.is_split, parts = excluded.parts, sums = excluded.sums,
            kinds = excluded.kinds
        """
    private static let writeQuarterSQL = """
        INSERT INTO quarter_rollups (key, sums, kinds) VALUES (?1, ?2, ?3)
        ON CONFLICT (key) DO UPDATE SET sums = excluded.sums, kinds = excluded.kinds
        """

    private let family: Family
    private var changes: [RollupChange] = []

    init(_ family: Family) { self.family = family }

    var isEmpty: Bool { changes.isEmpty }

    /// Counts a post.
    mutating func add(_ facts: PostFacts) { changes.append(RollupChange(facts: facts, sign: 1)) }

    /// Counts a post no longer.
    mutating func subtract(_ facts: PostFacts) {
        changes.append(RollupChange(facts: facts, sign: -1))
    }

    /// Writes all affected rollups. The posts themselves must already be written.
    func write(_ transaction: WriteTransaction) throws {
        let sorted = changes.sorted { $0.facts.postedAt < $1.facts.postedAt }
        for period in RollupPeriod.allCases {
            var rest = sorted[...]
            while let first = rest.first {
                let index = period.index(ofDay: first.facts.postedAt / RollupPeriod.dayLength)
                let group = rest.prefix {
                    period.index(ofDay: $0.facts.postedAt / RollupPeriod.dayLength) == index
                }
                try write(group, period, index, transaction)
                rest = rest.dropFirst(group.count)
            }
        }
    }

    private func write(
        _ group: ArraySlice<RollupChange>, _ period: RollupPeriod, _ index: Int64,
        _ transaction: WriteTransaction
    ) throws {
        let key = period.key(family.no, index)
        var isSplit = false
        var (sums, kinds) = (Sums(), Tally())
        var parts = Array(repeating: Int64(0), count: period.partCount)
        try transaction.query(Self.readSQL, key) { row in
            isSplit = try row.bool(0)
            try row.withBytes(1) { try RollupParts.read($0, into: &parts) }
            sums = try row.withBytes(2) { try Sums($0) }
            kinds = try row.withBytes(3) { try Tally($0) }
        }
        sums.count(group)
        kinds.count(group)
        if !parts.isEmpty {
            for change in group { parts[period.part(of: change.facts.postedAt)] += change.sign }
        }
        guard sums.isPossible, parts.allSatisfy({ $0 >= 0 }) else { throw Self.impossible(period) }
        if period == .day {
            if isSplit {
                try write(quarters: group, transaction)
            } else if sums.counts.total > Self.splitMin {
                isSplit = true
                try split(day: index, transaction)
            }
        }
        if sums.counts.total == 0 {
            try transaction.execute("DELETE FROM rollups WHERE key = ?1", key)
        } else {
            try transaction.execute(
                Self.writeSQL, key, isSplit, RollupParts.bytes(parts), sums.bytes, kinds.bytes)
        }
    }

    private func write(
        quarters group: ArraySlice<RollupChange>, _ transaction: WriteTransaction
    ) throws {
        var rest = group
        while let first = rest.first {
            let quarter = first.facts.postedAt / RollupPeriod.quarterLength
            let part = rest.prefix { $0.facts.postedAt / RollupPeriod.quarterLength == quarter }
            rest = rest.dropFirst(part.count)
            let key = RollupPeriod.quarterKey(family.no, quarter)
            var (sums, kinds) = (Sums(), Tally())
            try transaction.query(Self.readQuarterSQL, key) { row in
                sums = try row.withBytes(0) { try Sums($0) }
                kinds = try row.withBytes(1) { try Tally($0) }
            }
            sums.count(part)
            kinds.count(part)
            guard sums.isPossible else { throw Self.impossible(.day) }
            if sums.counts.total == 0 {
                try transaction.execute("DELETE FROM quarter_rollups WHERE key = ?1", key)
            } else {
                try transaction.execute(Self.writeQuarterSQL, key, sums.bytes, kinds.bytes)
            }
        }
    }

    /// Creates the quarter-hour rows of a day from its posts.
    private func split(day: Int64, _ transaction: WriteTransaction) throws {
        var posts: [RollupChange] = []
        let start = day * RollupPeriod.dayLength
        try transaction.query(
            Self.dayPostsSQL, family.no, start, start + RollupPeriod.dayLength,
            row: { posts.append(RollupChange(facts: try PostFacts($0), sign: 1)) })
        posts.sort { $0.facts.postedAt < $1.facts.postedAt }
        // If the day was emptied before, its old quarter-hour rows were deleted with its last post.
        try write(quarters: posts[...], transaction)
    }

    private static func impossible(_ period: RollupPeriod) -> ServiceError {
        ServiceError(.dataLoss, "The rollup of a \(period) has fewer posts than were taken away")
    }
}

extension Tally {
    /// Counts the kinds of added and removed posts.
    fileprivate mutating func count(_ news: some Sequence<RollupChange>) {
        var changes: [Int64: Int64] = [:]
        for change in news { changes[PostKind(change.facts).number, default: 0] += change.sign }
        add(changes)
    }
}

extension PostFacts {
    /// Reads a row of `posted_at, school, sentiment, recruiting, platform`.
    init(_ row: borrowing Row) throws {
        self.init(
            postedAt: try row.int64(0), school: try row.int64OrNil(1),
            sentiment: try row.int64OrNil(2), isRecruiting: try row.bool(3),
            isTwitter: try row.int64(4) == PostRow.number(of: .twitter))
    }
}
