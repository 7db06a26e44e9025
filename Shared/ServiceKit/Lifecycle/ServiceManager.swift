import Glibc

/// The service manager that started this process and waits for its notes, as systemd does
/// (<https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html>).
struct ServiceManager {
    /// The datagram socket that takes the notes; a leading `@` stands for the null byte of an
    /// abstract one.
    private let address: [UInt8]

    /// Finds the manager in `NOTIFY_SOCKET`; nil if there is none, or none that a local socket can
    /// reach.
    init?(_ environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
            path.utf8.count < Self.addressMax
        else { return nil }
        address = first == UInt8(ascii: "@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)
    }

    /// The size of `sun_path` in bytes (unix(7)).
    private static let addressMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// Says that the service has started, and what it does in one line. A note that cannot be sent
    /// is lost: the manager then ends the service after its own time limit.
    func noteReady(_ status: String) {
        let line = status.split(whereSeparator: \.isNewline).joined(separator: " ")
        let note = Array("READY=1\nSTATUS=\(line)\n".utf8)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: address) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0
        _ = unsafe withUnsafePointer(to: &name) { name in
            unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                unsafe sendto(
                    descriptor, note, note.count, Int32(MSG_NOSIGNAL), name,
                    socklen_t(length + address.count))
            }
        }
    }
}
