import Contracts
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// `analytics.social` and `posts.import`. Ten thousand posts and a million; with
/// `COMPASS_BENCH_POSTS=10000000` ten million, which takes a quarter of an hour.
enum AnalyticsBenchmark {
    private static let largest =
        Int(ProcessInfo.processInfo.environment["COMPASS_BENCH_POSTS"] ?? "") ?? 1_000_000
    private static let thousandFamily = 2
    private static let ranges: [AnalyticsRange] = [.week, .month, .quarter, .all]
    private static let calls = 1_500
    private static let rounds = 5

    /// A family of the benchmark and its posts.
    private struct Size {
        let number: Int
        let posts: Int
    }

    /// p50 of each size and range, in microseconds.
    private typealias Figures = [Int: [AnalyticsRange: Double]]

    static func run(_ report: Report) throws {
        try IngestBenchmark.run(report)
        report.begin("analytics.social, ten thousand posts")
        let small = try measure(
            report, [Size(number: 1, posts: 10)] + (2...11).map { Size(number: $0, posts: 1_000) })
        let bigFamilies = max(1, largest / 1_000_000)
        report.begin("analytics.social, \(largest) posts")
        let big = try measure(
            report,
            [Size(number: 1, posts: 10), Size(number: 2, posts: 1_000)]
                + (1...bigFamilies).map {
                    Size(number: $0 + 2, posts: min(largest, 1_000_000))
                })
        report.begin("analytics.social, growth")
        for range in ranges {
            let ratio =
                (big[thousandFamily]?[range] ?? .nan) / (small[thousandFamily]?[range] ?? .nan)
            report.atMost(
                "computed, family of 1,000, range \(range.rawValue): \(largest) / 10,000 posts",
                ratio, limit: 1.2, unit: "x")
        }
    }

    private static func measure(_ report: Report, _ sizes: [Size]) throws -> Figures {
        let system = try PostSystem(families: sizes.count)
        let family = { (number: Int) in PostSystem.family(number) }
        for size in sizes { try system.fill(size.number, posts: size.posts) }
        let echo = try ChildProcess(
            Programs.own, [],
            environment: ["COMPASS_HOME": system.system.home.path, EchoService.marker: "1"],
            readyWhen: "\"message\":\"ready\"")
        defer { echo.stop() }
        var figures: Figures = [:]
        for size in sizes.prefix(3) {
            for range in ranges {
                let ratio = try system.known(
                    family(size.number), range, calls: calls / rounds, rounds)
                report.atMost(
                    "known, family of \(size.posts), range \(range.rawValue) / no-op",
                    ratio.value, limit: 1.5, unit: "x", ratio.detail)
            }
        }
        for size in sizes.prefix(3) {
            for range in ranges {
                let time = try system.computed(family(size.number), range)
                figures[size.number, default: [:]][range] = time
                let limit = size.posts <= 1_000 ? 150.0 : range == .quarter ? 900 : 400
                report.atMost(
                    "computed, family of \(size.posts), range \(range.rawValue)", time,
                    limit: limit, unit: "µs")
            }
        }
        return figures
    }
}

/// Posts that are imported, against plain SQLite that inserts the same rows in the same batches.
private enum IngestBenchmark {
    private static let posts = 200_000
    private static let memoryMax = 150.0

    static func run(_ report: Report) throws {
        report.begin("posts.import, durable, \(PostSystem.batch) rows a batch")
        let system = try PostSystem(families: 2)
        let empty = system.system.home.path + "/empty.sqlite"
        let database = system.system.home.database(of: "analytics")
        system.stopService()
        try FileManager.default.copyItem(atPath: database, toPath: empty)
        try system.startService()
        let began = ContinuousClock.now
        try system.fill([1, 2], posts: posts / 2)
        let ours = Double(posts) / ((ContinuousClock.now - began) / .seconds(1))
        let peak = try system.peakMemory()
        system.stopService()
        let text = try ChildProcess.output(
            of: try Programs.limit("posts"), ["insert", empty, database, "\(PostSystem.batch)"])
        guard let bare = Double(text.trimmed) else {
            throw BenchmarkFailure(description: "no figure: \(text)")
        }
        report.atLeast(
            "posts per second / plain SQLite, same rows", ours / bare, limit: 0.7, unit: "x",
            "(\(Int(ours))/s, SQLite \(Int(bare))/s)")
        report.atMost(
            "resident memory of the service at most", peak, limit: memoryMax, unit: "MiB")
    }
}

/// A broker, identity and analytics with families that have schools.
final class PostSystem {
    static let batch = 1_000
    private static let schools = 40
    /// Zones, each of which makes a question that was not asked before.
    private static let zones = [
        "UTC", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
        "America/Phoenix", "America/Anchorage", "Pacific/Honolulu", "America/Halifax",
        "America/St_Johns", "America/Toronto", "America/Vancouver", "America/Mexico_City",
        "America/Bogota", "America/Lima", "America/Caracas", "America/Santiago",
        "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Asia/Dubai",
        "Asia/Kolkata", "Asia/Kathmandu", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide",
        "Australia/Sydney", "Pacific/Auckland", "Pacific/Chatham",
    ]

    let system: BenchmarkSystem
    private var transport: BrokerTransport
    private var caller: Caller
    private let passports: [Int: [UInt8]]

    static func family(_ number: Int) -> FamilyID { FamilyID(high: UInt64(number), low: 1) }

    init(families: Int) throws {
        system = try BenchmarkSystem()
        try system.start("broker")
        // Nobody is let in before it is known who signed out.
        try system.start("identity")
        try system.start("analytics")
        system.stop("analytics")
        try ChildProcess.output(
            of: try Programs.limit("posts"),
            ["seed", system.home.database(of: "analytics"), "\(families)", "\(Self.schools)"])
        try system.start("analytics")
        transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        caller = Caller(transport: transport, clock: ProcessClock())
        let owner = system
        passports = Dictionary(
            uniqueKeysWithValues: try (1...families).map { number in
                let user = UserID(high: UInt64(number), low: 3)
                return (number, try owner.passport(of: user, [Self.family(number): .player]))
            })
    }

    deinit { transport.stop(by: .now) }

    func stopService() { system.stop("analytics") }
    func startService() throws { try system.start("analytics") }

    /// The most memory that the service had, in MiB (VmHWM).
    func peakMemory() throws -> Double {
        Double(try system.peakMemory(of: "analytics")) / 1_048_576
    }

    private func options(_ number: Int) -> Caller.Options {
        Caller.Options(passport: passports[number] ?? [], family: Self.family(number))
    }

    // MARK: Filling

    /// Imports posts for one family.
    func fill(_ number: Int, posts: Int) throws { try fill([number], posts: posts) }

    /// Imports so many posts for each family, all families beside each other.
    func fill(_ numbers: [Int], posts: Int) throws {
        let failures = Mutex<[String]>([])
        let (caller, scopes) = (caller, numbers.map { options($0) })
        DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
            do {
                try Self.importPosts(caller, scopes[index], numbers[index], posts)
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        if let first = failures.withLock({ $0.first }) {
            throw BenchmarkFailure(description: first)
        }
    }

    private static func importPosts(
        _ caller: Caller, _ options: Caller.Options, _ number: Int, _ posts: Int
    ) throws {
        var rows = PostRows(family: number, count: posts)
        var id: OperationID?
        var batch = 0
        while let payload = rows.next(id, number: batch + 1) {
            var keyed = options
            keyed.idempotencyKey = .make(at: ProcessClock().now())
            keyed.budget = .seconds(60)
            let answer = try caller.answer(ImportPosts.self, payload: payload, options: keyed)
            id = try JSONCoding.decodeResponse(PostVerdicts.self, from: answer.json).importID
            batch += 1
        }
        guard let id else { return }
        var keyed = options
        keyed.idempotencyKey = .make(at: ProcessClock().now())
        let summary = try caller.call(
            FinishPostImport.self, ImportDiscard(importID: id), options: keyed)
        guard summary.new == posts else {
            throw BenchmarkFailure(description: "\(summary.new) of \(posts) posts are new")
        }
    }

    // MARK: Asking

    /// How long an answer that is known takes, against one of as many octets that needs nothing.
    func known(
        _ family: FamilyID, _ range: AnalyticsRange, calls: Int, _ rounds: Int
    ) throws -> (value: Double, detail: String) {
        let options = options(Int(family.high))
        let payload = try JSONCoding.encode(SocialAnalytics.Request(range: range))
        let octets = try caller.answer(SocialAnalytics.self, payload: payload, options: options)
            .json.count
        let bare = try JSONCoding.encode(Answer.Request(octets: octets))
        var ratios: [Double] = []
        var own: [Double] = []
        for _ in 0..<rounds {
            let limit = try p50(
                calls, octets, EchoService.name, Answer.name, bare, options)
            let ours = try p50(
                calls, octets, ServiceName.analytics.rawValue, SocialAnalytics.name, payload,
                options)
            ratios.append(ours / limit)
            own.append(ours)
        }
        return (median(ratios), "(\(Int(median(own))) µs, \(octets) octets)")
    }

    private func p50(
        _ calls: Int, _ octets: Int, _ service: String, _ operation: String, _ payload: [UInt8],
        _ options: Caller.Options
    ) throws -> Double {
        var times: [Double] = []
        for _ in 0..<calls {
            let call = OutgoingCall(
                service: service, operation: operation, requestID: .make(at: ProcessClock().now()),
                family: options.family, passport: options.passport, payload: payload,
                budget: .seconds(5), isReadOnly: true)
            let done = DispatchSemaphore(value: 0)
            let answered = Mutex(0)
            let began = ContinuousClock.now
            transport.send(call) { outcome in
                if case .success(let json, _) = outcome { answered.withLock { $0 = json.count } }
                done.signal()
            }
            done.wait()
            times.append((ContinuousClock.now - began) / .microseconds(1))
            guard answered.withLock({ $0 }) == octets else {
                throw BenchmarkFailure(description: "\(operation) answered something else")
            }
        }
        return median(times)
    }

    /// How long the service computes an answer that it does not know, in microseconds.
    func computed(_ family: FamilyID, _ range: AnalyticsRange) throws -> Double {
        let options = options(Int(family.high))
        var times: [Double] = []
        for round in 0..<3 {
            for zone in Self.zones {
                _ = try caller.answer(
                    SocialAnalytics.self, SocialAnalytics.Request(range: range, timeZone: zone),
                    options: options)
                let figures = try system.statistics(of: .analytics, caller)
                let time = figures.gauges["answers.last_computation_us"] ?? 0
                // The first round is the first to see the zones.
                if round > 0 { times.append(Double(time)) }
            }
            try forget(Int(family.high))
        }
        return median(times)
    }

    /// Ends all answers about a family: a post comes and goes.
    private func forget(_ number: Int) throws {
        var keyed = options(number)
        keyed.idempotencyKey = .make(at: ProcessClock().now())
        let post = try caller.call(
            AddPost.self, PostForm(platform: "twitter", postDate: "2020-01-01T00:00:00Z"),
            options: keyed
        ).post
        keyed.idempotencyKey = .make(at: ProcessClock().now())
        _ = try caller.call(DeletePost.self, .init(id: post.id), options: keyed)
    }
}
