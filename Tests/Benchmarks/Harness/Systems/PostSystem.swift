import Contracts
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// A broker, identity and analytics, with families that have schools.
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

    let system: BenchmarkSystem
    private var transport: BrokerTransport
    private var caller: Caller
    private let passports: [Int: [UInt8]]

    static func family(_ number: Int) -> FamilyID { FamilyID(high: UInt64(number), low: 1) }

    init(families: Int) throws {
        system = try BenchmarkSystem()
        try system.start("broker")
        // Services wait for identity, which publishes the revoked sessions.
        try system.start("identity")
        try system.start("analytics")
        system.stop("analytics")
        try ChildProcess.output(
            of: try Programs.limit("posts"),
            ["seed", system.home.database(of: "analytics"), "\(families)", "\(PostRows.schools)"])
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

    private func options(_ number: Int) -> Caller.Options {
        Caller.Options(passport: passports[number] ?? [], family: Self.family(number))
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
        guard summary.new == batches.count else {
            throw BenchmarkFailure(
                description: "\(summary.new) of \(batches.count) posts are new")
        }
    }

    // MARK: Asking

    /// The time of a cached answer relative to an answer of the same size that needs no work, and
    /// that answer's time in microseconds.
    func known(
        _ family: FamilyID, _ range: AnalyticsRange, calls: Int, _ rounds: Int
    ) throws -> (value: Double, bare: Double, detail: String) {
        let options = options(Int(family.high))
        let payload = try JSONCoding.encode(SocialAnalytics.Request(range: range))
        let bytes = try caller.answer(SocialAnalytics.self, payload: payload, options: options)
            .json.count
        let bare = try JSONCoding.encode(Answer.Request(bytes: bytes))
        var ratios: [Double] = []
        var own: [Double] = []
        var bares: [Double] = []
        for _ in 0..<rounds {
            let times = try transport.p50(
                TimedCall(
                    service: ServiceName.analytics.rawValue, operation: SocialAnalytics.name,
                    payload: payload, bytes: bytes),
                TimedCall(
                    service: EchoService.name, operation: Answer.name, payload: bare, bytes: bytes),
                calls: calls, options)
            ratios.append(times.one / times.other)
            own.append(times.one)
            bares.append(times.other)
        }
        return (
            median(ratios), median(bares), "(\(Int(median(own))) µs, \(bytes) bytes)"
        )
    }

    /// How long the service takes to compute an answer that is not cached, in microseconds.
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
                // The first round is the first to use these zones.
                if round > 0 { times.append(Double(time)) }
            }
            try forget(Int(family.high))
        }
        return median(times)
    }

    /// Invalidates all answers about a family by adding and deleting a post.
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
