import Contracts
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// A family and the number of its posts.
struct PostFamily {
    let number: Int
    let posts: Int
}

/// A system whose analytics service knows families with schools.
final class PostSystem {
    static let batch = 1_000
    /// Time zones; each makes a query that was not asked before.
    private static let zones = [
        "UTC", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
        "America/Phoenix", "America/Anchorage", "Pacific/Honolulu", "America/Halifax",
        "America/St_Johns", "America/Toronto", "America/Vancouver", "America/Mexico_City",
        "America/Bogota", "America/Lima", "America/Caracas", "America/Santiago",
        "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Asia/Dubai",
        "Asia/Kolkata", "Asia/Kathmandu", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide",
        "Australia/Sydney", "Pacific/Auckland", "Pacific/Chatham",
    ]

    /// The times of an operation and of an answer of the same size that needs no work, in
    /// microseconds.
    struct Round {
        let own, bare: Double
        /// The size of the answer.
        let bytes: Int
    }

    let system: BenchmarkSystem
    let caller: Caller
    private let transport: BrokerTransport
    /// The options of calls as the player of each family.
    private let players: [Int: Caller.Options]
    private var echo: ChildProcess?

    var database: String { system.home.database(of: "analytics") }

    static func family(_ number: Int) -> FamilyID { FamilyID(high: UInt64(number), low: 1) }

    init(families: Int) throws {
        system = try BenchmarkSystem()
        try system.startServices()
        system.stop("analytics")
        try ChildProcess.output(
            of: try Programs.limit("posts"),
            ["seed", system.home.database(of: "analytics"), "\(families)", "\(PostRows.schools)"])
        try system.start("analytics")
        transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        caller = Caller(transport: transport, clock: ProcessClock())
        let owner = system
        players = Dictionary(
            uniqueKeysWithValues: try (1...families).map {
                ($0, try owner.options(in: UInt64($0)))
            })
    }

    deinit {
        transport.stop(by: .now)
        echo?.stop()
    }

    /// Starts the service whose answers need no work.
    func startEcho() throws { echo = try EchoService.start(in: system) }

    func stopService() { system.stop("analytics") }
    func startService() throws { try system.start("analytics") }

    /// Copies the database while the service is stopped. Returns the path of the copy.
    func copyDatabase() throws -> String {
        let copy = system.home.path + "/empty.sqlite"
        stopService()
        try FileManager.default.copyItem(atPath: database, toPath: copy)
        try startService()
        return copy
    }

    /// Runs a mode of the C program `posts`. Returns the numbers that it prints.
    static func limit(_ words: String...) throws -> [Double] {
        let text = try ChildProcess.output(of: Programs.limit("posts"), words)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard !numbers.isEmpty else {
            throw BenchmarkFailure(description: "no figures of \(words): \(text)")
        }
        return numbers
    }

    private func options(_ number: Int) -> Caller.Options {
        players[number] ?? Caller.Options(family: Self.family(number))
    }

    // MARK: Filling

    /// Imports the posts of all families concurrently.
    func fill(_ imports: [PostBatches]) throws {
        let failures = Mutex<[String]>([])
        let (caller, scopes) = (caller, imports.map { options($0.family) })
        // Uses threads, because a dispatch queue has no more threads than there are processors.
        let ended = DispatchSemaphore(value: 0)
        for (batches, options) in zip(imports, scopes) {
            Thread.detachNewThread {
                do {
                    try Self.importPosts(caller, options, batches)
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
                ended.signal()
            }
        }
        for _ in imports { ended.wait() }
        if let first = failures.withLock({ $0.first }) {
            throw BenchmarkFailure(description: first)
        }
    }

    private static func importPosts(
        _ caller: Caller, _ options: Caller.Options, _ batches: PostBatches
    ) throws {
        var batches = batches
        var id: OperationID?
        var batch = 0
        while let payload = batches.next(id, number: batch + 1) {
            var keyed = options.keyed
            keyed.budget = .seconds(60)
            let answer = try caller.answer(ImportPosts.self, payload: payload, options: keyed)
            id = try JSONCoding.decodeResponse(PostVerdicts.self, from: answer.json).importID
            batch += 1
        }
        guard let id else { return }
        let summary = try caller.call(
            FinishPostImport.self, ImportDiscard(importID: id), options: options.keyed)
        guard summary.new == batches.count else {
            throw BenchmarkFailure(
                description: "\(summary.new) of \(batches.count) posts are new")
        }
    }

    /// Adds encoded posts of a family one by one, so many at once. Returns posts per second.
    func add(_ posts: [[UInt8]], to number: Int, atOnce count: Int) throws -> Double {
        try CallsInFlight(
            transport: transport, service: ServiceName.analytics.rawValue,
            operation: AddPost.name, options: options(number)
        ).perSecond(posts, atOnce: count)
    }

    /// Measures no-ops in the same way; nil if there are several cores.
    func noOpsPerSecond(
        _ posts: [[UInt8]], of number: Int, atOnce count: Int
    ) throws -> Double? {
        try system.noOpsPerSecond(posts, atOnce: count, options(number))
    }

    private func add(to number: Int, postedAt: Instant) throws -> PostID {
        let form = PostForm(platform: "twitter", postDate: postedAt.text)
        return try caller.call(AddPost.self, form, options: options(number).keyed).post.id
    }

    private func delete(_ post: PostID, of number: Int) throws {
        _ = try caller.call(DeletePost.self, .init(id: post), options: options(number).keyed)
    }

    // MARK: Asking

    /// The answer of an operation to an encoded request.
    func answer<Op: Contracts.Operation>(
        _ operation: Op.Type, _ payload: [UInt8], of number: Int
    ) throws -> Op.Response {
        let json = try caller.answer(operation, payload: payload, options: options(number)).json
        return try JSONCoding.decodeResponse(Op.Response.self, from: json)
    }

    /// Measures an operation beside an answer of the same size that needs no work, by so many calls
    /// each, in turn.
    func round<Op: Contracts.Operation>(
        _ operation: Op.Type, _ payload: [UInt8], of number: Int, calls: Int
    ) throws -> Round {
        let options = options(number)
        let bytes = try caller.answer(operation, payload: payload, options: options).json.count
        let times = try transport.p50(
            TimedCall(
                service: ServiceName.analytics.rawValue, operation: Op.name, payload: payload,
                bytes: bytes),
            Answer.timed(bytes: bytes), calls: calls, options)
        return Round(own: times.one, bare: times.other, bytes: bytes)
    }

    /// The time of a cached answer relative to an answer of the same size that needs no work.
    func known(
        _ family: FamilyID, _ range: AnalyticsRange, calls: Int, _ rounds: Int
    ) throws -> (value: Double, detail: String) {
        let payload = try JSONCoding.encode(SocialAnalytics.Request(range: range))
        let times = try (0..<rounds).map { _ in
            try round(SocialAnalytics.self, payload, of: Int(family.high), calls: calls)
        }
        return (
            median(times.map { $0.own / $0.bare }),
            "(\(Int(median(times.map(\.own)))) µs, \(times.last?.bytes ?? 0) bytes)"
        )
    }

    /// Adds posts one by one and asks for a family's figures after each. Returns the median times
    /// of the first answer after a post of the family and of the known answer after a post of
    /// another one, in microseconds. Both answers find a service that has just written a post.
    func answersAfterPosts(
        _ number: Int, _ range: AnalyticsRange, posts: Int, besides other: Int
    ) throws -> (first: Double, known: Double) {
        let options = options(number)
        let payload = try JSONCoding.encode(SocialAnalytics.Request(range: range))
        let bytes = try caller.answer(SocialAnalytics.self, payload: payload, options: options)
            .json.count
        let call = TimedCall(
            service: ServiceName.analytics.rawValue, operation: SocialAnalytics.name,
            payload: payload, bytes: bytes)
        var times: (first: [Double], known: [Double]) = ([], [])
        for _ in 0..<posts {
            let own = try add(to: number, postedAt: ProcessClock().now())
            times.first.append(try transport.time(call, options))
            let others = try add(to: other, postedAt: ProcessClock().now())
            times.known.append(try transport.time(call, options))
            // The families keep their sizes.
            try delete(own, of: number)
            try delete(others, of: other)
        }
        return (median(times.first), median(times.known))
    }

    /// How long the service takes to compute an answer that is not cached, and how long an answer
    /// of the same size that needs no work takes in turn, in microseconds. Both come after a
    /// request for statistics, which leaves little of either in the processor's caches.
    func computed(
        _ family: FamilyID, _ range: AnalyticsRange
    ) throws -> (time: Double, bare: Double) {
        let options = options(Int(family.high))
        var times: (own: [Double], bare: [Double]) = ([], [])
        for round in 0..<3 {
            for zone in Self.zones {
                let request = SocialAnalytics.Request(range: range, timeZone: zone)
                _ = try system.statistics(of: .analytics, caller)
                let bytes = try caller.answer(
                    SocialAnalytics.self, payload: JSONCoding.encode(request), options: options
                ).json.count
                let figures = try system.statistics(of: .analytics, caller)
                let bare = try transport.time(Answer.timed(bytes: bytes), options)
                // The first round is the first to use these zones.
                guard round > 0 else { continue }
                times.own.append(Double(figures.gauges["answers.last_computation_us"] ?? 0))
                times.bare.append(bare)
            }
            try forget(Int(family.high))
        }
        return (median(times.own), median(times.bare))
    }

    /// Invalidates all answers about a family by adding and deleting a post.
    private func forget(_ number: Int) throws {
        // 2020-01-01
        let date = Instant(milliseconds: 1_577_836_800_000)
        try delete(try add(to: number, postedAt: date), of: number)
    }
}
