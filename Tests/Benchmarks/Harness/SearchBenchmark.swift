import Contracts

/// `interactions.search` in a family of 50,000 among 1,000,000 interactions, compared with a C
/// program that steps FTS5's own statement plus a no-op with as many bytes through the
/// broker.
enum SearchBenchmark {
    private static let others = SeededFamilies(count: 950, rowsEach: 1_000)
    private static let family = SeededFamilies(first: 951, rowsEach: 50_000)
    private static let rounds = 5
    private static let calls = 100
    /// A search that finds a few interactions, and one that finds all.
    private static let queries = ["visit 4242", "transcript"]

    static func run(_ report: Report) throws {
        report.begin(
            "interactions.search in \(family.rows) of \(family.rows + others.rows) interactions")
        let interactions = try InteractionsSystem(
            seededBy: [others.mode, family.mode], family: UInt64(family.first))
        defer { interactions.stop() }
        report.note(
            "indexing of all interactions", "\(Int(interactions.indexing / .seconds(1))) s")
        for query in queries {
            let operation = SearchRecords<SearchedInteractions>.self
            let answer = try interactions.answer(operation, SearchRequest(query))
            let hits = try JSONCoding.decodeResponse(SearchAnswer.self, from: answer).hits.count
            guard hits > 0 else { throw BenchmarkFailure(description: "\(query) is not found") }
            let times = try (0..<rounds).map { _ in
                try interactions.round(
                    operation, SearchRequest(query), calls: calls,
                    statements: try interactions.limit("search", "\(family.first)", query)[0])
            }
            interactions.compare("\"\(query)\"", times, "\(hits) hits", report)
        }
    }
}
