import Glibc

/// An address to bind or connect to. Only transports that need no keys are supported.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// The longest path of an `ipc://` endpoint in bytes (unix(7), without the terminating zero).
    public static let pathBytesMax = 107

    /// The endpoint in libzmq's syntax.
    public let description: String
    /// The socket's path for `ipc://`, nil for `inproc://`.
    public let path: String?

    /// Parses an endpoint; throws `endpoint_refused`, with the remedy, if it is invalid.
    public init(_ text: String) throws(ZeroMQError) {
        if text.hasPrefix("tcp://") {
            throw Endpoint.refused(
                "\(text): tcp needs CURVE keys and is not offered yet; use ipc://")
        }
        if text.hasPrefix("inproc://"), text.utf8.count > 9, text.utf8.count <= 255 {
            description = text
            path = nil
            return
        }
        guard text.hasPrefix("ipc://") else {
            throw Endpoint.refused("\(text): an endpoint is ipc:// and an absolute path")
        }
        let path = String(text.dropFirst(6))
        guard path.hasPrefix("/"), !path.utf8.contains(0), !path.hasSuffix("/") else {
            throw Endpoint.refused(
                "\(text): the path after ipc:// must be absolute and name a file")
        }
        guard path.utf8.count <= Endpoint.pathBytesMax else {
            throw Endpoint.refused(
                "\(text): a socket's path has at most \(Endpoint.pathBytesMax) bytes; "
                    + "use a shorter directory")
        }
        description = text
        self.path = path
    }

    /// Binds a socket of AF_UNIX to the path (bind(2)); returns false, with the reason in `errno`,
    /// if that fails. An endpoint without a path fails with EINVAL.
    public func bind(_ socket: Int32) -> Bool {
        unsafe withAddress { unsafe Glibc.bind(socket, $0, $1) } == 0
    }

    /// Connects a socket of AF_UNIX to the path (connect(2)); returns false, with the reason in
    /// `errno`, if that fails. An endpoint without a path fails with EINVAL.
    public func connect(_ socket: Int32) -> Bool {
        unsafe withAddress { unsafe Glibc.connect(socket, $0, $1) } == 0
    }

    /// Calls `body` with the address of the socket and its size (unix(7)).
    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        guard let path else {
            errno = EINVAL
            return -1
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, size)
            }
        }
    }

    /// Creates the socket's directory (0700) if it is missing. Throws `directory_refused` if it is
    /// not a directory, belongs to another user or is accessible to others.
    public func prepareDirectory() throws(ZeroMQError) {
        guard let path, let slash = path.lastIndex(of: "/") else { return }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        if unsafe mkdir(directory, 0o700) != 0, errno != EEXIST {
            throw failure("mkdir", number: errno)
        }
        try checkDirectory(directory)
    }

    private func checkDirectory(_ directory: String) throws(ZeroMQError) {
        var status = stat()
        guard unsafe lstat(directory, &status) == 0 else { throw failure("lstat", number: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Endpoint.directoryRefused("\(directory) is not a directory; move it away")
        }
        guard status.st_uid == geteuid() else {
            throw Endpoint.directoryRefused("\(directory) belongs to another user; choose another")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Endpoint.directoryRefused("\(directory) is open to others; run chmod 700 on it")
        }
    }

    private static func refused(_ message: String) -> ZeroMQError {
        ZeroMQError(code: .endpointRefused, call: "endpoint", message: message)
    }

    private static func directoryRefused(_ message: String) -> ZeroMQError {
        ZeroMQError(code: .directoryRefused, call: "endpoint", message: message)
    }
}
