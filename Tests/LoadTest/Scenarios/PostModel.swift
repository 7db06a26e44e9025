import Contracts

/// The posts that a family of the test was given, and so what its figures must be.
struct PostModel: Sendable {
    /// A post, as far as figures are compared: small, as there may be millions.
    struct Row: Sendable, Equatable {
        /// Milliseconds since 1970; no two rows of a family have the same.
        var date: Int64
        var isInstagram: Bool
        var isRecruiting: Bool
        /// The place in `Sentiment.allCases`; nil for a post that nobody looked at.
        var sentiment: Int8?
    }

    /// A day, in milliseconds.
    static let day: Int64 = 86_400_000

    /// Newest first.
    private let rows: [Row]
    /// Sums over the first so many rows: recruiting, Instagram, each sentiment.
    private let sums: [[Int32]]

    init(_ rows: [Row]) {
        self.rows = rows.sorted { $0.date > $1.date }
        let sentiments = Sentiment.allCases.count
        var running = [Int32](repeating: 0, count: 2 + sentiments)
        var sums: [[Int32]] = []
        sums.reserveCapacity(rows.count / PostModel.stride + 1)
        for (place, row) in self.rows.enumerated() {
            if place.isMultiple(of: PostModel.stride) { sums.append(running) }
            PostModel.count(row, into: &running)
        }
        self.sums = sums
    }

    /// Sums are kept for every so many rows.
    private static let stride = 256

    private static func count(_ row: Row, into sums: inout [Int32]) {
        if row.isRecruiting { sums[0] += 1 }
        if row.isInstagram { sums[1] += 1 }
        if let sentiment = row.sentiment { sums[2 + Int(sentiment)] += 1 }
    }

    var count: Int { rows.count }

    /// How many rows are not older than this.
    private func count(since start: Int64) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].date >= start { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func sums(overFirst count: Int) -> [Int32] {
        let place = min(count / PostModel.stride, sums.count - 1)
        guard place >= 0 else { return [Int32](repeating: 0, count: 2 + Sentiment.allCases.count) }
        var running = sums[place]
        for row in rows[(place * PostModel.stride)..<count] {
            PostModel.count(row, into: &running)
        }
        return running
    }

    /// What is wrong with the figures of this range; nil if nothing is.
    func problem(_ range: AnalyticsRange, _ answer: SocialAnalytics.Response) -> String? {
        // A stale answer may be as old as it says; its figures are those of an earlier instant.
        if answer.stale { return nil }
        let start = range.days.map { answer.asOf.milliseconds - Int64($0) * PostModel.day }
        let total = start.map { count(since: $0) } ?? rows.count
        let sums = sums(overFirst: total)
        func wrong(_ what: String, _ told: Int, _ right: Int) -> String? {
            told == right
                ? nil : "analytics.social \(range.rawValue): \(what) is \(told), not \(right)"
        }
        let instagram = answer.platforms.first { $0.platform == .instagram }?.count ?? -1
        let twitter = answer.platforms.first { $0.platform == .twitter }?.count ?? -1
        let activity =
            answer.activity.map(\.count).reduce(0, +) + answer.beforeFirstBucket
            + answer.afterLastBucket
        var problems = [
            wrong("total", answer.summary.totalPosts, total),
            wrong("recruiting", answer.summary.recruitingPosts, Int(sums[0])),
            wrong("Instagram", instagram, Int(sums[1])),
            wrong("Twitter", twitter, total - Int(sums[1])),
            wrong("the chart's sum", activity, total),
            wrong("analyzed", answer.summary.analyzedPosts, Int(sums[2...].reduce(0, +))),
        ]
        for (place, sentiment) in Sentiment.allCases.enumerated() {
            let told = answer.sentiment.first { $0.type == sentiment }?.count ?? -1
            problems.append(wrong(sentiment.rawValue, told, Int(sums[2 + place])))
        }
        return problems.compactMap { $0 }.first
    }

    /// What is wrong with a list of the newest posts; nil if nothing is.
    func problem(limit: Int, isRecruiting: Bool, _ answer: ListPosts.Response) -> String? {
        let left = isRecruiting ? Int(sums(overFirst: rows.count)[0]) : rows.count
        guard answer.total == left else {
            return "posts.list: the total is \(answer.total), not \(left)"
        }
        let expected = rows.lazy.filter { !isRecruiting || $0.isRecruiting }.prefix(limit)
        guard answer.posts.map(\.postDate.milliseconds) == expected.map(\.date) else {
            return "posts.list: the rows are not the newest ones"
        }
        return nil
    }
}
