import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// Computes the page's answer for one family, range and time zone from the rollups.
struct SocialFigures {
    /// An answer and how long it stays valid while the family's posts do not change.
    struct Answer {
        var response: SocialAnalytics.Response
        /// The last instant at which the answer is valid.
        let validUntil: Instant
    }

    static let unknownSchool = FilterRecord.school.unknownLabel
    /// The most schools whose names are read one by one; above it, all names are read at once.
    static let singleNamesMax = 24

    static let firstPostSQL = """
        SELECT posted_at FROM posts INDEXED BY posts_by_time
        WHERE family_no = ?1 AND posted_at >= ?2 AND deleted_at IS NULL
        ORDER BY posted_at LIMIT 1
        """
    static let skippedSQL = "SELECT count(*) FROM unreadable_posts WHERE family_no = ?1"
    static let schoolsSQL = """
        SELECT number, school_id, name FROM family_schools WHERE family_no = ?1
        """
    static let schoolSQL = schoolsSQL + " AND number = ?2"

    let family: Family
    let transaction: ReadTransaction
    let tables: ZoneTables

    /// Returns the answer as of `now`.
    func answer(
        _ range: AnalyticsRange, in zone: TimeZone, now: Instant
    ) throws -> Answer {
        let start = range.days.map { self.start(ofLast: $0, before: now, in: zone) }
        let first = try firstPost(from: start?.milliseconds ?? 0)
        var response = SocialAnalytics.Response(
            range: range, timeZone: zone.identifier, asOf: now)
        let begin = start?.milliseconds ?? first ?? now.milliseconds
        let table = tables.table(
            zone, from: min(begin, now.milliseconds),
            to: now.milliseconds + 3 * RollupPeriod.dayLength)
        let reader = RollupReader(family: family, transaction: transaction)
        let totals: Totals =
            try start.map { try reader.total(from: $0.milliseconds) } ?? reader.all()
        fill(&response, with: totals.counts)
        response.skipped = try transaction.count(Self.skippedSQL, family.no)
        try fill(&response, schools: totals.schools)
        if let axis = try axis(range, first, today: table.day(at: now.milliseconds), table) {
            try fill(&response, axis, axis.stretches(from: begin, in: table), reader)
        }
        if totals.counts.recruiting > 0 {
            let posts = PostRepository(family: family, transaction: transaction)
            response.recentRecruitingPosts = try posts.recruiting(
                notBefore: start ?? .earliest, limit: SocialAnalytics.recentMax)
        }
        return Answer(
            response: response,
            validUntil: validity(range, start, first, at: now, table))
    }

    /// The start of the window, as in lists. The zone table computes it without a calendar unless
    /// the clocks change within a day of it.
    private func start(ofLast days: Int, before now: Instant, in zone: TimeZone) -> Instant {
        let day = RollupPeriod.dayLength
        let table = tables.table(
            zone, from: now.milliseconds - Int64(days + 3) * day, to: now.milliseconds + 3 * day)
        let same = now.milliseconds - Int64(days) * day
        let span = table.span(at: same)
        guard span.start <= same - day, same + day < span.end else {
            return DateWindow.start(ofLast: days, before: now, in: zone)
        }
        let moved = table.span(at: now.milliseconds).offset - span.offset
        return Instant(milliseconds: same + moved)
    }

    private func firstPost(from start: Int64) throws -> Int64? {
        try transaction.scalar(Self.firstPostSQL, family.no, start)
    }

    /// The axis of the chart; "all time" begins with the first post and has no chart without one.
    private func axis(
        _ range: AnalyticsRange, _ first: Int64?, today: Int64, _ table: ZoneTable
    ) throws -> ChartAxis? {
        if let days = range.days { return ChartAxis(last: days, today: today) }
        return try first.map { ChartAxis(from: try firstDay($0, table), today: today) }
    }

    /// The first day with posts. It is usually the day of the first post; if the clocks were set
    /// back past midnight after it, a later post may lie on the day before.
    private func firstDay(_ first: Int64, _ table: ZoneTable) throws -> Int64 {
        let day = table.day(at: first)
        let next = first + RollupPeriod.dayLength
        for span in table.spans where span.start > first && span.start < next {
            let before = table.day(at: span.start)
            let end = (before + 1) * RollupPeriod.dayLength - span.offset
            if before < day, let post = try firstPost(from: span.start), post < end {
                return before
            }
        }
        return day
    }

    // MARK: Blocks

    private func fill(_ response: inout SocialAnalytics.Response, with counts: Counts) {
        let known = Sentiment.allCases.indices.map { Int(counts.sentiments[$0]) }
        let analyzed = known.reduce(0, +)
        response.summary.totalPosts = Int(counts.total)
        response.summary.recruitingPosts = Int(counts.recruiting)
        response.summary.analyzedPosts = analyzed
        response.summary.positivePosts = zip(Sentiment.allCases, known)
            .reduce(0) { $0 + ($1.0.isPositive ? $1.1 : 0) }
        response.sentiment = zip(Sentiment.allCases, known).map {
            SentimentShare($0, count: $1, of: analyzed)
        }
        response.platforms = SocialPlatform.allCases.map { platform in
            let count = platform == .twitter ? counts.twitter : counts.total - counts.twitter
            return PlatformCount(platform, count: Int(count))
        }
    }

    /// Fills in the bars and the counts before and after them, so that all of them add up to the
    /// total.
    private func fill(
        _ response: inout SocialAnalytics.Response, _ axis: ChartAxis,
        _ stretches: [ChartAxis.Stretch], _ reader: RollupReader
    ) throws {
        var instants: [Int64] = []
        for stretch in stretches {
            if instants.last != stretch.start { instants.append(stretch.start) }
            instants.append(stretch.end)
        }
        let countsBefore = try reader.counts(before: instants, sparsely: axis.kind != .day)
        var counts = Array(repeating: 0, count: axis.count)
        var before = 0
        var at = 0
        for stretch in stretches {
            if instants[at] != stretch.start { at += 1 }
            let posts = Int(countsBefore[at + 1] - countsBefore[at])
            at += 1
            if stretch.bucket < 0 { before += posts } else { counts[stretch.bucket] += posts }
        }
        let highest = max(counts.max() ?? 0, 1)
        response.bucket = axis.kind
        response.activity = zip(axis.days, counts).map { day, count in
            ActivityBucket(
                date: ChartAxis.date(day), label: axis.label(day), count: count,
                height: Percentage.exact(count, of: highest))
        }
        response.beforeFirstBucket = before
        response.afterLastBucket =
            response.summary.totalPosts - before - counts.reduce(0, +)
    }

    /// Fills in the number of active schools and the most active ones (T-05, T-06).
    private func fill(
        _ response: inout SocialAnalytics.Response, schools: [Int64]
    ) throws {
        let active = schools.indices.filter { schools[$0] > 0 }
        response.summary.activeSchools = active.count
        let places = active.map { schools[$0] }.sorted(by: >).prefix(SocialAnalytics.schoolsMax)
        guard let least = places.last else { return }
        // Schools that tie for the last place are ranked by name.
        let candidates = try named(active.filter { schools[$0] >= least })
        let hasTies = Set(candidates.map { schools[$0.number] }).count < candidates.count
        let ranked = candidates.map { school in
            (
                school: school, posts: schools[school.number],
                folded: hasTies ? CaseFolding.fold(school.name) : ""
            )
        }.sorted {
            if $0.posts != $1.posts { return $0.posts > $1.posts }
            if $0.folded != $1.folded { return $0.folded < $1.folded }
            return $0.school.id < $1.school.id
        }
        response.topSchools = ranked.prefix(SocialAnalytics.schoolsMax).enumerated().map {
            SchoolActivity(
                rank: $0 + 1, id: $1.school.id, name: $1.school.name, postCount: Int($1.posts))
        }
    }

    private struct NamedSchool {
        let number: Int
        let id: SchoolID
        let name: String
    }

    private func named(_ numbers: [Int]) throws -> [NamedSchool] {
        let map: (borrowing Row) throws -> NamedSchool = { row in
            NamedSchool(
                number: Int(try row.int64(0)), id: try row.identifier(1),
                name: try row.textOrNil(2) ?? Self.unknownSchool)
        }
        if numbers.count <= Self.singleNamesMax {
            var schools: [NamedSchool] = []
            for number in numbers {
                try transaction.query(
                    Self.schoolSQL, family.no, number, row: { schools.append(try map($0)) })
            }
            return schools
        }
        let wanted = Set(numbers)
        return try transaction.rows(Self.schoolsSQL, family.no, map: map)
            .filter { wanted.contains($0.number) }
    }

    // MARK: Validity

    /// The end of validity: the reader's next day, the next post that leaves the window, or a clock
    /// change at `now` or at the start of the window, whichever comes first. Until then both ends
    /// move together. When local times repeat (clocks set back), the answer expires before the
    /// repeated hour.
    private func validity(
        _ range: AnalyticsRange, _ start: Instant?, _ next: Int64?, at now: Instant,
        _ table: ZoneTable
    ) -> Instant {
        let time = now.milliseconds
        let span = table.span(at: time)
        let tomorrow = (table.day(at: time) + 1) * RollupPeriod.dayLength - span.offset
        var end = min(tomorrow, span.end) - 1
        if let start = start?.milliseconds, let days = range.days {
            let far = table.span(at: start)
            let isStraight =
                start + far.offset == time + span.offset - Int64(days) * RollupPeriod.dayLength
            guard isStraight else { return now }
            let twice = max(0, far.offset - table.span(at: far.end).offset)
            end = min(end, time + far.end - twice - 1 - start)
            if let next { end = min(end, time + next - start) }
        }
        return max(now, Instant(milliseconds: end))
    }
}
