import Contracts
import Foundation
import Glibc
import ServiceKit

/// The interactions service with seeded rows, a service of no-ops beside it, and the player who
/// asks both.
final class InteractionsSystem {
    /// One round: an operation, a no-op, and the operation's statements in C, in microseconds.
    struct Round {
        let ours, hop, statements: Double
    }

    let system: BenchmarkSystem
    let database: String
    let caller: Caller
    /// The member who asks: the player of the first family, unless `askAsParent` changed it.
    private(set) var options: Caller.Options
    /// How long it took to index all interactions for searches.
    let indexing: Duration
    private let transport: BrokerTransport
    private let echo: ChildProcess

    /// Starts the services and seeds rows with modes of the C program `rows`, which get the
    /// database before their other words. The player of family `number` asks.
    init(seededBy modes: [[String]], family number: UInt64 = 1) throws {
        system = try BenchmarkSystem()
        database = try system.startServices(seededBy: modes)
        echo = try EchoService.start(in: system)
        transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        caller = Caller(transport: transport, clock: ProcessClock())
        indexing = try system.waitUntilIndexed()
        try system.waitUntilChecked(.interactions, caller)
        options = try system.options(in: number)
    }

    /// Lets the parent of a family ask from now on.
    func askAsParent(in number: UInt64) throws {
        options = try system.options(of: .parent, in: number)
    }

    func stop() {
        transport.stop(by: .now)
        echo.stop()
    }

    /// Runs a mode of a C program on the database. Returns the numbers that it prints: medians in
    /// nanoseconds and rows.
    func limit(_ mode: String, _ words: String..., program: String = "rows") throws -> [Double] {
        let text = try ChildProcess.output(
            of: Programs.limit(program), [mode, database] + words)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count > 1 else {
            throw BenchmarkFailure(description: "the statements in C printed: \(text)")
        }
        return numbers
    }

    /// The JSON of an answer.
    func answer<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> [UInt8] {
        try caller.answer(
            operation, payload: try JSONCoding.encode(request), options: options
        ).json
    }

    /// Measures an operation and a no-op that answers as many bytes by so many calls each, beside
    /// what its statements took in C, in nanoseconds.
    func round<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, calls: Int, statements: Double
    ) throws -> Round {
        let bytes = try answer(operation, request).count
        let times = try transport.p50(
            TimedCall(
                service: ServiceName.interactions.rawValue, operation: Op.name,
                payload: try JSONCoding.encode(request), bytes: bytes),
            Answer.timed(bytes: bytes), calls: calls, options)
        return Round(ours: times.one, hop: times.other, statements: statements / 1_000)
    }

    /// Forgets what the system has cached of the database, so that the next read goes to the disk.
    func dropCachedPages() throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: database))
        defer { try? file.close() }
        let descriptor = file.fileDescriptor
        // Only what has been written can be forgotten.
        guard fsync(descriptor) == 0,
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0
        else { throw BenchmarkFailure(description: "\(database) stays cached") }
    }

    /// Compares an operation with twice its statements plus a no-op, in the median of all rounds.
    func compare(
        _ name: String, _ rounds: [Round], limit: Double = 1, _ detail: String, _ report: Report
    ) {
        report.atMost(
            "\(name), p50 / twice its statements in C + a no-op",
            median(rounds.map { $0.ours / (2 * $0.statements + $0.hop) }), limit: limit, unit: "x",
            "(\(Int(median(rounds.map(\.ours)))) µs, "
                + "C \(Int(median(rounds.map(\.statements)))) µs, "
                + "no-op \(Int(median(rounds.map(\.hop)))) µs, \(detail))")
    }

    /// Prints how much of an operation's time is the handler's.
    func noteHandler<Op: Contracts.Operation>(_ operation: Op.Type, _ report: Report) throws {
        let list = try system.times(of: operation, at: .interactions, caller)
        report.note(
            "\(Op.name): p50 in the handler; from its arrival to its answer",
            "\(list.workP50Microseconds) µs; \(list.p50Microseconds) µs")
    }
}
