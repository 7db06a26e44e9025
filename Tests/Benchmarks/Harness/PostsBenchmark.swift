import Contracts

/// `posts.add`, durable, compared with plain SQLite that writes the same rows, including totals,
/// command log and feed, in groups of the same size; `posts.list` with filters, compared with a C
/// program that steps the same statements plus an answer that needs no work; and the first
/// `analytics.social` after a new post, compared with the known answer.
enum PostsBenchmark {
    /// A way of adding posts.
    private struct Load {
        let name: String
        let inFlight: Int
        let posts: Int
        /// The least rate beside plain SQLite's.
        let rateMin: Double
    }

    private static let loads = [
        Load(name: "one client", inFlight: 1, posts: 2_000, rateMin: 0.35),
        Load(
            name: "64 in flight", inFlight: 64, posts: 12_000,
            rateMin: Machine.limit(0.4, onOneCore: 0.3)),
    ]
    private static let addingRounds = 3

    private static let answered = [
        PostFamily(number: 1, posts: 1_000), PostFamily(number: 2, posts: 100_000),
    ]
    /// The most that the first answer after a post may take beside the known one.
    private static let firstAnswerMax = 3.0
    private static let answerRounds = 5
    private static let answersPerRound = 40

    private static let small = PostFamily(number: 3, posts: 3_000)
    private static let large = PostFamily(number: 4, posts: 300_000)
    private static let listRows = 50
    /// The most that a list may take beside its statements and a no-op.
    private static let listMax = 2.0
    private static let listRounds = 5
    private static let listCalls = 30

    static func run(_ report: Report) throws {
        try compareAdding(report)
        let system = try makeFamilies()
        try system.startEcho()
        try compareLists(system, report)
        try compareAnswers(system, report)
    }

    // MARK: Adding

    private static func compareAdding(_ report: Report) throws {
        report.begin("posts.add, durable, keyed")
        var measured = loads.map { _ in [CommandRate]() }
        for _ in 0..<addingRounds {
            for (place, load) in loads.enumerated() {
                measured[place].append(try measure(load))
            }
        }
        for (load, rounds) in zip(loads, measured) {
            let (ratio, detail) = CommandRate.summary(of: rounds)
            report.atLeast(
                "\(load.name), per second / \(CommandRate.limitName), same groups", ratio,
                limit: load.rateMin, unit: "x", detail)
        }
    }

    private static func measure(_ load: Load) throws -> CommandRate {
        let system = try PostSystem(families: 1)
        let empty = try system.copyDatabase()
        // Encoded in advance: the generator shares the processors with the system under test.
        var rows = PostRows(family: 1, count: load.posts)
        var posts: [[UInt8]] = []
        while let form = rows.nextForm() { posts.append(form) }
        let ours = try system.add(posts, to: rows.family, atOnce: load.inFlight)
        let groupSize = try system.system.groupSize(of: .analytics, system.caller)
        system.stopService()
        return CommandRate(
            ours: ours,
            sqlite: try PostSystem.limit("add", empty, system.database, "\(groupSize)")[0],
            noOps: try system.noOpsPerSecond(posts, of: rows.family, atOnce: load.inFlight),
            groupSize: groupSize)
    }

    // MARK: Asking

    /// Starts a service whose families have their posts, all of them indexed for searches.
    private static func makeFamilies() throws -> PostSystem {
        let sizes = answered + [small, large]
        let system = try PostSystem(families: sizes.count)
        try system.fill(sizes.map { PostBatches(PostRows(family: $0.number, count: $0.posts)) })
        // The service indexes once a minute, and when it starts.
        system.stopService()
        try system.startService()
        try system.system.waitUntilIndexed(.analytics, as: "posts")
        try system.system.waitUntilChecked(.analytics, system.caller)
        return system
    }

    private static func compareLists(_ system: PostSystem, _ report: Report) throws {
        report.begin("posts.list, the first \(listRows) of a network, a school and two sentiments")
        var lists: (small: [PostList], large: [PostList]) = ([], [])
        for _ in 0..<listRounds {
            lists.small.append(try list(small, in: system))
            lists.large.append(try list(large, in: system))
        }
        let own = median(lists.large.map(\.times.own))
        report.atMost(
            "family of \(large.posts), p50 / its statements in C + a no-op",
            median(lists.large.map { $0.times.own / ($0.statements + $0.times.bare) }),
            limit: listMax, unit: "x",
            "(\(Int(own)) µs, C \(Int(median(lists.large.map(\.statements)))) µs, "
                + "no-op \(Int(median(lists.large.map(\.times.bare)))) µs, "
                + "\(lists.large.last?.matches ?? 0) match)")
        let ratio = median(
            zip(lists.large, lists.small).map { $0.times.own / $1.times.own })
        report.note(
            "the same / in a family of \(small.posts)",
            "\((ratio * 10).rounded() / 10) x "
                + "(\(Int(median(lists.small.map(\.times.own)))) µs, "
                + "\(lists.small.last?.matches ?? 0) match)")
    }

    /// A list and its statements in C, in microseconds.
    private struct PostList {
        let times: PostSystem.Round
        let statements: Double
        /// The number of posts that the filters leave.
        let matches: Int
    }

    /// Measures the list of the filters that the C program binds, too.
    private static func list(_ size: PostFamily, in system: PostSystem) throws -> PostList {
        var request = ListPosts.Request()
        request[.platform] = SocialPlatform.twitter.rawValue
        request[.schoolID] = PostRows.schoolID(1, of: size.number).text
        request[.sentiment] = "\(Sentiment.veryPositive.rawValue),\(Sentiment.positive.rawValue)"
        request.limit = FormField(listRows)
        let payload = try JSONCoding.encode(request)
        let found = try system.answer(ListPosts.self, payload, of: size.number)
        let limit = try PostSystem.limit(
            "list", system.database, "\(size.number)", "\(listCalls)")
        guard limit.count > 2, limit[1] == Double(listRows), limit[2] == Double(found.total),
            found.posts.count == listRows
        else {
            throw BenchmarkFailure(
                description: "\(found.posts.count) of \(found.total) posts; in C \(limit)")
        }
        return PostList(
            times: try system.round(ListPosts.self, payload, of: size.number, calls: listCalls),
            statements: limit[0] / 1_000, matches: found.total)
    }

    private static func compareAnswers(_ system: PostSystem, _ report: Report) throws {
        report.begin("analytics.social, the first answer after a new post")
        for size in answered {
            let ranges = AnalyticsRange.allCases
            let rounds = try (0..<answerRounds * ranges.count).map { number in
                try system.answersAfterPosts(
                    size.number, ranges[number % ranges.count], posts: answersPerRound,
                    besides: small.number)
            }
            report.atMost(
                "family of \(size.posts), all ranges in turn / known answer",
                median(rounds.map { $0.first / $0.known }), limit: firstAnswerMax, unit: "x",
                "(\(Int(median(rounds.map { $0.first }))) µs, "
                    + "known \(Int(median(rounds.map { $0.known }))) µs)")
        }
    }
}
