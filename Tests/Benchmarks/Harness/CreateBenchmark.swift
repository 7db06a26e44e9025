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
    private static let others = SeededFamilies(first: 2, count: 1_000, rowsEach: 1_000)

    private enum Limit {
        /// On one core, the services that follow the feed of interactions share it.
        static let rate = Machine.limit(0.45, onOneCore: 0.35)
        static let indexed = 0.85
        static let large = 0.9
    }

    static func run(_ report: Report) throws {
        report.begin("interactions.create, \(inFlight) in flight, durable, keyed")
        var rates: [CommandRate] = []
        var indexed: [Double] = []
        var grown: [Double] = []
        let large = try startLarge()
        for _ in 0..<rounds {
            let rate = try measure()
            rates.append(rate)
            indexed.append(rate.ours / (try measureWithoutIndex()))
            grown.append(try Contacts(of: large).log().perSecond / rate.ours)
        }
        let (ratio, detail) = CommandRate.summary(of: rates)
        report.atLeast(
            "per second / \(CommandRate.limitName), same rows, same groups", ratio,
            limit: Limit.rate, unit: "x", detail)
        report.atLeast(
            "per second with the index of searches / without", median(indexed),
            limit: Limit.indexed, unit: "x")
        report.atLeast(
            "per second in a home of \(others.rows) interactions / in a new one",
            median(grown), limit: Limit.large, unit: "x")
    }

    /// Starts a system whose other families have many interactions, all of them indexed.
    private static func startLarge() throws -> BenchmarkSystem {
        let system = try start(among: [others])
        try system.waitUntilIndexed()
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        try system.waitUntilChecked(
            .interactions, Caller(transport: transport, clock: ProcessClock()))
        return system
    }

    /// Starts a system with a family without interactions among others. Calls `prepare` with the
    /// path of their file before the service opens it.
    private static func start(
        among others: [SeededFamilies] = [], prepare: (String) throws -> Void = { _ in }
    ) throws -> BenchmarkSystem {
        let system = try BenchmarkSystem()
        let families = [SeededFamilies(rowsEach: 0)] + others
        try system.startServices(seededBy: families.map(\.mode), prepare: prepare)
        return system
    }

    private static func measure() throws -> CommandRate {
        let folder = try ScratchFolder()
        let empty = folder.path + "/empty.sqlite"
        let system = try start {
            try FileManager.default.copyItem(atPath: $0, toPath: empty)
        }
        let contacts = try Contacts(of: system)
        let (perSecond, groupSize) = try contacts.log()
        system.stop("interactions")
        let text = try ChildProcess.output(
            of: try Programs.limit("rows"),
            ["create", empty, system.home.database(of: "interactions"), "\(groupSize)"])
        guard let sqlite = Double(text.trimmed) else {
            throw BenchmarkFailure(description: "no figure: \(text)")
        }
        return CommandRate(
            ours: perSecond, sqlite: sqlite, noOps: try contacts.noOpsPerSecond(),
            groupSize: groupSize)
    }

    /// Contacts per second without the index of searches.
    private static func measureWithoutIndex() throws -> Double {
        let system = try start {
            try ChildProcess.output(of: try Programs.limit("rows"), ["unindexed", $0, "-", "-"])
        }
        return try Contacts(of: system).log().perSecond
    }

    /// Contacts of the first family of a system.
    private struct Contacts {
        private let system: BenchmarkSystem
        private let options: Caller.Options
        private let payloads: [[UInt8]]

        init(of system: BenchmarkSystem) throws {
            self.system = system
            options = try system.options()
            var request = CreateInteraction.Request(
                type: "email", direction: "outbound", occurredAt: "2026-02-10T12:00:00Z")
            request.schoolID = FormField(SchoolID(high: 1, low: 4).text)
            request.subject = "Spring schedule and visit"
            request.content = FormField(
                String(repeating: "We sent the video of the last three games. ", count: 6))
            // Encoded in advance: the generator shares the processors with the system under test.
            payloads = Array(repeating: try JSONCoding.encode(request), count: calls)
        }

        /// Logs the contacts. Returns how many were logged per second, and how many a transaction
        /// had since the service started.
        func log() throws -> (perSecond: Double, groupSize: Int) {
            let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
            defer { transport.stop(by: .now) }
            let perSecond = try CallsInFlight(
                transport: transport, service: ServiceName.interactions.rawValue,
                operation: CreateInteraction.name, options: options
            ).perSecond(payloads, atOnce: inFlight)
            let caller = Caller(transport: transport, clock: ProcessClock())
            return (perSecond, try system.groupSize(of: .interactions, caller))
        }

        /// Measures no-ops in the same way; nil if there are several cores.
        func noOpsPerSecond() throws -> Double? {
            try system.noOpsPerSecond(payloads, atOnce: inFlight, options)
        }
    }
}
