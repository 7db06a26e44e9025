import COATH
import Glibc

/// Codes of six digits that change every 30 seconds (RFC 6238, with HMAC-SHA-1), as all
/// authenticator apps show them. liboath computes them.
public enum TimeCode {
    /// The number of digits of a code.
    public static let digitCount = 6
    /// How long a code is the current one, in seconds.
    public static let stepSeconds: Int64 = 30
    /// The length of a secret, in bytes (RFC 4226, section 4, R6).
    public static let secretByteCount = 20

    // A static property is initialized once on any thread.
    private static let isInitialized = oath_init() == Int32(OATH_OK.rawValue)

    /// Returns the number of the step at a time, in seconds since 1970.
    public static func step(at seconds: Int64) -> Int64 {
        seconds.quotientAndRemainder(dividingBy: stepSeconds).quotient
    }

    /// Returns the code of a step; nil if the step is negative or the library is unusable.
    public static func code(_ secret: [UInt8], step: Int64) -> String? {
        guard isInitialized, step >= 0, step <= Int64.max / stepSeconds else { return nil }
        var digits = [CChar](repeating: 0, count: digitCount + 1)
        let status = unsafe secret.withUnsafeBytes { bytes in
            unsafe oath_totp_generate(
                bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count,
                time_t(step * stepSeconds), UInt32(stepSeconds), 0, UInt32(digitCount), &digits)
        }
        guard status == Int32(OATH_OK.rawValue) else { return nil }
        return String(
            decoding: digits.prefix(digitCount).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the secret in Base32 (RFC 4648, section 6) without padding, as people type it into
    /// an app; nil if the library is unusable.
    public static func base32(_ secret: [UInt8]) -> String? {
        guard isInitialized else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        var count = 0
        let status = unsafe secret.withUnsafeBytes { bytes in
            unsafe oath_base32_encode(
                bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, &text, &count)
        }
        guard status == Int32(OATH_OK.rawValue), let found = unsafe text else { return nil }
        defer { unsafe free(found) }
        let bytes = unsafe UnsafeBufferPointer(start: found, count: count)
        return unsafe String(
            decoding: bytes.map { UInt8(bitPattern: $0) }.filter { $0 != UInt8(ascii: "=") },
            as: UTF8.self)
    }
}
