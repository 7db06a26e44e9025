import Contracts
import Foundation
import ServiceKit

/// `interactions.list` with 50 rows for families of 1,000 rows among 1,000,000, a different family
/// each time, compared with a C program that steps the same statements.
enum ListBenchmark {
    private static let seeded = SeededFamilies(count: 1_000, rowsEach: 1_000)
    private static let families = seeded.count
    private static let rounds = 3

    static func run(_ report: Report) throws {
        report.begin("interactions.list, 50 of 1,000 rows, 1,000 families, another one each time")
        let system = try BenchmarkSystem()
        let database = try system.startServices(seededBy: [seeded.mode])
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let caller = Caller(transport: transport, clock: ProcessClock())
        let passports = try makePassports(system)
        var request = ListInteractions.Request()
        request.limit = FormField(50)
        func call(_ number: Int) throws -> Int {
            try caller.answer(
                ListInteractions.self, request,
                options: .init(
                    passport: passports[number / FamilyLimit.familiesPerUser],
                    family: family(number))
            ).json.count
        }
        try system.waitUntilChecked(.interactions, caller)
        // As in real use, each passport's signature is checked only once.
        for number in stride(from: 0, to: families, by: FamilyLimit.familiesPerUser) {
            _ = try call(number)
        }
        var bare: [Double] = []
        var bytes = 0
        for _ in 0..<rounds {
            let text = try ChildProcess.output(
                of: Programs.limit("rows"), ["list", database, "\(families)", "1"])
            bare.append((Double(text.split(separator: " ").first ?? "") ?? .nan) / 1_000)
            for number in 0..<families {
                bytes = try call(number * 387 % families)
            }
        }
        guard bytes > 20_000 else {
            throw BenchmarkFailure(description: "the last list has \(bytes) bytes")
        }
        let list = try system.times(of: ListInteractions.self, at: .interactions, caller)
        let limitMicroseconds = median(bare)
        report.atMost(
            "p50 in the handler, JSON included / its statements in C",
            Double(list.workP50Microseconds) / limitMicroseconds, limit: 2, unit: "x",
            "(\(list.workP50Microseconds) µs, C \(Int(limitMicroseconds)) µs, \(bytes) bytes)")
        report.note("p99 in the handler", "\(list.workP99Microseconds) µs")
        report.note(
            "p50 and p99 from the request's arrival to its answer",
            "\(list.p50Microseconds) µs, \(list.p99Microseconds) µs")
    }

    private static func family(_ number: Int) -> FamilyID {
        FamilyID(high: UInt64(number + 1), low: 1)
    }

    /// A parent belongs to at most sixteen families, so each passport covers sixteen.
    private static func makePassports(_ system: BenchmarkSystem) throws -> [[UInt8]] {
        try stride(from: 0, to: families, by: FamilyLimit.familiesPerUser).map { first in
            let members = (first..<min(first + FamilyLimit.familiesPerUser, families))
            return try system.passport(
                of: UserID(high: UInt64(first + 1), low: 2),
                Dictionary(uniqueKeysWithValues: members.map { (family($0), Role.parent) }))
        }
    }
}
