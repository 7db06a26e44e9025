import Foundation

/// What the benchmarks run on.
enum Machine {
    /// Whether all programs share one core (`taskset`, or a machine that has no more).
    static let hasOneCore: Bool = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let allowed = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        // Several cores are written as a list or a range.
        return allowed?.split(separator: "\t").last.flatMap { Int($0) } != nil
    }()

    /// The limit of a ratio on this machine. On one core a way through the broker takes half as
    /// long, because no thread has to be woken on another one, and what a service computes takes
    /// as long as before.
    static func limit(_ usual: Double, onOneCore: Double) -> Double {
        hasOneCore ? onOneCore : usual
    }
}
