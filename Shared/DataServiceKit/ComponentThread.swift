import Contracts
import Dispatch
import Synchronization

/// The thread of a component, which works until the process stops.
public final class ComponentThread: Sendable {
    private let name: String
    private let hasStarted = Atomic(false)
    private let isStopping = Atomic(false)
    private let signal = DispatchSemaphore(value: 0)
    private let thread = Mutex<WorkerThread?>(nil)

    public init(named name: String) { self.name = name }

    /// Whether the work goes on; false once the process stops.
    public var goesOn: Bool { !isStopping.load(ordering: .sequentiallyConsistent) }

    /// Starts the thread; a second call does nothing. `prepare` runs before it.
    public func start(
        after prepare: () throws -> Void = {}, _ body: @escaping @Sendable () -> Void
    ) throws {
        guard !hasStarted.exchange(true, ordering: .sequentiallyConsistent) else { return }
        try prepare()
        let started = try WorkerThread(named: name, body)
        thread.withLock { $0 = started }
    }

    /// Ends the thread's pause, or its next one.
    public func wake() { signal.signal() }

    /// Waits until the thread is woken; for this long at most, if a duration is given.
    public func pause(for duration: Duration? = nil) {
        guard let duration else { return signal.wait() }
        _ = signal.wait(timeout: .after(duration))
    }

    /// Ends the work and waits for the thread to end; until the deadline at most, if one is given.
    /// Returns whether this call ended the work; false if an earlier one did.
    @discardableResult
    public func stop(by deadline: ContinuousClock.Instant? = nil) -> Bool {
        guard !isStopping.exchange(true, ordering: .sequentiallyConsistent) else { return false }
        wake()
        let ended = thread.withLock { $0 }
        if let deadline { ended?.join(until: deadline) } else { ended?.join() }
        return true
    }
}
