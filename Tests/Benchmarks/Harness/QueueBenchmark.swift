import Contracts
import Foundation
import ServiceKit

/// The queue of 1,000 coaches with 5,000 contacts, all of whom are due, compared with a C program
/// that steps the same statements plus a no-op through the broker.
enum QueueBenchmark {
    private static let coaches = 1_000
    private static let contacts = 5_000
    private static let rounds = 9
    private static let calls = 30

    /// One round: the operation, a no-op, and the operation's statements in C, in microseconds.
    private struct Round {
        let ours, hop, statements: Double
    }

    static func run(_ report: Report) throws {
        report.begin("queue.list, \(coaches) coaches with \(contacts) contacts")
        let system = try BenchmarkSystem()
        for name in ["broker", "identity", "interactions"] { try system.start(name) }
        system.stop("interactions")
        let database = system.home.database(of: "interactions")
        try ChildProcess.output(
            of: Programs.limit("rows"),
            ["seedqueue", database, "1", "\(coaches)", "\(contacts)"])
        try system.start("interactions")
        let echo = try EchoService.start(in: system)
        defer { echo.stop() }
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let caller = Caller(transport: transport, clock: ProcessClock())
        try system.waitUntilIndexed()
        try system.waitUntilChecked(.interactions, caller)
        let family = FamilyID(high: 1, low: 1)
        let options = Caller.Options(
            passport: try system.passport(of: UserID(high: 1, low: 3), [family: .player]),
            family: family)
        let request = try JSONCoding.encode(ListFollowUps.Request())
        let answer = try caller.answer(ListFollowUps.self, payload: request, options: options).json
        let found = try JSONCoding.decodeResponse(ListFollowUps.Response.self, from: answer)
        guard found.followUps.count == coaches else {
            throw BenchmarkFailure(
                description: "\(found.followUps.count) of \(coaches) coaches are due")
        }
        let noOp = try JSONCoding.encode(Echo.Request(text: "queue"))
        var measured: [Round] = []
        for _ in 0..<rounds {
            let bare = try statements(database)
            let hop = try transport.p50(
                calls, noOp.count, EchoService.name, Echo.name, noOp, options)
            let ours = try transport.p50(
                calls, answer.count, ServiceName.interactions.rawValue, ListFollowUps.name,
                request, options)
            measured.append(Round(ours: ours, hop: hop, statements: bare))
        }
        compare(measured, bytes: answer.count, report)
        let served = try system.statistics(of: .interactions, caller).operations
        if let list = served.first(where: { $0.name == ListFollowUps.name }) {
            report.note(
                "p50 in the handler; from its arrival to its answer",
                "\(list.workP50Microseconds) µs; \(list.p50Microseconds) µs")
        }
    }

    /// The median of the operation's statements in C, in microseconds.
    private static func statements(_ database: String) throws -> Double {
        let text = try ChildProcess.output(
            of: Programs.limit("rows"), ["queue", database, "1", "\(calls)"])
        let numbers = text.split(separator: " ").prefix(2).compactMap { Double($0) }
        guard numbers.count == 2, numbers[1] == Double(coaches) else {
            throw BenchmarkFailure(description: "the statements in C printed: \(text)")
        }
        return numbers[0] / 1_000
    }

    private static func compare(_ rounds: [Round], bytes: Int, _ report: Report) {
        report.atMost(
            "p50 / twice its statements in C + a no-op",
            median(rounds.map { $0.ours / (2 * $0.statements + $0.hop) }), limit: 1, unit: "x",
            "(\(Int(median(rounds.map(\.ours)))) µs, "
                + "C \(Int(median(rounds.map(\.statements)))) µs, "
                + "no-op \(Int(median(rounds.map(\.hop)))) µs, \(bytes) bytes)")
    }
}
