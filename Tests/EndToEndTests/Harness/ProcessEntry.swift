import Foundation
import Glibc

/// What the system tells about a process (/proc/PID/stat).
struct ProcessEntry {
    let processID: pid_t
    let parentID: pid_t
    private let state: Substring

    /// Looks a process up; nil if there is none.
    init?(of processID: pid_t) {
        let line = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
        // The name in parentheses may have spaces and parentheses, too.
        let fields = line?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 1, let parentID = pid_t(fields[1]) else { return nil }
        self.processID = processID
        self.parentID = parentID
        state = fields[0]
    }

    /// Whether it was stopped by a signal.
    var isStopped: Bool { state == "T" }
    /// Whether it has ended, and nobody has waited for it yet.
    var isOver: Bool { state == "Z" || state == "X" }

    /// Returns the processes that this one has started and that have not ended.
    static func children(of parentID: pid_t) -> [ProcessEntry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap { ProcessEntry(of: $0) }
            .filter { $0.parentID == parentID && !$0.isOver }
    }
}
