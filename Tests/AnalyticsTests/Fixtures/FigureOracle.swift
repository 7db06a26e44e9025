import Contracts
import Foundation

/// The page's figures by looking at every post, as the specification says it and with nothing of
/// the service.
struct FigureOracle {
    /// A post as the test knows it.
    struct RawPost {
        var id: PostID?
        var url: String
        var date: Instant
        var platform: SocialPlatform
        var isRecruiting: Bool
        var sentiment: Sentiment?
        var school: SchoolID?
    }

    let posts: [RawPost]
    /// Schools without a name here are unknown.
    let names: [SchoolID: String]
    let range: AnalyticsRange
    let zone: TimeZone
    let now: Instant

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Plain dates have nothing to do with zones.
    private static let plain: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func date(_ text: String) -> Date {
        Instant(text: "\(text)T12:00:00Z")?.date ?? .distantPast
    }

    private static func text(_ date: Date) -> String {
        String(Instant(date).text.prefix(10))
    }

    private static func add(_ days: Int, to text: String) -> String {
        Self.text(plain.date(byAdding: .day, value: days, to: date(text)) ?? .distantPast)
    }

    /// The reader's day of an instant.
    private func day(_ instant: Instant) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: instant.date)
        func two(_ number: Int?) -> String {
            let digits = String(number ?? 0)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    }

    /// SA-05, T-14.
    private var selected: [RawPost] {
        guard let days = range.days else { return posts }
        // Whole seconds, since dates of Foundation round.
        let rest = now.milliseconds % 1_000
        let second = Date(timeIntervalSince1970: Double(now.milliseconds - rest) / 1_000)
        let start = calendar.date(byAdding: .day, value: -days, to: second) ?? second
        let cut = Int64(start.timeIntervalSince1970) * 1_000 + rest
        return posts.filter { $0.date.milliseconds >= cut }
    }

    /// The first day of each bucket.
    private func firstDays(of selected: [RawPost]) -> (AnalyticsBucket, [String]) {
        let today = day(now)
        if let days = range.days {
            return (.day, (0..<days).map { Self.add($0 - days + 1, to: today) })
        }
        guard let first = selected.map({ day($0.date) }).min() else { return (.day, []) }
        let begin = min(first, today)
        let span = Self.plain.dateComponents([.day], from: Self.date(begin), to: Self.date(today))
        let length = (span.day ?? 0) + 1
        if length <= 366 { return (.day, (0..<length).map { Self.add($0, to: begin) }) }
        var days: [String] = []
        if length <= 1_827 {
            // Calendar counts Sunday as 1.
            let weekday = Self.plain.component(.weekday, from: Self.date(begin))
            var monday = Self.add(-((weekday + 5) % 7), to: begin)
            while monday <= today {
                days.append(monday)
                monday = Self.add(7, to: monday)
            }
            return (.week, days)
        }
        var month = begin.prefix(8) + "01"
        while month <= today {
            days.append(String(month))
            month = Self.add(31, to: String(month)).prefix(8) + "01"
        }
        return (.month, days)
    }

    private func percentage(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) * 100 / Double(whole)
    }

    /// The answer, but for the posts themselves, which are told by their address.
    var expected: (response: SocialAnalytics.Response, recent: Set<String>, recentDates: [Instant])
    {
        let selected = selected
        var response = SocialAnalytics.Response(range: range, timeZone: zone.identifier, asOf: now)
        let analyzed = selected.compactMap(\.sentiment)
        let positive = analyzed.filter { $0 == .positive || $0 == .veryPositive }
        response.summary.totalPosts = selected.count
        response.summary.recruitingPosts = selected.filter(\.isRecruiting).count
        response.summary.positivePosts = positive.count
        response.summary.analyzedPosts = analyzed.count
        response.sentiment = Sentiment.allCases.map { kind in
            SentimentShare(
                kind, count: analyzed.filter { $0 == kind }.count, of: analyzed.count)
        }
        response.platforms = SocialPlatform.allCases.map { platform in
            PlatformCount(platform, count: selected.filter { $0.platform == platform }.count)
        }
        fill(&response, selected)
        let bySchool = Dictionary(grouping: selected.filter { $0.school != nil }) { $0.school }
        response.summary.activeSchools = bySchool.count
        let ranked = bySchool.compactMap { id, posts in
            id.map { (id: $0, name: names[$0] ?? "Unknown School", posts: posts.count) }
        }.sorted { left, right in
            if left.posts != right.posts { return left.posts > right.posts }
            if left.name.lowercased() != right.name.lowercased() {
                return left.name.lowercased() < right.name.lowercased()
            }
            return left.id < right.id
        }
        response.topSchools = ranked.prefix(5).enumerated().map { place, row in
            SchoolActivity(rank: place + 1, id: row.id, name: row.name, postCount: row.posts)
        }
        let recruiting = selected.filter(\.isRecruiting).sorted { $0.date > $1.date }
        let recent = recruiting.prefix(5)
        let last = recent.last?.date
        return (
            response, Set(recruiting.filter { $0.date >= last ?? .latest }.map(\.url)),
            recent.map(\.date)
        )
    }

    private func fill(_ response: inout SocialAnalytics.Response, _ selected: [RawPost]) {
        let (bucket, days) = firstDays(of: selected)
        let today = day(now)
        var counts = Array(repeating: 0, count: days.count)
        for post in selected {
            let day = day(post.date)
            if let place = days.lastIndex(where: { $0 <= day }), day <= today {
                counts[place] += 1
            } else if day > today, !days.isEmpty {
                response.afterLastBucket += 1
            } else {
                response.beforeFirstBucket += 1
            }
        }
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let highest = max(counts.max() ?? 0, 1)
        response.bucket = bucket
        response.activity = zip(days, counts).map { day, count in
            let parts = day.split(separator: "-").compactMap { Int($0) }
            let month = names[parts[1] - 1]
            let label =
                switch bucket {
                case .day: "\(month) \(parts[2])"
                case .week: "\(month) \(parts[2]), \(parts[0])"
                case .month: "\(month) \(parts[0])"
                }
            return ActivityBucket(
                date: day, label: label, count: count, height: percentage(count, highest))
        }
    }
}
