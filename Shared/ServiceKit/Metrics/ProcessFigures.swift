import Glibc

/// Figures that the kernel reports about this process.
enum ProcessFigures {
    /// Returns the anonymous memory and the number of threads.
    static func read() -> [String: Int64] {
        guard let status = ProcessStatus(of: getpid()) else { return [:] }
        var figures: [String: Int64] = [:]
        figures["memory.anonymous_bytes"] = status.bytes("RssAnon").map(Int64.init)
        figures["process.threads"] = status.number("Threads").map(Int64.init)
        return figures
    }
}
