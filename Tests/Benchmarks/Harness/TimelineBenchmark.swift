import Contracts

/// The first page of a timeline of 5,000 contacts and its figures, compared with a C program that
/// steps the same statements plus a no-op with as many bytes through the broker.
enum TimelineBenchmark {
    private static let rows = 5_000
    private static let pageRows = 21
    private static let rounds = 9
    private static let calls = 100

    static func run(_ report: Report) throws {
        report.begin("interactions.timeline, the first page of \(rows) contacts, and the figures")
        let interactions = try InteractionsSystem(seededBy: [SeededFamilies(rowsEach: rows).mode])
        defer { interactions.stop() }
        let school = TimelineSubject.school(SchoolID(high: 1, low: 4))
        var (pages, figures): ([InteractionsSystem.Round], [InteractionsSystem.Round]) = ([], [])
        for _ in 0..<rounds {
            let limit = try interactions.limit("timeline", "1", "\(calls)")
            guard limit.count > 3, limit[2] == Double(pageRows), limit[3] == Double(rows) else {
                throw BenchmarkFailure(description: "the statements in C printed: \(limit)")
            }
            pages.append(
                try interactions.round(
                    ListTimeline<TimelineContacts>.self, TimelineRequest(school), calls: calls,
                    statements: limit[0]))
            figures.append(
                try interactions.round(
                    ShowTimelineFigures.self, .init(school), calls: calls, statements: limit[1]))
        }
        interactions.compare("the first page", pages, "\(pageRows) rows", report)
        interactions.compare("the figures", figures, "\(rows) rows", report)
        try interactions.noteHandler(ListTimeline<TimelineContacts>.self, report)
    }
}
