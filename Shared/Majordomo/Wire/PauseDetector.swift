/// Detects that this process did not run for a while: it was stopped, its machine was suspended, or
/// others took its processor.
///
/// A peer's silence means nothing for the time in which nobody listened. Without this, everyone
/// would lose everyone after a pause, and calls would fail until all are registered again.
struct PauseDetector {
    private var lastLook: MonotonicTime

    init(now: MonotonicTime) {
        lastLook = now
    }

    /// Returns whether the last call is so long ago that the process must have paused: its loops
    /// call this at least every `Limits.heartbeatMilliseconds`.
    mutating func hasPaused(at now: MonotonicTime) -> Bool {
        defer { lastLook = now }
        return now.milliseconds(since: lastLook) >= Limits.pauseMilliseconds
    }
}
