import Foundation

/// Figures that the kernel reports about this process.
enum ProcessFigures {
    /// Returns the anonymous memory and the number of threads, from `/proc/self/status`.
    static func read() -> [String: Int64] {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return [:]
        }
        var figures: [String: Int64] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 2, let value = Int64(words[1]) else { continue }
            switch words[0] {
            case "RssAnon:": figures["memory.anonymous_bytes"] = value * 1_024
            case "Threads:": figures["process.threads"] = value
            default: break
            }
        }
        return figures
    }
}
