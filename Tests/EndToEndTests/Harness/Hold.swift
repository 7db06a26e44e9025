import Foundation
import Glibc

/// Holds the threads of a process that reach a point in its code (`TestHooks`) until released.
final class Hold {
    private let path: String

    /// Holds all threads that reach the point from now on.
    init(_ point: String, of program: Program, in system: SystemUnderTest) throws {
        let folder = system.armedFolder(of: program)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        path = "\(folder)/hold-\(point)"
        try Data().write(to: URL(fileURLWithPath: path))
    }

    deinit { release() }

    /// Lets held threads continue.
    func release() { _ = unsafe unlink(path) }
}
