import Foundation
import Glibc

/// Holds the threads of a process that come by a point of its code (`TestHooks`), until it is
/// released.
final class Hold {
    private let path: String

    /// Holds whoever reaches the point from now on.
    init(_ point: String, of program: Program, in system: SystemUnderTest) throws {
        let folder = system.armedFolder(of: program)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        path = "\(folder)/hold-\(point)"
        try Data().write(to: URL(fileURLWithPath: path))
    }

    deinit { release() }

    /// Lets everybody go on.
    func release() { _ = unsafe unlink(path) }
}
