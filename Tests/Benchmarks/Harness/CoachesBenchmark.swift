import Contracts
import Foundation
import ServiceKit

/// `coaches.list` with a search, of 500 and of 10,000 coaches of one family (CO-45): times in the
/// handler, JSON included.
enum CoachesBenchmark {
    private static let sizes = [(coaches: 500, limit: 3.0), (coaches: 10_000, limit: 30.0)]
    private static let rounds = 200

    static func run(_ report: Report) throws {
        for size in sizes {
            report.begin("coaches.list with a search, \(size.coaches) coaches of one family")
            let system = try BenchmarkSystem()
            try system.start("broker")
            try system.start("identity")
            try system.start("coaches")
            let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
            defer { transport.stop(by: .now) }
            let caller = Caller(transport: transport, clock: ProcessClock())
            let family = FamilyID(high: 1, low: 1)
            let options = Caller.Options(
                passport: try system.passport(of: UserID(high: 1, low: 2), [family: .player]),
                family: family)
            try fill(size.coaches, caller, options)
            var request = ListCoaches.Request()
            var octets = 0
            for round in 0..<rounds {
                // Every row has the first text, a hundredth of them the second.
                request[.search] = round % 2 == 0 ? "state" : "left-handed 7"
                octets = max(
                    octets,
                    try caller.answer(ListCoaches.self, request, options: options).json.count)
            }
            let figures = try system.statistics(of: .coaches, caller)
            guard let list = figures.operations.first(where: { $0.name == ListCoaches.name }),
                list.errors.isEmpty
            else { throw BenchmarkFailure(description: "lists failed") }
            report.atMost(
                "p50 in the handler, JSON included", Double(list.workP50Microseconds) / 1_000,
                limit: size.limit, unit: "ms",
                "(p99 \(list.workP99Microseconds) µs, \(octets) octets at most)")
        }
    }

    private static func fill(_ count: Int, _ caller: Caller, _ options: Caller.Options) throws {
        for number in 0..<count {
            var form = CoachForm(firstName: "First\(number)", lastName: "Last\(number * 7 % count)")
            form.email = FormField("coach\(number)@state.example")
            form.phone = "(336) 555-0101"
            form.twitterHandle = "handle"
            form.notes = FormField("Wants pitchers, left-handed \(number % 100) by preference.")
            var keyed = options
            keyed.idempotencyKey = .make(at: ProcessClock().now())
            _ = try caller.answer(AddCoach.self, form, options: keyed)
        }
    }
}
