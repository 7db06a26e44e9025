internal import CSQLite

/// Cuts statements short when their time has passed: SQLite asks it every
/// `instructionsPerCheck` instructions (<https://sqlite.org/c3ref/progress_handler.html>).
final class DeadlineWatch {
    /// About 20 µs of work between two looks at the clock.
    static let instructionsPerCheck: Int32 = 2_000

    var deadline: ContinuousClock.Instant?
    var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    /// The connection keeps the watch for as long as SQLite may call it.
    func install(on handle: OpaquePointer) {
        unsafe sqlite3_progress_handler(
            handle, Self.instructionsPerCheck,
            { context in
                guard let context = unsafe context else { return 0 }
                let watch = unsafe Unmanaged<DeadlineWatch>.fromOpaque(context)
                    .takeUnretainedValue()
                guard let deadline = watch.deadline else { return 0 }
                return watch.now() >= deadline ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// When statements of this connection are cut with `interrupt`; nil for never. Set it on
    /// reading connections only: an interrupted write ends its whole transaction.
    public var deadline: ContinuousClock.Instant? {
        get { watch.deadline }
        set { watch.deadline = newValue }
    }

    /// The clock that the deadline is compared with.
    public func useClock(_ now: @escaping @Sendable () -> ContinuousClock.Instant) {
        watch.now = now
    }
}
