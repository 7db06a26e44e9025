import CSodium

/// A code that proves that a message comes from a holder of a secret: HMAC-SHA256 (RFC 2104).
public enum MessageCode {
    /// The length of a code in bytes.
    public static let byteCount = 32

    /// Returns the code of a message, for a secret of any length.
    public static func code(of message: [UInt8], secret: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        var output = [UInt8](repeating: 0, count: byteCount)
        unsafe _ = crypto_auth_hmacsha256_init(&state, secret, secret.count)
        unsafe _ = crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        unsafe _ = crypto_auth_hmacsha256_final(&state, &output)
        return output
    }
}
