public import Foundation
import Glibc
import Synchronization

/// A private folder (0700), removed with its owner, or at exit if something keeps the owner alive.
public final class TemporaryFolder: Sendable {
    public let url: URL

    /// Creates an empty folder in the system's temporary folder, or in a given one.
    public init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url =
            parent
            .appendingPathComponent("compass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        Self.removesAtExit
        Self.present.withLock { _ = $0.insert(url) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        Self.present.withLock { _ = $0.remove(url) }
    }

    private static let present = Mutex<Set<URL>>([])
    private static let removesAtExit: Void = {
        _ = atexit {
            for url in TemporaryFolder.present.withLock({ $0 }) {
                try? FileManager.default.removeItem(at: url)
            }
        }
    }()

    /// The path of a name inside the folder.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file inside the folder and returns its path.
    public func makeFile(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = path(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }
}
