import Glibc

/// The scheduling priority of the sending threads.
enum ThreadUrgency: String, Sendable {
    /// Real-time scheduling, which requires root or the corresponding capability.
    case realTime = "real time"
    /// A higher priority (nice -10).
    case nice = "nice -10"
    /// The normal priority.
    case usual

    private static let niceness: Int32 = -10

    /// Raises the priority of the calling thread, and of threads it starts, as far as permitted.
    @discardableResult
    static func raise() -> ThreadUrgency {
        var parameters = sched_param()
        parameters.sched_priority = 1
        if unsafe sched_setscheduler(0, SCHED_RR, &parameters) == 0 { return .realTime }
        return setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) == 0 ? .nice : .usual
    }
}
