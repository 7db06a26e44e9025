import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Synchronization

/// Is told that a hook has something to deliver.
protocol HookWaking: Sendable {
    /// The hook has a new delivery; after a failure it is sent in its time.
    func wake(_ hook: HookID)
    /// The hook's first delivery is attempted at once.
    func wakeNow(_ hook: HookID)
}

/// Delivers what waits, on threads of its own: the deliveries of a hook one after the other, those
/// of several hooks side by side.
///
/// What waits is in the database, and a delivery is noted after the receiver has taken it: a kill
/// between the two repeats it under the same id. The pauses after failures are in memory, so that a
/// start attempts everything at once.
final class HookSender: Component, HookWaking {
    /// The number of hooks that are sent to at the same time.
    static let threads = 8
    /// The most deliveries of a hook before another hook has its turn.
    static let turnMax = 50
    /// The pause after an error of this machine, such as a full disk.
    static let pauseOfErrors = Duration.seconds(5)

    /// Sends one delivery; returns the problem, or nil if it was taken. The closure is false once
    /// the process stops.
    typealias Send =
        @Sendable (
            OutgoingDelivery, [(name: String, value: String)], @escaping @Sendable () -> Bool
        ) -> String?

    private struct State {
        /// The hooks that may have something to deliver.
        var ready: Set<HookID> = []
        var running: Set<HookID> = []
        /// The number of failures in a row, and the end of the pause after the last one.
        var failing: [HookID: (count: Int, until: ContinuousClock.Instant)] = [:]
        var delivered: Int64 = 0
        var failed: Int64 = 0
    }

    let name = "hooks"
    private let service: DataService
    private let clock: ProcessClock
    private let logger: Logger
    private let send: Send
    private let pool = JobPool(name: "hook", threads: HookSender.threads, queueMax: 256)
    private let state = Mutex(State())
    private let thread = ComponentThread(named: "hooks")

    init(_ service: DataService, clock: ProcessClock, logger: Logger, send: @escaping Send) {
        self.service = service
        self.clock = clock
        self.logger = logger
        self.send = send
    }

    /// Figures for `service stats`.
    var gauges: [String: Int64] {
        state.withLock { state in
            [
                "hooks.delivered": state.delivered, "hooks.failed": state.failed,
                "hooks.failing": Int64(state.failing.count),
            ]
        }
    }

    // MARK: Life

    /// Begins with everything that waits.
    func start() throws {
        try thread.start(after: {
            let hooks = try service.database.read { try HookQueue.active($0) }
            state.withLock { $0.ready.formUnion(hooks) }
        }) { [self] in run() }
    }

    /// Breaks off what is being sent; it is sent again after the next start.
    func stop(by deadline: ContinuousClock.Instant) {
        if thread.stop() { pool.close() }
    }

    func wake(_ hook: HookID) {
        state.withLock { _ = $0.ready.insert(hook) }
        thread.wake()
    }

    func wakeNow(_ hook: HookID) {
        state.withLock { $0.failing[hook] = nil }
        wake(hook)
    }

    private func run() {
        while thread.goesOn {
            let now = ContinuousClock.now
            let (due, next) = state.withLock { state in
                let free = state.ready.subtracting(state.running)
                let due = free.filter { state.failing[$0].map { $0.until <= now } ?? true }
                state.ready.subtract(due)
                state.running.formUnion(due)
                return (due, free.subtracting(due).compactMap { state.failing[$0]?.until }.min())
            }
            for hook in due where !pool.offer({ [self] in work(on: hook) }) {
                finish(hook, pause: Self.pauseOfErrors)
            }
            thread.pause(for: next.map { $0 - ContinuousClock.now })
        }
    }

    // MARK: One hook

    /// Delivers what waits for a hook, in order, until it fails or its turn is over.
    func work(on hook: HookID) {
        do {
            for _ in 0..<Self.turnMax {
                guard thread.goesOn,
                    let delivery = try service.database.read({
                        try HookQueue.next(of: hook, $0)
                    })
                else { return finish(hook, pause: nil) }
                guard try attempt(delivery) else { return }
            }
            wake(hook)
            finish(hook, pause: nil)
        } catch {
            logger.warning(
                "hook interrupted", ["hook.id": hook.text, "error.message": "\(error)"])
            finish(hook, pause: Self.pauseOfErrors)
        }
    }

    /// Attempts one delivery and notes what became of it; returns whether the next one has its
    /// turn.
    private func attempt(_ delivery: OutgoingDelivery) throws -> Bool {
        let fields = HookSignature.fields(of: delivery, at: clock.now())
        let problem = send(delivery, fields) { [weak self] in self?.thread.goesOn ?? false }
        #if DEBUG
            TestHooks.reach("hook-sent")
        #endif
        guard let problem else {
            try service.write(nil) { unit in
                try HookQueue(unit.transaction).noteDelivered(delivery, at: unit.now)
            }
            #if DEBUG
                TestHooks.reach("hook-noted")
            #endif
            state.withLock { state in
                state.failing[delivery.queued.hook] = nil
                state.delivered += 1
            }
            return true
        }
        // Broken off by the stop: no failure of the receiver.
        guard thread.goesOn else {
            finish(delivery.queued.hook, pause: nil)
            return false
        }
        try note(problem, of: delivery)
        return false
    }

    private func note(_ problem: String, of delivery: OutgoingDelivery) throws {
        let switchedOff = try service.write(nil) { unit in
            let off = try HookQueue(unit.transaction).noteFailed(
                delivery, problem, at: unit.now, housekeepingTime: unit.housekeepingTime)
            if let off {
                try unit.record(
                    NewChange(
                        HooksFeed.switchedOff, of: "hook", off.id, family: off.familyUnitID,
                        payload: off))
            }
            return off != nil
        }
        let failures = state.withLock { state in
            state.failed += 1
            return (state.failing[delivery.queued.hook]?.count ?? 0) + 1
        }
        if failures == 1 || switchedOff {
            // Neither the address nor the secret: a part of either may be one.
            logger.info(
                switchedOff ? "hook switched off" : "hook fails",
                ["hook.id": delivery.queued.hook.text, "hook.problem": problem])
        }
        wake(delivery.queued.hook)
        finish(
            delivery.queued.hook, failures: failures,
            pause: Self.pause(after: failures))
    }

    private static func pause(after failures: Int) -> Duration {
        #if DEBUG
            if TestHooks.isOn("hook-retry-soon") { return .milliseconds(20) }
        #endif
        return HookAttempts.pause(after: failures, chance: .random(in: 0...1))
    }

    /// Frees a hook for its next turn, which begins after the pause; without one, nothing failed.
    private func finish(_ hook: HookID, failures: Int? = nil, pause: Duration?) {
        state.withLock { state in
            state.running.remove(hook)
            guard let pause else {
                state.failing[hook] = nil
                return
            }
            let count = failures ?? state.failing[hook]?.count ?? 0
            state.failing[hook] = (count, ContinuousClock.now + pause)
            state.ready.insert(hook)
        }
        thread.wake()
    }
}
