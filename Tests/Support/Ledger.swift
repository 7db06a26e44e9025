import Foundation

/// What a process under test has seen acknowledged, one line each, outside the system under test.
/// A line is with the kernel when `append` returns, so it outlives a kill of the process.
public final class Ledger: Sendable {
    private let descriptor: Int32
    private let isSynced: Bool

    /// Opens or makes the file. With `isSynced` a line is on the disk when `append` returns.
    public init(path: String, isSynced: Bool = false) throws {
        self.isSynced = isSynced
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    /// Adds a line.
    public func append(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(descriptor, buffer.baseAddress, buffer.count)
        }
        if isSynced { _ = fdatasync(descriptor) }
    }

    /// The lines of a ledger; none when there is no file.
    public static func lines(path: String) -> [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
