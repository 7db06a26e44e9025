import Glibc

/// Figures that the kernel reports about this process.
public enum ProcessFigures {
    /// Returns the memory, the number of threads and the processor time, by their names among the
    /// gauges of a service's statistics.
    public static func read() -> [String: Int64] {
        var figures: [String: Int64] = [:]
        if let status = ProcessStatus(of: getpid()) {
            figures["memory.anonymous_bytes"] = status.bytes("RssAnon").map(Int64.init)
            figures["memory.resident_bytes"] = status.bytes("VmRSS").map(Int64.init)
            figures["process.threads"] = status.number("Threads").map(Int64.init)
        }
        var time = timespec()
        if unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 {
            figures["process.cpu_us"] = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        }
        return figures
    }
}
