import Contracts
import Storage

/// What the posts from an instant on add up to.
struct Totals {
    var counts = Counts()
    /// By the schools' numbers.
    private(set) var schools: [Int64] = []

    mutating func add(_ facts: PostFacts, _ sign: Int64 = 1) {
        counts.count(facts, sign)
        if let school = facts.school { add(sign, toSchool: Int(school)) }
    }

    /// Adds what a column of sums holds.
    mutating func add(sums bytes: Span<UInt8>, _ sign: Int64 = 1) throws {
        var position = 0
        counts.add(try Sums.readCounts(bytes, at: &position), sign)
        var number = 0
        while position < bytes.count {
            number &+= Int(truncatingIfNeeded: try Varint.read(bytes, at: &position))
            add(sign &* (try Varint.read(bytes, at: &position)), toSchool: number)
        }
    }

    private mutating func add(_ posts: Int64, toSchool number: Int) {
        while schools.count <= number { schools.append(0) }
        schools[number] &+= posts
    }
}

/// Reads sums of posts from the rollups, at a cost that does not depend on how many posts there
/// are; only within a quarter of an hour, and in days with few posts, the posts are read.
struct RollupReader {
    static let sumsSQL = "SELECT sums FROM rollups WHERE key >= ?1 AND key < ?2"
    static let daySQL = "SELECT is_split, sums FROM rollups WHERE key = ?1"
    static let quartersSQL = "SELECT sums FROM quarter_rollups WHERE key >= ?1 AND key < ?2"
    static let partsSQL = "SELECT key, parts, sums FROM rollups WHERE key >= ?1 AND key < ?2"
    static let partsOfDaySQL = "SELECT parts FROM rollups WHERE key = ?1"
    static let countSQL = """
        SELECT count(*) FROM posts INDEXED BY posts_by_time
        WHERE family_no = ?1 AND posted_at >= ?2 AND posted_at < ?3 AND deleted_at IS NULL
        """

    let family: Family
    let transaction: ReadTransaction

    // MARK: Totals

    /// Everything.
    func all() throws -> Totals {
        var totals = Totals()
        let key = RollupPeriod.allTime.key(family, 0)
        try add(from: key, to: key + 1, &totals)
        return totals
    }

    /// Everything at an instant or after it. Longer periods go where they fit.
    func totals(from start: Int64) throws -> Totals {
        guard start > 0 else { return try all() }
        var totals = Totals()
        var day = start / RollupPeriod.dayLength
        if start % RollupPeriod.dayLength != 0 {
            try add(restOf: day, from: start, &totals)
            day += 1
        }
        let eights = (day + 7) / 8
        try add(.day, day, to: eights * 8, &totals)
        let sixtyFours = (eights + 7) / 8
        try add(.eightDays, eights, to: sixtyFours * 8, &totals)
        let end = RollupPeriod.allTime.key(family, 0)
        try add(from: RollupPeriod.sixtyFourDays.key(family, sixtyFours), to: end, &totals)
        return totals
    }

    private func add(
        _ period: RollupPeriod, _ first: Int64, to end: Int64, _ totals: inout Totals
    ) throws {
        guard first < end else { return }
        try add(from: period.key(family, first), to: period.key(family, end), &totals)
    }

    private func add(from first: Int64, to end: Int64, _ totals: inout Totals) throws {
        try transaction.query(
            Self.sumsSQL,
            bind: { binder in
                try binder.bind(first)
                try binder.bind(end)
            },
            row: { row in try row.withBytes(0) { try totals.add(sums: $0) } })
    }

    /// The part of a day from an instant on: what lies before it is taken away where that is less
    /// to read.
    private func add(restOf day: Int64, from start: Int64, _ totals: inout Totals) throws {
        var isSplit: Bool?
        let isLate = start % RollupPeriod.dayLength > RollupPeriod.dayLength / 2
        try transaction.query(
            Self.daySQL, bind: { try $0.bind(RollupPeriod.day.key(family, day)) }
        ) { row in
            isSplit = try row.bool(0)
            if !isLate { try row.withBytes(1) { try totals.add(sums: $0) } }
        }
        guard let isSplit else { return }
        let (dayStart, dayEnd) = (
            day * RollupPeriod.dayLength, (day + 1) * RollupPeriod.dayLength
        )
        let quarter = start / RollupPeriod.quarterLength
        switch (isSplit, isLate) {
        case (false, true): try add(postsFrom: start, to: dayEnd, 1, &totals)
        case (false, false): try add(postsFrom: dayStart, to: start, -1, &totals)
        case (true, true):
            let next = (start + RollupPeriod.quarterLength - 1) / RollupPeriod.quarterLength
            try add(postsFrom: start, to: next * RollupPeriod.quarterLength, 1, &totals)
            try add(quartersFrom: next, to: dayEnd / RollupPeriod.quarterLength, 1, &totals)
        case (true, false):
            let first = dayStart / RollupPeriod.quarterLength
            try add(quartersFrom: first, to: quarter, -1, &totals)
            try add(postsFrom: quarter * RollupPeriod.quarterLength, to: start, -1, &totals)
        }
    }

    private func add(
        quartersFrom first: Int64, to end: Int64, _ sign: Int64, _ totals: inout Totals
    ) throws {
        guard first < end else { return }
        try transaction.query(
            Self.quartersSQL,
            bind: { binder in
                try binder.bind(RollupPeriod.quarterKey(family, first))
                try binder.bind(RollupPeriod.quarterKey(family, end))
            },
            row: { row in try row.withBytes(0) { try totals.add(sums: $0, sign) } })
    }

    private func add(
        postsFrom start: Int64, to end: Int64, _ sign: Int64, _ totals: inout Totals
    ) throws {
        guard start < end else { return }
        try transaction.query(
            RollupWriter.dayPostsSQL, bind: { try bind(start, end, to: &$0) },
            row: { totals.add(try PostFacts($0), sign) })
    }

    private func bind(_ start: Int64, _ end: Int64, to binder: inout Binder) throws {
        try binder.bind(family.no)
        try binder.bind(start)
        try binder.bind(end)
    }

    // MARK: Counts between instants

    /// How many posts lie before each of these instants, which are in their order, counted from
    /// the beginning of the first one's day. Many days are read 64 at a time.
    func places(of instants: [Int64], sparsely: Bool) throws -> [Int64] {
        guard let first = instants.first, let last = instants.last else { return [] }
        var walk = Walk(instants)
        let (firstDay, lastDay) = (first / RollupPeriod.dayLength, last / RollupPeriod.dayLength)
        if sparsely {
            try walkSparsely(&walk, firstDay, lastDay)
        } else {
            try walkDays(&walk, firstDay, lastDay)
        }
        walk.finish()
        for index in instants.indices {
            let rest = instants[index] % RollupPeriod.quarterLength
            guard rest != 0 else { continue }
            walk.places[index] += try count(from: instants[index] - rest, to: instants[index])
        }
        return walk.places
    }

    private func walkDays(_ walk: inout Walk, _ first: Int64, _ last: Int64) throws {
        try transaction.query(
            Self.partsSQL,
            bind: { binder in
                try binder.bind(RollupPeriod.day.key(family, first))
                try binder.bind(RollupPeriod.day.key(family, last + 1))
            },
            row: { row in
                let day = RollupPeriod.index(ofKey: try row.int64(0))
                walk.come(toDay: day)
                try row.withBytes(1) { parts in
                    while let quarter = walk.quarter(ofDay: day) {
                        walk.put(try Self.sum(of: parts, before: quarter))
                    }
                }
                try row.withBytes(2) { sums in
                    var position = 0
                    walk.pass(try Varint.read(sums, at: &position))
                }
            })
    }

    private func walkSparsely(_ walk: inout Walk, _ first: Int64, _ last: Int64) throws {
        try transaction.query(
            Self.partsSQL,
            bind: { binder in
                try binder.bind(RollupPeriod.sixtyFourDays.key(family, first >> 6))
                try binder.bind(RollupPeriod.sixtyFourDays.key(family, last >> 6 + 1))
            },
            row: { row in
                let base = RollupPeriod.index(ofKey: try row.int64(0)) << 6
                try row.withBytes(1) { parts in
                    var position = 0
                    var day = base
                    while position < parts.count {
                        day += try Varint.read(parts, at: &position)
                        let posts = try Varint.read(parts, at: &position)
                        guard day >= first, day <= last else { continue }
                        walk.come(toDay: day)
                        while let quarter = walk.quarter(ofDay: day) {
                            walk.put(try sum(ofDay: day, before: quarter))
                        }
                        walk.pass(posts)
                    }
                }
            })
    }

    private func sum(ofDay day: Int64, before quarter: Int) throws -> Int64 {
        guard quarter > 0 else { return 0 }
        var sum: Int64 = 0
        try transaction.query(
            Self.partsOfDaySQL, bind: { try $0.bind(RollupPeriod.day.key(family, day)) }
        ) { row in
            sum = try row.withBytes(0) { try Self.sum(of: $0, before: quarter) }
        }
        return sum
    }

    private static func sum(of parts: Span<UInt8>, before end: Int) throws -> Int64 {
        var (position, part, sum) = (0, 0, Int64(0))
        while position < parts.count {
            part += Int(truncatingIfNeeded: try Varint.read(parts, at: &position))
            let posts = try Varint.read(parts, at: &position)
            if part >= end { break }
            sum += posts
        }
        return sum
    }

    private func count(from start: Int64, to end: Int64) throws -> Int64 {
        var count: Int64 = 0
        try transaction.query(
            Self.countSQL, bind: { try bind(start, end, to: &$0) },
            row: { count = try $0.int64(0) })
        return count
    }
}

/// A walk over days that puts instants, in their order, behind the posts before them.
private struct Walk {
    let instants: [Int64]
    var places: [Int64]
    private var next = 0
    private var passed: Int64 = 0

    init(_ instants: [Int64]) {
        self.instants = instants
        places = Array(repeating: 0, count: instants.count)
    }

    /// Days before this one without posts are over.
    mutating func come(toDay day: Int64) {
        while next < instants.count, instants[next] / RollupPeriod.dayLength < day { put(0) }
    }

    /// The quarter of the next instant, if it lies in this day.
    func quarter(ofDay day: Int64) -> Int? {
        guard next < instants.count, instants[next] / RollupPeriod.dayLength == day else {
            return nil
        }
        return Int(instants[next] % RollupPeriod.dayLength / RollupPeriod.quarterLength)
    }

    /// Puts the next instant behind so many posts of its day.
    mutating func put(_ posts: Int64) {
        places[next] = passed + posts
        next += 1
    }

    /// Goes past a day's posts.
    mutating func pass(_ posts: Int64) { passed += posts }

    /// Nothing comes any more.
    mutating func finish() { while next < instants.count { put(0) } }
}
