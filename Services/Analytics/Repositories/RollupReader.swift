import Contracts
import Storage

/// Reads totals from the rollups, at a cost independent of the number of posts. Posts themselves
/// are read only within a quarter of an hour and on days with few posts.
struct RollupReader {
    static let partsSQL = "SELECT key, parts, sums FROM rollups WHERE key >= ?1 AND key < ?2"
    static let partsOfDaySQL = "SELECT parts FROM rollups WHERE key = ?1"
    static let countSQL = """
        SELECT count(*) FROM posts INDEXED BY posts_by_time
        WHERE family_no = ?1 AND posted_at >= ?2 AND posted_at < ?3 AND deleted_at IS NULL
        """

    let family: Family
    let transaction: ReadTransaction

    // MARK: Totals

    /// The total of all posts.
    func all<Total: RollupTotal>() throws -> Total {
        var total = Total()
        let key = RollupPeriod.allTime.key(family.no, 0)
        try add(from: key, to: key + 1, &total)
        return total
    }

    /// The total of the posts at or after an instant, from the longest periods that fit.
    func total<Total: RollupTotal>(from start: Int64) throws -> Total {
        guard start > 0 else { return try all() }
        var total = Total()
        var day = start / RollupPeriod.dayLength
        if start % RollupPeriod.dayLength != 0 {
            try add(restOf: day, from: start, &total)
            day += 1
        }
        let eights = (day + 7) / 8
        try add(.day, day, to: eights * 8, &total)
        let sixtyFours = (eights + 7) / 8
        try add(.eightDays, eights, to: sixtyFours * 8, &total)
        let end = RollupPeriod.allTime.key(family.no, 0)
        try add(from: RollupPeriod.sixtyFourDays.key(family.no, sixtyFours), to: end, &total)
        return total
    }

    private func add<Total: RollupTotal>(
        _ period: RollupPeriod, _ first: Int64, to end: Int64, _ total: inout Total
    ) throws {
        guard first < end else { return }
        try add(from: period.key(family.no, first), to: period.key(family.no, end), &total)
    }

    private func add<Total: RollupTotal>(
        from first: Int64, to end: Int64, _ total: inout Total
    ) throws {
        try transaction.query(
            Total.statements.range, first, end,
            row: { row in try row.withBytes(0) { try total.add(encoded: $0, 1) } })
    }

    /// Adds the part of a day from an instant on. If the instant is in the first half of the day,
    /// the part before it is subtracted from the whole, which reads less.
    private func add<Total: RollupTotal>(
        restOf day: Int64, from start: Int64, _ total: inout Total
    ) throws {
        var isSplit: Bool?
        let isLate = start % RollupPeriod.dayLength > RollupPeriod.dayLength / 2
        try transaction.query(
            Total.statements.day, RollupPeriod.day.key(family.no, day)
        ) { row in
            isSplit = try row.bool(0)
            if !isLate { try row.withBytes(1) { try total.add(encoded: $0, 1) } }
        }
        guard let isSplit else { return }
        let (dayStart, dayEnd) = (
            day * RollupPeriod.dayLength, (day + 1) * RollupPeriod.dayLength
        )
        let quarter = start / RollupPeriod.quarterLength
        switch (isSplit, isLate) {
        case (false, true): try add(postsFrom: start, to: dayEnd, 1, &total)
        case (false, false): try add(postsFrom: dayStart, to: start, -1, &total)
        case (true, true):
            let next = (start + RollupPeriod.quarterLength - 1) / RollupPeriod.quarterLength
            try add(postsFrom: start, to: next * RollupPeriod.quarterLength, 1, &total)
            try add(quartersFrom: next, to: dayEnd / RollupPeriod.quarterLength, 1, &total)
        case (true, false):
            let first = dayStart / RollupPeriod.quarterLength
            try add(quartersFrom: first, to: quarter, -1, &total)
            try add(postsFrom: quarter * RollupPeriod.quarterLength, to: start, -1, &total)
        }
    }

    private func add<Total: RollupTotal>(
        quartersFrom first: Int64, to end: Int64, _ sign: Int64, _ total: inout Total
    ) throws {
        guard first < end else { return }
        try transaction.query(
            Total.statements.quarters,
            RollupPeriod.quarterKey(family.no, first), RollupPeriod.quarterKey(family.no, end),
            row: { row in try row.withBytes(0) { try total.add(encoded: $0, sign) } })
    }

    private func add<Total: RollupTotal>(
        postsFrom start: Int64, to end: Int64, _ sign: Int64, _ total: inout Total
    ) throws {
        guard start < end else { return }
        try transaction.query(
            RollupWriter.dayPostsSQL, family.no, start, end,
            row: { total.add(try PostFacts($0), sign) })
    }

    // MARK: Counts between instants

    /// Returns the number of posts before each instant, counted from the start of the first
    /// instant's day. `instants` are ascending. Sparse reads fetch 64 days per row.
    func counts(before instants: [Int64], sparsely: Bool) throws -> [Int64] {
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
            walk.counts[index] += try count(from: instants[index] - rest, to: instants[index])
        }
        return walk.counts
    }

    private func walkDays(_ walk: inout Walk, _ first: Int64, _ last: Int64) throws {
        try transaction.query(
            Self.partsSQL,
            RollupPeriod.day.key(family.no, first), RollupPeriod.day.key(family.no, last + 1),
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
            Self.partsSQL, RollupPeriod.sixtyFourDays.key(family.no, first >> 6),
            RollupPeriod.sixtyFourDays.key(family.no, last >> 6 + 1),
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
            Self.partsOfDaySQL, RollupPeriod.day.key(family.no, day)
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
        try transaction.scalar(Self.countSQL, family.no, start, end) ?? 0
    }
}

/// Traverses days in order and assigns each instant the number of posts before it.
private struct Walk {
    let instants: [Int64]
    var counts: [Int64]
    private var next = 0
    private var passed: Int64 = 0

    init(_ instants: [Int64]) {
        self.instants = instants
        counts = Array(repeating: 0, count: instants.count)
    }

    /// Assigns the instants on days without posts before `day`.
    mutating func come(toDay day: Int64) {
        while next < instants.count, instants[next] / RollupPeriod.dayLength < day { put(0) }
    }

    /// The quarter of an hour of the next instant, if it is on this day.
    func quarter(ofDay day: Int64) -> Int? {
        guard next < instants.count, instants[next] / RollupPeriod.dayLength == day else {
            return nil
        }
        return Int(instants[next] % RollupPeriod.dayLength / RollupPeriod.quarterLength)
    }

    /// Assigns the next instant; `posts` of its day precede it.
    mutating func put(_ posts: Int64) {
        counts[next] = passed + posts
        next += 1
    }

    /// Adds the posts of a completed day.
    mutating func pass(_ posts: Int64) { passed += posts }

    /// Assigns the remaining instants.
    mutating func finish() { while next < instants.count { put(0) } }
}
