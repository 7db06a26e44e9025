import Contracts

/// The queue of 1,000 coaches with 5,000 contacts, all of whom are due, compared with a C program
/// that steps the same statements plus a no-op with as many bytes through the broker.
enum QueueBenchmark {
    private static let coaches = 1_000
    private static let contacts = 5_000
    private static let rounds = 9
    private static let calls = 30

    static func run(_ report: Report) throws {
        report.begin("queue.list, \(coaches) coaches with \(contacts) contacts")
        let interactions = try InteractionsSystem(
            seededBy: [["seedqueue", "1", "\(coaches)", "\(contacts)"]])
        defer { interactions.stop() }
        let answer = try interactions.answer(ListFollowUps.self, .init())
        let found = try JSONCoding.decodeResponse(ListFollowUps.Response.self, from: answer)
        let times = try (0..<rounds).map { _ in
            let limit = try interactions.limit("queue", "1", "\(calls)")
            guard limit[1] == Double(coaches), found.followUps.count == coaches else {
                throw BenchmarkFailure(
                    description: "\(limit[1]) and \(found.followUps.count) coaches are due")
            }
            return try interactions.round(
                ListFollowUps.self, .init(), calls: calls, statements: limit[0])
        }
        interactions.compare("the queue", times, "\(answer.count) bytes", report)
        try interactions.noteHandler(ListFollowUps.self, report)
    }
}
