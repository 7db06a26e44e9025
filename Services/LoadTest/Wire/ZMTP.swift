/// The little of ZMTP 3 (RFC 23/ZMTP) that a DEALER needs on a unix socket: greeting, READY,
/// frames, and the answer to PING. The generator writes it itself: libzmq wakes a thread of its own
/// for every message, which would cost the machine more than the request does.
enum ZMTP {
    /// The length of both greetings, in octets.
    static let greetingByteCount = 64
    /// A frame of more octets has a long head.
    static let shortBytesMax = 255
    /// The longest frame that is read, in octets: the wire's own limit and some room.
    static let frameBytesMax = 278_528
    /// Frames of a message that are read.
    static let framesMax = 32

    static let moreFlag: UInt8 = 1
    static let longFlag: UInt8 = 2
    static let commandFlag: UInt8 = 4

    /// What each side begins with: signature, version 3.0, the mechanism NULL, which the kernel's
    /// word on the peer's user makes good (docs/protocol.md).
    static var greeting: [UInt8] {
        var octets = [UInt8](repeating: 0, count: greetingByteCount)
        octets[0] = 0xff
        octets[9] = 0x7f
        octets[10] = 3
        octets.replaceSubrange(12..<16, with: Array("NULL".utf8))
        return octets
    }

    /// Whether these are the first octets of a peer that speaks version 3 with NULL.
    static func isGreeting(_ octets: Span<UInt8>) -> Bool {
        guard octets.count >= greetingByteCount, octets[0] == 0xff, octets[9] & 1 == 1,
            octets[10] >= 3
        else { return false }
        let name = Array("NULL".utf8)
        return (0..<20).allSatisfy { octets[12 + $0] == ($0 < name.count ? name[$0] : 0) }
    }

    /// The command after the greeting: a DEALER without an identity.
    static var ready: [UInt8] {
        var body = command("READY")
        for (name, value) in [("Socket-Type", "DEALER"), ("Identity", "")] {
            body.append(UInt8(name.utf8.count))
            body += Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8)
        }
        return frame(body, flags: commandFlag)
    }

    /// The answer to a PING with this context.
    static func pong(_ context: [UInt8]) -> [UInt8] {
        frame(command("PONG") + context, flags: commandFlag)
    }

    private static func command(_ name: String) -> [UInt8] {
        [UInt8(name.utf8.count)] + Array(name.utf8)
    }

    /// A frame with its head.
    static func frame(_ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        var octets: [UInt8]
        if body.count <= shortBytesMax {
            octets = [flags, UInt8(body.count)]
        } else {
            octets = [flags | longFlag]
            for place in 0..<8 {
                octets.append(UInt8(truncatingIfNeeded: body.count >> (56 - 8 * place)))
            }
        }
        return octets + body
    }

    /// A frame that was found.
    struct Found: Equatable {
        var flags: UInt8
        var body: Range<Int>

        var isCommand: Bool { flags & commandFlag != 0 }
        var hasMore: Bool { flags & moreFlag != 0 }
    }

    /// Why octets are no ZMTP.
    enum Problem: Error, Equatable {
        case tooLong
        case malformed
    }

    /// The frame that begins at `start`; nil if it is not all there yet.
    static func found(in octets: Span<UInt8>, at start: Int) throws(Problem) -> Found? {
        guard octets.count >= start + 2 else { return nil }
        let flags = octets[start]
        guard flags <= moreFlag | longFlag | commandFlag else { throw .malformed }
        var begin = start + 2
        var count = Int(octets[start + 1])
        if flags & longFlag != 0 {
            begin = start + 9
            guard octets.count >= begin else { return nil }
            count = 0
            for place in (start + 1)..<begin {
                guard count <= frameBytesMax else { throw .tooLong }
                count = count << 8 | Int(octets[place])
            }
        }
        guard count <= frameBytesMax else { throw .tooLong }
        guard octets.count >= begin + count else { return nil }
        return Found(flags: flags, body: begin..<(begin + count))
    }
}
