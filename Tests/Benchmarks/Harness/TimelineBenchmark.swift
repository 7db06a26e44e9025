import Contracts
import Foundation
import ServiceKit

/// The first page of a timeline of 5,000 contacts and its figures, compared with a C program that
/// steps the same statements plus a no-op through the broker.
enum TimelineBenchmark {
    private static let rows = 5_000
    private static let rounds = 5
    private static let calls = 200

    static func run(_ report: Report) throws {
        report.begin("interactions.timeline, the first page of \(rows) contacts, and the figures")
        let system = try BenchmarkSystem()
        for name in ["broker", "identity", "interactions"] { try system.start(name) }
        system.stop("interactions")
        let database = system.home.database(of: "interactions")
        let limit = try Programs.limit("rows")
        try ChildProcess.output(of: limit, ["seed", database, "1", "1", "\(rows)"])
        try system.start("interactions")
        let echo = try EchoService.start(in: system)
        defer { echo.stop() }
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let caller = Caller(transport: transport, clock: ProcessClock())
        try system.waitUntilChecked(.interactions, caller)
        let family = FamilyID(high: 1, low: 1)
        let options = Caller.Options(
            passport: try system.passport(of: UserID(high: 1, low: 3), [family: .player]),
            family: family)
        let school = TimelineSubject.school(SchoolID(high: 1, low: 4))
        let page = try measured(
            ListTimeline<TimelineContacts>.self, TimelineRequest(school), caller, transport,
            options)
        let figures = try measured(
            ShowTimelineFigures.self, .init(school), caller, transport, options)
        let statements = try (0..<rounds).map { _ in
            let text = try ChildProcess.output(
                of: limit, ["timeline", database, "1", "\(calls)"])
            let numbers = text.split(separator: " ").prefix(4).compactMap { Double($0) }
            guard numbers.count == 4, numbers[2] == 21, numbers[3] == Double(rows) else {
                throw BenchmarkFailure(description: "the statements in C printed: \(text)")
            }
            return (page: numbers[0] / 1_000, figures: numbers[1] / 1_000)
        }
        compare("the first page", page, median(statements.map(\.page)), report)
        compare("the figures", figures, median(statements.map(\.figures)), report)
    }

    /// The medians of an operation and of a no-op, in microseconds.
    private static func measured<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, _ caller: Caller,
        _ transport: BrokerTransport, _ options: Caller.Options
    ) throws -> (ours: Double, hop: Double) {
        let payload = try JSONCoding.encode(request)
        let answer = try caller.answer(operation, payload: payload, options: options).json
        let noOp = try JSONCoding.encode(Echo.Request(text: "timeline"))
        var times: [(ours: Double, hop: Double)] = []
        for _ in 0..<rounds {
            let hop = try transport.p50(
                calls, noOp.count, EchoService.name, Echo.name, noOp, options)
            let ours = try transport.p50(
                calls, answer.count, ServiceName.interactions.rawValue, Op.name, payload, options)
            times.append((ours, hop))
        }
        return (median(times.map(\.ours)), median(times.map(\.hop)))
    }

    private static func compare(
        _ name: String, _ times: (ours: Double, hop: Double), _ statements: Double,
        _ report: Report
    ) {
        report.atMost(
            "\(name), p50 / twice its statements in C + a no-op",
            times.ours / (2 * statements + times.hop), limit: 1, unit: "x",
            "(\(Int(times.ours)) µs, C \(Int(statements)) µs, no-op \(Int(times.hop)) µs)")
    }
}
