public import Foundation

/// A private folder (0700) that goes with its owner.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes an empty folder under the system's temporary one.
    public init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a name inside.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
