import Contracts
import Foundation
import ServiceKit

/// The first page of a timeline of 5,000 contacts and its figures, compared with a C program that
/// steps the same statements plus a no-op through the broker.
enum TimelineBenchmark {
    private static let rows = 5_000
    private static let pageRows = 21
    private static let rounds = 9
    private static let calls = 100

    /// One round: an operation, a no-op, and the operation's statements in C, in microseconds.
    private struct Round {
        let ours, hop, statements: Double
    }

    static func run(_ report: Report) throws {
        report.begin("interactions.timeline, the first page of \(rows) contacts, and the figures")
        let system = try BenchmarkSystem()
        for name in ["broker", "identity", "interactions"] { try system.start(name) }
        system.stop("interactions")
        let database = system.home.database(of: "interactions")
        try ChildProcess.output(
            of: Programs.limit("rows"), ["seed", database, "1", "1", "\(rows)"])
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
        let school = TimelineSubject.school(SchoolID(high: 1, low: 4))
        var (pages, figures): ([Round], [Round]) = ([], [])
        for _ in 0..<rounds {
            let statements = try statements(database)
            pages.append(
                try round(
                    ListTimeline<TimelineContacts>.self, TimelineRequest(school),
                    statements.page, caller, transport, options))
            figures.append(
                try round(
                    ShowTimelineFigures.self, .init(school), statements.figures, caller,
                    transport, options))
        }
        compare("the first page", pages, report)
        compare("the figures", figures, report)
        let served = try system.statistics(of: .interactions, caller).operations
        if let list = served.first(where: { $0.name == ListTimeline<TimelineContacts>.name }) {
            report.note(
                "p50 of the first page in the handler; from its arrival to its answer",
                "\(list.workP50Microseconds) µs; \(list.p50Microseconds) µs")
        }
    }

    /// The medians of both operations' statements in C, in microseconds.
    private static func statements(_ database: String) throws -> (page: Double, figures: Double) {
        let text = try ChildProcess.output(
            of: Programs.limit("rows"), ["timeline", database, "1", "\(calls)"])
        let numbers = text.split(separator: " ").prefix(4).compactMap { Double($0) }
        guard numbers.count == 4, numbers[2] == Double(pageRows), numbers[3] == Double(rows) else {
            throw BenchmarkFailure(description: "the statements in C printed: \(text)")
        }
        return (numbers[0] / 1_000, numbers[1] / 1_000)
    }

    private static func round<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, _ statements: Double, _ caller: Caller,
        _ transport: BrokerTransport, _ options: Caller.Options
    ) throws -> Round {
        let payload = try JSONCoding.encode(request)
        let answer = try caller.answer(operation, payload: payload, options: options).json
        let noOp = try JSONCoding.encode(Echo.Request(text: "timeline"))
        let hop = try transport.p50(
            calls, noOp.count, EchoService.name, Echo.name, noOp, options)
        let ours = try transport.p50(
            calls, answer.count, ServiceName.interactions.rawValue, Op.name, payload, options)
        return Round(ours: ours, hop: hop, statements: statements)
    }

    private static func compare(_ name: String, _ rounds: [Round], _ report: Report) {
        report.atMost(
            "\(name), p50 / twice its statements in C + a no-op",
            median(rounds.map { $0.ours / (2 * $0.statements + $0.hop) }), limit: 1, unit: "x",
            "(\(Int(median(rounds.map(\.ours)))) µs, "
                + "C \(Int(median(rounds.map(\.statements)))) µs, "
                + "no-op \(Int(median(rounds.map(\.hop)))) µs)")
    }
}
