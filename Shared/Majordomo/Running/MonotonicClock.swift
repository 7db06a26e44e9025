import Glibc

/// The clock of all runners: CLOCK_MONOTONIC.
enum MonotonicClock {
    static func now() -> MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(
            milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns how long a poll may sleep: until `deadline`, at most `most`; 0 if the deadline has
    /// passed.
    static func sleep(until deadline: MonotonicTime?, from now: MonotonicTime, most: Int) -> Int {
        guard let deadline else { return most }
        return Int(min(deadline.milliseconds(since: now), Int64(most)))
    }
}
