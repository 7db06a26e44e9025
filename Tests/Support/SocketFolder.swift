import Foundation
import Glibc

/// A folder for sockets with a short path, gone after the test.
final class SocketFolder: Sendable {
    let path = "/tmp/zt-\(UInt32.random(in: .min ... .max))"

    init() {
        unsafe mkdir(path, 0o700)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var endpoint: String { "ipc://\(path)/a.ipc" }

    func makeDirectory(_ name: String, mode: mode_t) {
        unsafe mkdir("\(path)/\(name)", mode)
        unsafe chmod("\(path)/\(name)", mode)
    }

    func mode(of name: String) -> mode_t {
        var status = stat()
        unsafe lstat("\(path)/\(name)", &status)
        return status.st_mode & 0o777
    }
}
