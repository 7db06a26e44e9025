import Glibc
import Support
import Testing

@testable import ZeroMQ

/// A listening socket that writes bytes of ZMTP itself, for what no broker does. It never waits.
final class WireListener {
    let folder = SocketFolder()
    private let listener: Int32
    private var connection: Int32 = -1

    init() throws {
        let opened = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        listener = opened
        try #require(Endpoint(folder.endpoint).bind(opened) && listen(opened, 1) == 0)
    }

    deinit {
        close(connection)
        close(listener)
    }

    /// Accepts the peer that has connected.
    func accept() throws {
        connection = Glibc.accept(listener, nil, nil)
        try #require(connection >= 0)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    }

    /// Gives the kernel what it takes of these bytes; returns how many that were.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>) -> Int {
        let bytes = Array(bytes)
        return max(0, unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
    }
}
