import Contracts
import Foundation
import ServiceKit

/// `interactions.search` in a family of 50,000 among 1,000,000 interactions, compared with a C
/// program that steps FTS5's own statement plus a no-op through the broker.
enum SearchBenchmark {
    private static let otherFamilies = 950
    private static let rowsPerFamily = 1_000
    private static let number = 951
    private static let rows = 50_000
    private static let rounds = 5
    private static let calls = 100
    /// A search that finds a few interactions, and one that finds all.
    private static let queries = ["visit 4242", "transcript"]

    static func run(_ report: Report) throws {
        report.begin(
            "interactions.search in \(rows) of "
                + "\(rows + otherFamilies * rowsPerFamily) interactions")
        let system = try BenchmarkSystem()
        for name in ["broker", "identity", "interactions"] { try system.start(name) }
        system.stop("interactions")
        let database = system.home.database(of: "interactions")
        let limit = try Programs.limit("rows")
        for (first, families, rows) in [(1, otherFamilies, rowsPerFamily), (number, 1, rows)] {
            try ChildProcess.output(
                of: limit, ["seed", database, "\(first)", "\(families)", "\(rows)"])
        }
        try system.start("interactions")
        let echo = try EchoService.start(in: system)
        defer { echo.stop() }
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let caller = Caller(transport: transport, clock: ProcessClock())
        let seconds = try system.waitUntilIndexed() / .seconds(1)
        report.note("indexing of all interactions", "\(Int(seconds)) s")
        try system.waitUntilChecked(.interactions, caller)
        let family = FamilyID(high: UInt64(number), low: 1)
        let options = Caller.Options(
            passport: try system.passport(
                of: UserID(high: UInt64(number), low: 3), [family: .player]),
            family: family)
        for query in queries {
            try compare(query, database, limit, transport, options, report)
        }
    }

    private static func compare(
        _ query: String, _ database: String, _ limit: String, _ transport: BrokerTransport,
        _ options: Caller.Options, _ report: Report
    ) throws {
        let caller = Caller(transport: transport, clock: ProcessClock())
        var ratios: [Double] = []
        var times: [(ours: Double, bare: Double, hop: Double)] = []
        let request = try JSONCoding.encode(SearchRequest(query))
        let answer = try caller.answer(
            SearchRecords<SearchedInteractions>.self, payload: request, options: options
        ).json
        let hits = try JSONCoding.decodeResponse(SearchAnswer.self, from: answer).hits.count
        guard hits > 0 else { throw BenchmarkFailure(description: "\(query) is not found") }
        let noOp = try JSONCoding.encode(Echo.Request(text: query))
        for _ in 0..<rounds {
            let text = try ChildProcess.output(
                of: limit, ["search", database, "\(number)", query])
            guard let bare = Double(text.split(separator: " ").first ?? "") else {
                throw BenchmarkFailure(description: "the statement in C printed: \(text)")
            }
            let hop = try transport.p50(
                calls, noOp.count, EchoService.name, Echo.name, noOp, options)
            let ours = try transport.p50(
                calls, answer.count, ServiceName.interactions.rawValue,
                SearchRecords<SearchedInteractions>.name, request, options)
            times.append((ours, bare / 1_000, hop))
            ratios.append(ours / (2 * bare / 1_000 + hop))
        }
        report.atMost(
            "\"\(query)\", p50 / twice its statement in C + a no-op", median(ratios), limit: 1,
            unit: "x",
            "(\(Int(median(times.map(\.ours)))) µs, C \(Int(median(times.map(\.bare)))) µs, "
                + "no-op \(Int(median(times.map(\.hop)))) µs, \(hits) hits)")
    }
}
