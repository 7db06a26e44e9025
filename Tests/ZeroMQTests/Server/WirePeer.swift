import Glibc
import Testing

@testable import ZeroMQ

/// A peer that writes and reads bytes of ZMTP itself, for what libzmq never does. It never waits.
final class WirePeer {
    let descriptor: Int32
    /// What came and was not looked at.
    private(set) var came: [UInt8] = []

    init(_ endpoint: String) throws {
        let peer = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        descriptor = peer
        try #require(Endpoint(endpoint).connect(peer))
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Gives the kernel what it takes of these bytes; how many that were, or nil once the
    /// connection is closed.
    func write(_ bytes: some Collection<UInt8>) -> Int? {
        let bytes = Array(bytes)
        let sent = unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if sent >= 0 { return sent }
        return errno == EAGAIN ? 0 : nil
    }

    /// Reads what is there; false once the connection is closed.
    func read() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 { return false }
            if count < 0 { return errno == EAGAIN }
            came.append(contentsOf: buffer[0..<count])
        }
    }

    /// Takes the next frame of what was read; nil if it is not whole.
    func nextFrame() throws -> (isCommand: Bool, body: [UInt8])? {
        let bytes = came
        let frames = bytes.span
        guard let found = try ZMTP.found(in: frames, at: 0) else { return nil }
        let body = Array(came[found.body])
        came.removeFirst(found.body.upperBound)
        return (found.isCommand, body)
    }

    /// Takes the server's greeting of what was read; whether it is one.
    func takesGreeting() -> Bool {
        let greeting = Array(came.prefix(ZMTP.greetingByteCount))
        came.removeFirst(greeting.count)
        return greeting.count == ZMTP.greetingByteCount && ZMTP.isGreeting(greeting.span)
    }
}
