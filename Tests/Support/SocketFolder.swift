import Foundation
import Glibc

/// A folder for sockets with a short path, gone after the test.
public final class SocketFolder: Sendable {
    public let path = "/tmp/st-\(UInt32.random(in: .min ... .max))"

    public init() {
        unsafe mkdir(path, 0o700)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    public var endpoint: String { "ipc://\(path)/a.ipc" }

    /// Adds a folder with these permissions.
    public func makeDirectory(_ name: String, mode: UInt32) {
        unsafe mkdir("\(path)/\(name)", mode)
        unsafe chmod("\(path)/\(name)", mode)
    }

    /// The permissions of a file or socket; 0 if there is none.
    public func mode(of name: String) -> UInt32 {
        var status = stat()
        unsafe lstat("\(path)/\(name)", &status)
        return status.st_mode & 0o777
    }
}
