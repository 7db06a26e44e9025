import CSodium

/// Encrypts short messages with a random key that only this process has (XSalsa20-Poly1305): what
/// another process or an earlier run sealed does not open.
public struct SecretBox: Sendable {
    private let key: SecretBytes
    private static let nonceByteCount = Int(crypto_secretbox_NONCEBYTES)
    private static let macByteCount = Int(crypto_secretbox_MACBYTES)

    /// By how much a sealed message is longer than the message, in bytes.
    public static let overheadByteCount = nonceByteCount + macByteCount

    /// Creates a random key.
    public init() throws(SodiumError) {
        var bytes = try SecureRandom.bytes(Int(crypto_secretbox_KEYBYTES))
        key = SecretBytes(wiping: &bytes)
    }

    /// Returns the sealed message: a random nonce, then the ciphertext.
    public func seal(_ message: [UInt8]) throws(SodiumError) -> [UInt8] {
        let nonce = try SecureRandom.bytes(Self.nonceByteCount)
        var sealed = [UInt8](repeating: 0, count: message.count + Self.macByteCount)
        let status = unsafe key.withPointer { key in
            unsafe crypto_secretbox_easy(&sealed, message, UInt64(message.count), nonce, key)
        }
        guard status == 0 else {
            throw SodiumError(.signingFailed, "crypto_secretbox_easy answered \(status)")
        }
        return nonce + sealed
    }

    /// Returns the message; nil unless it was sealed with this key and is unchanged.
    public func open(_ sealed: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.overheadByteCount else { return nil }
        let nonce = Array(sealed.prefix(Self.nonceByteCount))
        let box = Array(sealed.dropFirst(Self.nonceByteCount))
        var message = [UInt8](repeating: 0, count: box.count - Self.macByteCount)
        let status = unsafe key.withPointer { key in
            unsafe crypto_secretbox_open_easy(&message, box, UInt64(box.count), nonce, key)
        }
        return status == 0 ? message : nil
    }
}
