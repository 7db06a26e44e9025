import Glibc

/// Where a socket binds or connects. Only transports that need no key are offered.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// The longest path of an `ipc://` endpoint in bytes (unix(7), without the closing zero).
    public static let pathBytesMax = 107

    /// The endpoint as libzmq reads it.
    public let description: String
    /// The socket's path for `ipc://`, nil for `inproc://`.
    public let path: String?

    /// Reads an endpoint; throws `endpoint_refused` with the remedy.
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

    /// Makes the socket's directory (0700) if it is missing; throws `directory_refused` if it is
    /// not a directory, belongs to another user or is open to others.
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
