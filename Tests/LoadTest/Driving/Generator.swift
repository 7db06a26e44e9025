import Dispatch
import Foundation
import Synchronization

/// Runs the sending threads of a load test together.
struct Generator: Sendable {
    let endpoint: String
    /// The service that is pinged before a run.
    let service: String
    /// The number of sending threads.
    let threads: Int
    /// The number of operations in the scenario.
    let operations: Int
    /// Creates the requests of a thread. `seed` differs for each thread and run.
    let makeSource: @Sendable (_ seed: UInt64) throws -> any RequestSource

    /// The time between connecting all threads and the first planned request.
    private static let lead = Nanoseconds(20_000_000)

    /// Performs an open-loop run with these segments. With a `tick`, requests leave in groups.
    func open(
        _ pattern: ArrivalPattern, _ segments: [Segment], seed: UInt64, tick: Nanoseconds = 0
    ) throws -> Measurement {
        try run(threads: threads, seed: seed) { sender, thread, start in
            let plan = OpenLoop(
                pattern, segments: segments, from: start, thread: thread, of: threads, seed: seed)
            try sender.runOpen(plan, from: start, tick: tick)
        }
    }

    /// Performs a closed-loop run.
    func closed(clients: Int, seconds: Double, seed: UInt64) throws -> Measurement {
        let used = min(threads, clients)
        return try run(threads: used, seed: seed) { sender, thread, start in
            let share = clients / used + (thread < clients % used ? 1 : 0)
            try sender.runClosed(
                clients: share, from: start, until: start + Nanoseconds(seconds: seconds))
        }
    }

    private func run(
        threads: Int, seed: UInt64,
        _ body:
            @escaping @Sendable (GeneratorThread, _ thread: Int, _ start: Nanoseconds) throws ->
            Void
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
                    let sender = try GeneratorThread(
                        endpoint: endpoint, operations: operations,
                        source: makeSource(seed &* 31 &+ UInt64(thread)), checks: checks)
                    try sender.connect(to: service)
                    isReady.run()
                    go.wait()
                    guard let start = start.withLock({ $0 }) else {
                        return Measurement(operations: operations)
                    }
                    try body(sender, thread, start)
                    return sender.measurement
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

/// Runs an action at most once.
private final class Once {
    private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) { self.action = action }

    func run() {
        action?()
        action = nil
    }
}
