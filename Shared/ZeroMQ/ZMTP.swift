/// The part of ZMTP 3 (RFC 23/ZMTP; PING and PONG of RFC 37/ZMTP) that a peer on a UNIX socket
/// needs: greeting, READY, frames and heartbeats. Used by the broker's `ServerSocket`, the
/// `DirectDealer` of programs with a loop of their own, and the load generator; all others use
/// libzmq.
public enum ZMTP {
    /// The length of both greetings, in bytes.
    public static let greetingByteCount = 64
    /// The longest body of a frame with a short head, in bytes.
    public static let shortBytesMax = 255
    /// The longest frame accepted, in bytes: 256 KiB of payload plus overhead.
    public static let frameBytesMax = 278_528
    /// The most frames of a message.
    public static let framesMax = 32
    /// The longest command accepted, in bytes; READY may carry properties of the peer's own.
    static let commandBytesMax = 8_192

    /// Set if another frame of the same message follows.
    public static let moreFlag: UInt8 = 1
    /// Set if the frame's length has 8 bytes.
    public static let longFlag: UInt8 = 2
    /// Set if the frame is a command.
    public static let commandFlag: UInt8 = 4

    /// The greeting of both sides: signature, version 3.1, mechanism NULL. NULL does not
    /// authenticate, so the server checks the user reported by the kernel instead
    /// (docs/protocol.md).
    public static var greeting: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: greetingByteCount)
        bytes[0] = 0xff
        bytes[9] = 0x7f
        bytes[10] = 3
        bytes[11] = 1
        bytes.replaceSubrange(12..<16, with: Array("NULL".utf8))
        return bytes
    }

    /// Returns whether the bytes begin a greeting of version 3 or later with NULL. Checks as many
    /// of the 64 bytes as there are.
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

    /// Returns the READY command of a socket without an identity.
    public static func ready(socketType: String) -> [UInt8] {
        var body = command("READY")
        for (name, value) in [("Socket-Type", socketType), ("Identity", "")] {
            body.append(UInt8(name.utf8.count))
            body += Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8)
        }
        return frame(body, flags: commandFlag)
    }

    /// Returns the socket type in the body of READY; nil if the body is not READY, is truncated or
    /// names no type.
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

    /// Returns a PING; the peer may drop this side after `liveMilliseconds` of silence.
    public static func ping(liveMilliseconds: Int64) -> [UInt8] {
        let tenths = UInt16(clamping: liveMilliseconds / 100)
        let life = [UInt8(truncatingIfNeeded: tenths >> 8), UInt8(truncatingIfNeeded: tenths)]
        return frame(command("PING") + life, flags: commandFlag)
    }

    /// Returns the context in the body of a PING, to be echoed; nil if the body is not a PING.
    public static func context(ofPing body: [UInt8]) -> [UInt8]? {
        let name = command("PING")
        // The name, a time to live of 2 bytes, and at most 16 bytes of context.
        guard body.starts(with: name), (name.count + 2...name.count + 18).contains(body.count)
        else { return nil }
        return Array(body.dropFirst(name.count + 2))
    }

    /// Returns the reply to a PING with this context.
    public static func pong(_ context: [UInt8]) -> [UInt8] {
        frame(command("PONG") + context, flags: commandFlag)
    }

    /// Returns the ERROR command with the reason of a refusal.
    public static func error(_ reason: String) -> [UInt8] {
        let text = Array(reason.utf8.prefix(shortBytesMax))
        return frame(command("ERROR") + [UInt8(text.count)] + text, flags: commandFlag)
    }

    private static func command(_ name: String) -> [UInt8] {
        [UInt8(name.utf8.count)] + Array(name.utf8)
    }

    /// Returns a frame with its head.
    public static func frame(_ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        appendHead(flags: flags, bodyCount: body.count, to: &bytes)
        return bytes + body
    }

    /// Appends the head of a frame with a body of `bodyCount` bytes.
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

    /// A frame whose head is complete and whose body is still arriving.
    struct FrameInProgress {
        let head: Head
        /// The number of body bytes received.
        var filled = 0
    }

    /// A complete frame in a buffer.
    public struct Found: Equatable, Sendable {
        /// More, long and command.
        public var flags: UInt8
        /// The range of the body in the buffer.
        public var body: Range<Int>

        /// Whether the frame is a command.
        public var isCommand: Bool { flags & commandFlag != 0 }
        /// Whether another frame of the same message follows.
        public var hasMore: Bool { flags & moreFlag != 0 }
    }

    /// Why bytes are not valid ZMTP.
    public enum Problem: Error, Equatable {
        /// A frame exceeds `frameBytesMax`.
        case tooLong
        /// A reserved flag is set.
        case malformed
    }

    /// Returns the head of the frame that begins at `start`; nil if it is incomplete.
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

    /// Returns the frame that begins at `start`; nil if it is incomplete.
    public static func found(in bytes: Span<UInt8>, at start: Int) throws(Problem) -> Found? {
        guard let head = try head(in: bytes, at: start) else { return nil }
        let begin = start + head.byteCount
        guard bytes.count >= begin + head.bodyCount else { return nil }
        return Found(flags: head.flags, body: begin..<(begin + head.bodyCount))
    }
}
