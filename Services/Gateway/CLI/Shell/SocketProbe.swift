import Glibc

/// Tells "nobody listens there" from "somebody is slow", once a call has failed.
enum SocketProbe {
    /// Whether a process accepts connections at an `ipc://` endpoint.
    static func isListening(at endpoint: String) -> Bool {
        let scheme = "ipc://"
        guard endpoint.hasPrefix(scheme) else { return true }
        let path = Array(endpoint.dropFirst(scheme.count).utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { target in
            unsafe target.copyBytes(from: path)
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size) == 0
            }
        }
    }
}
