import Contracts
import Foundation
import ServiceKit

/// Durable `interactions.create` with 64 in flight, compared with plain SQLite that writes the same
/// rows, including command log and feed, in groups of the same size, and with itself without the
/// index of searches and in a home that has a million interactions.
enum CreateBenchmark {
    private static let inFlight = 64
    private static let calls = 12_000
    private static let rounds = 9
    private static let rateMin = 0.45
    private static let indexedMin = 0.85
    private static let largeMin = 0.9
    private static let otherFamilies = 1_000
    private static let rowsPerFamily = 1_000

    static func run(_ report: Report) throws {
        report.begin("interactions.create, \(inFlight) in flight, durable, keyed")
        var ours: [Double] = []
        var bare: [Double] = []
        var ratios: [Double] = []
        var indexed: [Double] = []
        var grown: [Double] = []
        var groupSize = 0
        let large = try startLarge()
        for _ in 0..<rounds {
            let round = try measure(isIndexed: true)
            ours.append(round.ours)
            bare.append(round.bare)
            ratios.append(round.ours / round.bare)
            groupSize = round.groupSize
            indexed.append(round.ours / (try measure(isIndexed: false)).ours)
            grown.append(try drive(large).perSecond / round.ours)
        }
        report.atLeast(
            "per second / plain SQLite, same rows, same groups", median(ratios), limit: rateMin,
            unit: "x",
            "(\(Int(median(ours)))/s, SQLite \(Int(median(bare)))/s, \(groupSize) a group)")
        report.atLeast(
            "per second with the index of searches / without", median(indexed),
            limit: indexedMin, unit: "x")
        report.atLeast(
            "per second in a home of \(otherFamilies * rowsPerFamily) interactions / in a new one",
            median(grown), limit: largeMin, unit: "x")
    }

    /// Starts a system whose other families have many interactions, all of them indexed.
    private static func startLarge() throws -> BenchmarkSystem {
        let system = try start(
            seeds: [["1", "1", "0"], ["2", "\(otherFamilies)", "\(rowsPerFamily)"]])
        try system.waitUntilIndexed()
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        try system.waitUntilChecked(
            .interactions, Caller(transport: transport, clock: ProcessClock()))
        return system
    }

    /// Starts a system with seeded interactions. Calls `prepare` with the path of their file before
    /// the service opens it.
    private static func start(
        seeds: [[String]], prepare: (String) throws -> Void = { _ in }
    ) throws -> BenchmarkSystem {
        let system = try BenchmarkSystem()
        // Services wait for identity, which publishes the revoked sessions.
        for name in ["broker", "identity", "interactions"] { try system.start(name) }
        system.stop("interactions")
        let database = system.home.database(of: "interactions")
        for seed in seeds {
            try ChildProcess.output(of: try Programs.limit("rows"), ["seed", database] + seed)
        }
        try prepare(database)
        try system.start("interactions")
        return system
    }

    private struct Round {
        let ours, bare: Double
        let groupSize: Int
    }

    private static func measure(isIndexed: Bool) throws -> Round {
        let folder = try ScratchFolder()
        let empty = folder.path + "/empty.sqlite"
        let system = try start(seeds: [["1", "1", "0"]]) { database in
            if !isIndexed {
                try ChildProcess.output(
                    of: try Programs.limit("rows"), ["unindexed", database, "-", "-"])
            }
            try FileManager.default.copyItem(atPath: database, toPath: empty)
        }
        let driven = try drive(system)
        system.stop("interactions")
        let text = try ChildProcess.output(
            of: try Programs.limit("rows"),
            ["create", empty, system.home.database(of: "interactions"), "\(driven.groupSize)"])
        guard let bare = Double(text.trimmed) else {
            throw BenchmarkFailure(description: "no figure: \(text)")
        }
        return Round(ours: driven.perSecond, bare: bare, groupSize: driven.groupSize)
    }

    /// Logs contacts of the first family. Returns commands per second, and how many a transaction
    /// had since the service started.
    private static func drive(
        _ system: BenchmarkSystem
    ) throws -> (perSecond: Double, groupSize: Int) {
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let family = FamilyID(high: 1, low: 1)
        let passport = try system.passport(of: UserID(high: 1, low: 3), [family: .player])
        var request = CreateInteraction.Request(
            type: "email", direction: "outbound", occurredAt: "2026-02-10T12:00:00Z")
        request.schoolID = FormField(SchoolID(high: 1, low: 4).text)
        request.subject = "Spring schedule and visit"
        request.content = FormField(
            String(repeating: "We sent the video of the last three games. ", count: 6))
        // Encoded in advance: the generator shares the processors with the system under test.
        let payload = try JSONCoding.encode(request)
        let perSecond = try CallsInFlight(
            transport: transport, service: .interactions, operation: CreateInteraction.name,
            options: .init(passport: passport, family: family)
        ).perSecond(Array(repeating: payload, count: calls), atOnce: inFlight)
        let caller = Caller(transport: transport, clock: ProcessClock())
        return (perSecond, try system.groupSize(of: .interactions, caller))
    }
}
