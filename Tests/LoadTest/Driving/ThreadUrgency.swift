import Glibc

/// Whether the generator gets its core when an instant has come, or waits for others to yield.
enum ThreadUrgency: String, Sendable {
    /// Before everybody else: the kernel allows it to root and whoever was given the right.
    case realTime = "real time"
    /// More often than others.
    case nice = "nice -10"
    /// As everybody.
    case usual

    private static let niceness: Int32 = -10

    /// Makes the calling thread, and those that it starts, as urgent as is allowed.
    @discardableResult
    static func raise() -> ThreadUrgency {
        var parameters = sched_param()
        parameters.sched_priority = 1
        if unsafe sched_setscheduler(0, SCHED_RR, &parameters) == 0 { return .realTime }
        return setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) == 0 ? .nice : .usual
    }
}
