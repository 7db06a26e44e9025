import Contracts
import Foundation
import ServiceKit

/// Durable `interactions.create` with 64 in flight, compared with plain SQLite that writes the same
/// rows, including command log and feed, in groups of the same size, and with itself without the
/// index of searches.
enum CreateBenchmark {
    private static let inFlight = 64
    private static let calls = 12_000
    private static let rounds = 3
    private static let indexedMin = 0.85

    static func run(_ report: Report) throws {
        report.begin("interactions.create, \(inFlight) in flight, durable, keyed")
        var ours: [Double] = []
        var bare: [Double] = []
        var ratios: [Double] = []
        var indexed: [Double] = []
        var groupSize = 0
        for _ in 0..<rounds {
            let round = try measure(isIndexed: true)
            ours.append(round.ours)
            bare.append(round.bare)
            ratios.append(round.ours / round.bare)
            groupSize = round.groupSize
            indexed.append(round.ours / (try measure(isIndexed: false)).ours)
        }
        report.atLeast(
            "per second / plain SQLite, same rows, same groups", median(ratios), limit: 0.5,
            unit: "x",
            "(\(Int(median(ours)))/s, SQLite \(Int(median(bare)))/s, \(groupSize) a group)")
        report.atLeast(
            "per second with the index of searches / without", median(indexed),
            limit: indexedMin, unit: "x")
    }

    private struct Round {
        let ours, bare: Double
        let groupSize: Int
    }

    private static func measure(isIndexed: Bool) throws -> Round {
        let system = try BenchmarkSystem()
        // Services wait for identity, which publishes the revoked sessions.
        for name in ["broker", "identity", "interactions"] { try system.start(name) }
        system.stop("interactions")
        let database = system.home.database(of: "interactions")
        try ChildProcess.output(of: try Programs.limit("rows"), ["seed", database, "1", "1", "0"])
        if !isIndexed {
            try ChildProcess.output(
                of: try Programs.limit("rows"), ["unindexed", database, "-", "-"])
        }
        let empty = system.home.path + "/empty.sqlite"
        try FileManager.default.copyItem(atPath: database, toPath: empty)
        try system.start("interactions")
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        let caller = Caller(transport: transport, clock: ProcessClock())
        let ours = try drive(transport, system)
        let groupSize = try system.groupSize(of: .interactions, caller)
        transport.stop(by: .now)
        system.stop("interactions")
        let text = try ChildProcess.output(
            of: try Programs.limit("rows"), ["create", empty, database, "\(groupSize)"])
        guard let bare = Double(text.trimmed) else {
            throw BenchmarkFailure(description: "no figure: \(text)")
        }
        return Round(ours: ours, bare: bare, groupSize: groupSize)
    }

    /// Returns commands per second.
    private static func drive(
        _ transport: BrokerTransport, _ system: BenchmarkSystem
    ) throws -> Double {
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
        return try CallsInFlight(
            transport: transport, service: .interactions, operation: CreateInteraction.name,
            options: .init(passport: passport, family: family)
        ).perSecond(Array(repeating: payload, count: calls), atOnce: inFlight)
    }
}
