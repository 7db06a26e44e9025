/// The part of ZMTP 3 (RFC 23/ZMTP, PING and PONG of RFC 37/ZMTP) that a peer on a UNIX socket
/// needs: greeting, READY, frames and heartbeats. The broker's `ServerSocket` and the load test's
/// generator write it themselves; everybody else leaves it to libzmq.
public enum ZMTP {
    /// The length of both greetings, in bytes.
    public static let greetingByteCount = 64
    /// A frame of more bytes has a long head.
    public static let shortBytesMax = 255
    /// The longest frame that is read, in bytes: 256 KiB of payload and some room.
    public static let frameBytesMax = 278_528
    /// Frames of a message that are read.
    public static let framesMax = 32

    /// Set where another frame of the same message follows.
    public static let moreFlag: UInt8 = 1
    /// Set where the frame's length has eight bytes.
    public static let longFlag: UInt8 = 2
    /// Set where the frame is a command.
    public static let commandFlag: UInt8 = 4

    /// Both greetings: signature, version 3.1, the mechanism NULL. The kernel's word on the peer's
    /// user makes up for what NULL leaves out (docs/protocol.md).
    public static var greeting: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: greetingByteCount)
        bytes[0] = 0xff
        bytes[9] = 0x7f
        bytes[10] = 3
        bytes[11] = 1
        bytes.replaceSubrange(12..<16, with: Array("NULL".utf8))
        return bytes
    }

    /// Whether these first bytes are those of a peer that speaks version 3 with NULL. Fewer than 64
    /// bytes are judged as far as they go.
    public static func isGreeting(_ bytes: Span<UInt8>) -> Bool {
        let name = Array("NULL".utf8)
        for place in 0..<min(bytes.count, 32) {
            let byte = bytes[place]
            switch place {
            case 0: if byte != 0xff { return false }
            case 9: if byte & 1 != 1 { return false }
            case 10: if byte < 3 { return false }
            case 12..<32:
                let letter = place - 12
                if byte != (letter < name.count ? name[letter] : 0) { return false }
            default: continue
            }
        }
        return true
    }

    /// The command READY of a socket without an identity.
    public static func ready(socketType: String) -> [UInt8] {
        var body = command("READY")
        for (name, value) in [("Socket-Type", socketType), ("Identity", "")] {
            body.append(UInt8(name.utf8.count))
            body += Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8)
        }
        return frame(body, flags: commandFlag)
    }

    /// The socket type that the body of READY names; nil if it is no READY, is cut or names none.
    public static func socketType(inReady body: [UInt8]) -> String? {
        guard body.starts(with: command("READY")) else { return nil }
        var rest = body.dropFirst(6)
        while let nameCount = rest.first {
            rest = rest.dropFirst()
            guard rest.count >= Int(nameCount) + 4 else { return nil }
            let name = String(decoding: rest.prefix(Int(nameCount)), as: UTF8.self)
            rest = rest.dropFirst(Int(nameCount))
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= count else { return nil }
            if name.lowercased() == "socket-type" {
                return String(decoding: rest.prefix(count), as: UTF8.self)
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// A question for a sign of life; the peer may give this side up after `liveMilliseconds`.
    public static func ping(liveMilliseconds: Int64) -> [UInt8] {
        let tenths = UInt16(clamping: liveMilliseconds / 100)
        let life = [UInt8(truncatingIfNeeded: tenths >> 8), UInt8(truncatingIfNeeded: tenths)]
        return frame(command("PING") + life, flags: commandFlag)
    }

    /// The context that the body of a PING carries, to be sent back; nil if it is no PING.
    public static func context(ofPing body: [UInt8]) -> [UInt8]? {
        let name = command("PING")
        // The name, two bytes of a time to live, at most 16 bytes of context.
        guard body.starts(with: name), (name.count + 2...name.count + 18).contains(body.count)
        else { return nil }
        return Array(body.dropFirst(name.count + 2))
    }

    /// The answer to a PING with this context.
    public static func pong(_ context: [UInt8]) -> [UInt8] {
        frame(command("PONG") + context, flags: commandFlag)
    }

    /// The command that tells a peer why it is refused.
    public static func error(_ reason: String) -> [UInt8] {
        let text = Array(reason.utf8.prefix(shortBytesMax))
        return frame(command("ERROR") + [UInt8(text.count)] + text, flags: commandFlag)
    }

    private static func command(_ name: String) -> [UInt8] {
        [UInt8(name.utf8.count)] + Array(name.utf8)
    }

    /// A frame with its head.
    public static func frame(_ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        appendHead(flags: flags, bodyCount: body.count, to: &bytes)
        return bytes + body
    }

    /// Appends the head of a frame whose body has so many bytes.
    public static func appendHead(flags: UInt8, bodyCount: Int, to bytes: inout [UInt8]) {
        if bodyCount <= shortBytesMax {
            bytes.append(flags)
            bytes.append(UInt8(bodyCount))
            return
        }
        bytes.append(flags | longFlag)
        for place in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: bodyCount >> (56 - 8 * place)))
        }
    }

    /// The head of a frame.
    public struct Head: Equatable, Sendable {
        /// More, long and command.
        public var flags: UInt8
        /// The length of the head itself, in bytes.
        public var byteCount: Int
        /// The length of the body, in bytes.
        public var bodyCount: Int

        /// Whether the frame is a command.
        public var isCommand: Bool { flags & commandFlag != 0 }
        /// Whether another frame of the same message follows.
        public var hasMore: Bool { flags & moreFlag != 0 }
    }

    /// A frame that was found.
    public struct Found: Equatable, Sendable {
        /// More, long and command.
        public var flags: UInt8
        /// Where the body lies.
        public var body: Range<Int>

        /// Whether the frame is a command.
        public var isCommand: Bool { flags & commandFlag != 0 }
        /// Whether another frame of the same message follows.
        public var hasMore: Bool { flags & moreFlag != 0 }
    }

    /// Why bytes are no ZMTP.
    public enum Problem: Error, Equatable {
        /// A frame over `frameBytesMax`.
        case tooLong
        /// A reserved flag.
        case malformed
    }

    /// The head of the frame that begins at `start`; nil if it is not all there yet.
    public static func head(in bytes: Span<UInt8>, at start: Int) throws(Problem) -> Head? {
        guard bytes.count >= start + 1 else { return nil }
        let flags = bytes[start]
        guard flags <= moreFlag | longFlag | commandFlag else { throw .malformed }
        guard flags & longFlag != 0 else {
            guard bytes.count >= start + 2 else { return nil }
            return Head(flags: flags, byteCount: 2, bodyCount: Int(bytes[start + 1]))
        }
        guard bytes.count >= start + 9 else { return nil }
        var count = 0
        for place in (start + 1)..<(start + 9) {
            guard count <= frameBytesMax else { throw .tooLong }
            count = count << 8 | Int(bytes[place])
        }
        guard count <= frameBytesMax else { throw .tooLong }
        return Head(flags: flags, byteCount: 9, bodyCount: count)
    }

    /// The frame that begins at `start`; nil if it is not all there yet.
    public static func found(in bytes: Span<UInt8>, at start: Int) throws(Problem) -> Found? {
        guard let head = try head(in: bytes, at: start) else { return nil }
        let begin = start + head.byteCount
        guard bytes.count >= begin + head.bodyCount else { return nil }
        return Found(flags: head.flags, body: begin..<(begin + head.bodyCount))
    }
}
