import ZeroMQ

@testable import Majordomo

/// A peer that speaks frames, for what our own client and worker never send.
final class RawPeer {
    let context: Context
    let socket: Socket
    private let poller = Poller()

    init(_ endpoint: String, settings: SocketSettings = SocketSettings()) throws {
        context = try Context()
        socket = try Socket(.dealer, in: context, settings: settings)
        try socket.connect(Endpoint(endpoint))
        try poller.add(socket, for: .readable)
    }

    func send(_ frames: [[UInt8]]) throws {
        for _ in 0..<500 {
            let message = Message()
            for frame in frames { try message.append(frame) }
            if try socket.send(message) == .sent { return }
            poller.setInterest(.writable, at: 0)
            _ = try poller.wait(milliseconds: 20)
        }
    }

    func send(_ frames: String...) throws {
        try send(frames.map { Array($0.utf8) })
    }

    /// The frames of the next message that is no HEARTBEAT, or nil after `milliseconds`.
    func receive(milliseconds: Int = 5_000) throws -> [[UInt8]]? {
        let end = MonotonicTime.now().advanced(byMilliseconds: Int64(milliseconds))
        let message = Message()
        while true {
            if try socket.receive(into: message) == .received {
                let frames = (0..<message.count).map { message.bytes(at: $0) }
                if frames == [Array("MDPW02".utf8), [5]] { continue }
                return frames
            }
            let left = end.milliseconds(since: MonotonicTime.now())
            if left == 0 { return nil }
            poller.setInterest(.readable, at: 0)
            _ = try poller.wait(milliseconds: Int(min(left, 50)))
        }
    }

    func texts(milliseconds: Int = 5_000) throws -> [String]? {
        try receive(milliseconds: milliseconds)?.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Array where Element == UInt8 {
    /// The bytes of a text.
    init(_ text: String) {
        self = Array(text.utf8)
    }
}
