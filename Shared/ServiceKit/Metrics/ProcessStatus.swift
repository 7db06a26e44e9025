import Foundation

/// What the kernel reports about a process (proc(5), `/proc/PID/status`).
public struct ProcessStatus: Sendable {
    private let text: String

    /// Reads the status of a process; nil if there is no such process.
    public init?(of processID: Int32) {
        let path = "/proc/\(processID)/status"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        self.text = text
    }

    /// Returns a number, such as `Threads`; nil if the kernel reports none of this name.
    public func number(_ field: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    /// Returns a size of memory in bytes, such as `RssAnon`; nil if the kernel reports none of this
    /// name.
    public func bytes(_ field: String) -> Int? { number(field).map { $0 * 1_024 } }
}
