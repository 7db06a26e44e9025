internal import CSQLite

/// Interrupts statements after their deadline. SQLite calls it every `instructionsPerCheck`
/// instructions (<https://sqlite.org/c3ref/progress_handler.html>).
final class DeadlineWatch {
    /// The number of instructions between two clock reads, about 20 µs of work.
    static let instructionsPerCheck: Int32 = 2_000

    var deadline: ContinuousClock.Instant? { didSet { hasInterrupted = false } }
    /// Whether a statement was interrupted since the deadline was set.
    private(set) var hasInterrupted = false
    var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    /// Installs the watch, which the connection must keep as long as SQLite may call it.
    func install(on handle: OpaquePointer) {
        unsafe sqlite3_progress_handler(
            handle, Self.instructionsPerCheck,
            { context in
                guard let context = unsafe context else { return 0 }
                let watch = unsafe Unmanaged<DeadlineWatch>.fromOpaque(context)
                    .takeUnretainedValue()
                guard let deadline = watch.deadline, watch.now() >= deadline else { return 0 }
                watch.hasInterrupted = true
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// The time at which statements of this connection end with `interrupt`; nil for never. Set it
    /// on reading connections only: an interrupted write rolls back its whole transaction.
    public var deadline: ContinuousClock.Instant? {
        get { watch.deadline }
        set { watch.deadline = newValue }
    }

    /// Whether a statement ended with `interrupt` since the deadline was set.
    public var hasPassedDeadline: Bool { watch.hasInterrupted }

    /// Sets the clock for the deadline.
    public func useClock(_ now: @escaping @Sendable () -> ContinuousClock.Instant) {
        watch.now = now
    }
}
