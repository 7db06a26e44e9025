import Foundation

/// Reports progress on stderr.
struct Progress: Sendable {
    /// Whether output is suppressed.
    var isQuiet = false

    /// Writes a line.
    func say(_ line: String) {
        guard !isQuiet else { return }
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
