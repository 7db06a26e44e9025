import Contracts
import OATH

/// An authenticator app that knows a secret.
struct Authenticator {
    private let secret: [UInt8]

    /// Reads a secret in Base32 (RFC 4648, section 6).
    init(_ text: String) {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var bytes: [UInt8] = []
        var (bits, bitCount) = (UInt32(0), 0)
        for byte in text.utf8 {
            guard let value = digits.firstIndex(of: byte) else { continue }
            bits = bits << 5 | UInt32(value)
            bitCount += 5
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
        secret = bytes
    }

    /// The code at a time, or some steps later.
    func code(at now: Instant, later steps: Int64 = 0) -> String {
        TimeCode.code(secret, step: TimeCode.step(at: now.milliseconds / 1_000) + steps) ?? ""
    }
}
