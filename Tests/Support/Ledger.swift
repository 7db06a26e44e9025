import Foundation

/// Acknowledgements that a process under test has received, one per line, in a file outside of the
/// system under test. When `append` returns, the line is in the kernel and survives a kill of the
/// process.
public final class Ledger: Sendable {
    private let descriptor: Int32
    private let isSynced: Bool

    /// Opens or creates the file. With `isSynced`, a line is on disk when `append` returns.
    public init(path: String, isSynced: Bool = false) throws {
        self.isSynced = isSynced
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    public func append(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(descriptor, buffer.baseAddress, buffer.count)
        }
        if isSynced { _ = fdatasync(descriptor) }
    }

    /// The lines of a ledger; none if there is no file.
    public static func lines(path: String) -> [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
