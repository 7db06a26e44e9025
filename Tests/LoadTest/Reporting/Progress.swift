import Foundation

/// Tells the person on stderr what is going on.
struct Progress: Sendable {
    /// Whether nothing is told.
    var isQuiet = false

    /// Tells a line.
    func say(_ line: String) {
        guard !isQuiet else { return }
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
