import Glibc
import Support
import Testing

@testable import ZeroMQ

/// A `ServerSocket` in a folder of its own whose rounds and clock the test drives: nothing happens
/// by itself, so no result depends on how busy the machine is.
final class ServerHarness {
    let folder = SocketFolder()
    let server: ServerSocket
    /// Messages that came, as bytes, the routing id first.
    private(set) var messages: [[[UInt8]]] = []
    /// Connections over which they came.
    private(set) var sources: [Int32] = []
    private let stop: WakeUp

    /// A server whose limits `change` sets; the others are the usual ones.
    convenience init(_ change: (inout ServerLimits) -> Void) throws {
        var limits = ServerLimits()
        change(&limits)
        try self.init(limits)
    }

    init(_ limits: ServerLimits = ServerLimits(), userID: UInt32 = geteuid()) throws {
        stop = try WakeUp()
        server = try ServerSocket(
            Endpoint(folder.endpoint), userID: userID, signalDescriptor: stop.descriptor,
            now: 1_000, limits: limits)
    }

    /// One round: everything that is there now is read.
    func round() throws {
        try server.wait(milliseconds: 0)
        while let message = server.receive() {
            messages.append((0..<message.count).map { message.bytes(at: $0) })
            sources.append(try #require(message.sourceDescriptor))
            server.recycle(message)
        }
        _ = server.takeClosed()
    }

    /// Rounds until the kernel has nothing more to tell.
    func settle() throws {
        for _ in 0..<8 { try round() }
    }

    func pass(_ milliseconds: Int64) throws {
        server.now += milliseconds
        try round()
        server.timePassed()
        try round()
    }

    func signal() { stop.signal() }

    /// A peer that has greeted and is open.
    func makePeer(_ type: String = "DEALER") throws -> WirePeer {
        let peer = try WirePeer(folder.endpoint)
        #expect(peer.write(ZMTP.greeting + ZMTP.ready(socketType: type)) != nil)
        try settle()
        #expect(peer.read())
        #expect(peer.takesGreeting())
        return peer
    }

    /// Writes as much as the server takes; how much that was until everything was written, or the
    /// connection closed.
    func push(_ bytes: [UInt8], from peer: WirePeer) throws -> (written: Int, isOpen: Bool) {
        var written = 0
        while written < bytes.count {
            guard let count = peer.write(bytes[written...].prefix(65_536)) else {
                return (written, false)
            }
            written += count
            try round()
        }
        try settle()
        return (written, peer.read())
    }

    /// Sends a message to the peer over whose connection the last message came.
    func answer(_ frames: [[UInt8]], from source: Int32? = nil) throws -> Bool {
        let message = Message(capacity: 8)
        try message.append(#require(messages.last?.first))
        for frame in frames { try message.append(frame) }
        return server.send(message, from: source)
    }

    /// Lets a peer say a word, so that `answer` goes to it.
    func hear(_ peer: WirePeer) throws {
        #expect(peer.write(ZMTP.frame([7])) != nil)
        try settle()
        #expect(messages.last?.dropFirst() == [[7]])
    }
}
