import Foundation
import Glibc
import Support

/// Lets a helper of a test, such as a receiver of hooks, wait at a step of its work, once. The
/// helper renames `hold-STEP` in its folder to `held-STEP` when it reaches the step, and goes on
/// when that file is gone.
final class HelperHold {
    private let wanted: String
    private let reached: String

    /// The helper waits when it reaches the step next.
    init(_ step: String, in folder: TemporaryFolder) throws {
        wanted = folder.path("hold-\(step)")
        reached = folder.path("held-\(step)")
        try Data().write(to: URL(fileURLWithPath: wanted))
    }

    deinit { release() }

    /// Whether the helper waits.
    var isReached: Bool { FileManager.default.fileExists(atPath: reached) }

    /// Lets the helper go on, or pass the step without a stop.
    func release() {
        for path in [wanted, reached] { _ = unsafe unlink(path) }
    }
}
