import Contracts
import Foundation
import ServiceKit

/// `coaches.list` with a search, for 500 and for 10,000 coaches of one family (CO-45), each with a
/// contact and figures. Compares the time in the handler, including JSON, with a C program that
/// steps the same statement.
enum CoachesBenchmark {
    private static let sizes = [500, 10_000]
    private static let rounds = 5
    private static let callsPerRound = 20
    private static let limit = 5.0
    /// How long to wait for the figures.
    private static let patience = Duration.seconds(30)

    static func run(_ report: Report) throws {
        for size in sizes {
            report.begin("coaches.list with a search that finds all \(size) coaches of a family")
            let system = try BenchmarkSystem()
            try system.startServices()
            let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
            defer { transport.stop(by: .now) }
            let caller = Caller(transport: transport, clock: ProcessClock())
            let options = try system.options()
            try contact(try fill(size, caller, options), caller, options)
            var request = ListCoaches.Request()
            request[.search] = "state"
            var bytes = 0
            var bare: [Double] = []
            for _ in 0..<rounds {
                bare.append(try bareMicroseconds(system, rows: size))
                for _ in 0..<callsPerRound {
                    bytes = try caller.answer(ListCoaches.self, request, options: options)
                        .json.count
                }
            }
            let list = try system.times(of: ListCoaches.self, at: .coaches, caller)
            let limitMicroseconds = median(bare)
            report.atMost(
                "p50 in the handler, JSON included / its statement in C",
                Double(list.workP50Microseconds) / limitMicroseconds, limit: limit, unit: "x",
                "(\(list.workP50Microseconds) µs, C \(Int(limitMicroseconds)) µs, \(bytes) bytes)")
        }
    }

    /// The median time of the statement in C.
    private static func bareMicroseconds(_ system: BenchmarkSystem, rows: Int) throws -> Double {
        let text = try ChildProcess.output(
            of: try Programs.limit("rows"),
            ["coaches", system.home.database(of: "coaches"), "1", "\(callsPerRound)"])
        let words = text.split(separator: " ").compactMap { Double(String($0).trimmed) }
        guard words.count == 3, Int(words[1]) == rows else {
            throw BenchmarkFailure(description: "the statement in C found something else: \(text)")
        }
        return words[0] / 1_000
    }

    private static func fill(
        _ count: Int, _ caller: Caller, _ options: Caller.Options
    ) throws -> [CoachID] {
        try (0..<count).map { number in
            var form = CoachForm(firstName: "First\(number)", lastName: "Last\(number * 7 % count)")
            form.email = FormField("coach\(number)@state.example")
            form.phone = "(336) 555-0101"
            form.twitterHandle = "handle"
            form.notes = FormField("Wants pitchers, left-handed \(number % 100) by preference.")
            return try caller.call(AddCoach.self, form, options: options.keyed).coach.id
        }
    }

    /// Imports a contact with each coach and waits until every row has its figures.
    private static func contact(
        _ coaches: [CoachID], _ caller: Caller, _ options: Caller.Options
    ) throws {
        var importID: OperationID?
        let batches = stride(from: 0, to: coaches.count, by: ImportLimit.batchRowsMax)
        for (number, start) in batches.enumerated() {
            let some = coaches[start..<min(start + ImportLimit.batchRowsMax, coaches.count)]
            let rows = some.enumerated().map { line, coach in
                var form = CreateInteraction.Request(
                    type: "email", direction: "outbound", occurredAt: "2026-02-10T12:00:00Z")
                form.coachID = FormField(coach.text)
                return InteractionImportRow(line: start + line + 2, form: form)
            }
            importID = try caller.call(
                StageImport<InteractionImportRow>.self,
                .init(importID: importID, number: number + 1, rows: rows), options: options.keyed
            ).importID
        }
        guard let importID else { return }
        _ = try caller.call(
            CommitImport<InteractionImportRow>.self, .init(importID: importID),
            options: options.keyed)
        let end = ContinuousClock.now + patience
        while try caller.call(ListCoaches.self, .init(), options: options).coaches
            .contains(where: { $0.lastContactDate == nil })
        {
            guard ContinuousClock.now < end else {
                throw BenchmarkFailure(description: "the figures did not come")
            }
            // Clients can only poll, and each complete list costs the service time.
            Thread.sleep(forTimeInterval: 0.1)
        }
    }
}
