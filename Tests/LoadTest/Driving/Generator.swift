import Dispatch
import Foundation
import Synchronization

/// Runs the stations of several threads together.
struct Generator: Sendable {
    /// The broker's endpoint.
    let endpoint: String
    /// A service that is asked for a sign of life before a run.
    let service: String
    /// How many threads send.
    let threads: Int
    /// How many operations the scenario has.
    let operations: Int
    /// Makes the requests of a thread; `seed` is another one for each thread and run.
    let makeSource: @Sendable (_ seed: UInt64) throws -> any RequestSource

    /// How long after all threads are connected the first request is planned.
    private static let lead = Nanoseconds(20_000_000)

    /// An open run through these segments. With a `tick` requests leave in groups.
    func open(
        _ pattern: ArrivalPattern, _ segments: [Segment], seed: UInt64, tick: Nanoseconds = 0
    ) throws -> Measurement {
        try run(threads: threads, seed: seed) { station, thread, start in
            let plan = OpenLoop(
                pattern, segments: segments, from: start, thread: thread, of: threads, seed: seed)
            try station.runOpen(plan, from: start, tick: tick)
        }
    }

    /// A closed run with so many clients for so many seconds.
    func closed(clients: Int, seconds: Double, seed: UInt64) throws -> Measurement {
        let used = min(threads, clients)
        return try run(threads: used, seed: seed) { station, thread, start in
            let share = clients / used + (thread < clients % used ? 1 : 0)
            try station.runClosed(
                clients: share, from: start, until: start + Nanoseconds(seconds: seconds))
        }
    }

    private func run(
        threads: Int, seed: UInt64,
        _ body: @escaping @Sendable (Station, _ thread: Int, _ start: Nanoseconds) throws -> Void
    ) throws -> Measurement {
        let ready = DispatchSemaphore(value: 0)
        let go = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let start = Mutex<Nanoseconds?>(nil)
        let results = Mutex<[Result<Measurement, any Error>]>([])
        let checks = AnswerChecks(operations: operations)
        for thread in 0..<threads {
            let worker = Thread { [self] in
                defer { done.signal() }
                let result = Result<Measurement, any Error> {
                    let isReady = Once { ready.signal() }
                    defer { isReady.run() }
                    let station = try Station(
                        endpoint: endpoint, operations: operations,
                        source: makeSource(seed &* 31 &+ UInt64(thread)), checks: checks)
                    try station.connect(to: service)
                    isReady.run()
                    go.wait()
                    guard let start = start.withLock({ $0 }) else {
                        return Measurement(operations: operations)
                    }
                    try body(station, thread, start)
                    return station.measurement
                }
                results.withLock { $0.append(result) }
            }
            worker.name = "generator-\(thread)"
            worker.stackSize = 1 << 20
            worker.start()
        }
        for _ in 0..<threads { ready.wait() }
        let hasFailed = results.withLock { $0.contains { (try? $0.get()) == nil } }
        if !hasFailed { start.withLock { $0 = Clock.now() + Generator.lead } }
        for _ in 0..<threads { go.signal() }
        for _ in 0..<threads { done.wait() }
        var measurement = checks.finish()
        for result in results.withLock({ $0 }) { measurement.add(try result.get()) }
        return measurement
    }
}

/// Does something at most once.
private final class Once {
    private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) { self.action = action }

    func run() {
        action?()
        action = nil
    }
}
