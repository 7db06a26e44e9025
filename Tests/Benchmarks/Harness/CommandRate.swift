import Contracts
import Foundation
import ServiceKit

/// How many durable commands a service does in a second, and what it is compared with.
struct CommandRate {
    /// What the limit is called.
    static let limitName =
        Machine.hasOneCore ? "plain SQLite and no-ops in turn" : "plain SQLite"

    let ours, sqlite: Double
    /// No-ops with the same payloads, on one core only. There, the client and the broker take their
    /// time from the service, while plain SQLite has the core to itself.
    let noOps: Double?
    /// How many commands a transaction had.
    let groupSize: Int

    private var ratio: Double { ours / (noOps.map { rateInTurn(sqlite, $0) } ?? sqlite) }

    /// The median of the rounds, and their rates as text.
    static func summary(of rounds: [CommandRate]) -> (ratio: Double, detail: String) {
        let noOps = rounds.compactMap(\.noOps)
        let parts =
            [
                "\(Int(median(rounds.map(\.ours))))/s",
                "SQLite \(Int(median(rounds.map(\.sqlite))))/s",
            ] + (noOps.isEmpty ? [] : ["no-ops \(Int(median(noOps)))/s"])
            + ["\(rounds.last?.groupSize ?? 0) a group"]
        return (median(rounds.map(\.ratio)), "(\(parts.joined(separator: ", ")))")
    }
}

extension BenchmarkSystem {
    /// Measures how many no-ops with these payloads are done in a second, so many at once; nil if
    /// there are several cores.
    func noOpsPerSecond(
        _ payloads: [[UInt8]], atOnce count: Int, _ options: Caller.Options
    ) throws -> Double? {
        guard Machine.hasOneCore else { return nil }
        let echo = try EchoService.start(in: self)
        defer { echo.stop() }
        let transport = try BrokerTransport(endpoint: home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        return try CallsInFlight(
            transport: transport, service: EchoService.name, operation: Echo.name,
            options: options
        ).perSecond(payloads, atOnce: count)
    }
}
