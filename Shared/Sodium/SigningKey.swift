import CSodium

/// An Ed25519 key for signing (RFC 8032). The secret is wiped on deinitialization.
public struct SigningKey: Sendable {
    /// The length in bytes of the seed, the only part that must be stored.
    public static let seedByteCount = 32
    /// The length of a signature in bytes.
    public static let signatureByteCount = 64

    /// The public key that verifies the signatures.
    public let verifyingKey: VerifyingKey
    // In libsodium's 64-byte form: the seed, then the public key.
    private let secret: SecretBytes

    /// Creates a random key.
    public init() throws(SodiumError) {
        var seed = try SecureRandom.bytes(Self.seedByteCount)
        try self.init(seed: SecretBytes(wiping: &seed))
    }

    /// Creates the key of a stored seed; throws `wrongLength` unless it has `seedByteCount` bytes.
    public init(seed: SecretBytes) throws(SodiumError) {
        try SodiumLibrary.ready()
        guard seed.count == Self.seedByteCount else {
            throw SodiumError(
                .wrongLength, "an Ed25519 seed has 32 bytes, this one has \(seed.count)")
        }
        var publicBytes = [UInt8](repeating: 0, count: VerifyingKey.byteCount)
        secret = unsafe SecretBytes.filled(count: Int(crypto_sign_SECRETKEYBYTES)) { target in
            unsafe seed.withPointer { seedBytes in
                unsafe _ = crypto_sign_seed_keypair(&publicBytes, target, seedBytes)
            }
        }
        verifyingKey = try VerifyingKey(publicBytes)
    }

    /// The seed, for storing in a file of mode 0600.
    public var seed: SecretBytes {
        unsafe SecretBytes.filled(count: Self.seedByteCount) { target in
            unsafe secret.withPointer { secretBytes in
                unsafe _ = crypto_sign_ed25519_sk_to_seed(target, secretBytes)
            }
        }
    }

    /// Returns the signature of a message, `signatureByteCount` bytes. Signatures are
    /// deterministic.
    public func signature(of message: [UInt8]) throws(SodiumError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureByteCount)
        let status = unsafe secret.withPointer { secretBytes in
            unsafe crypto_sign_detached(
                &signature, nil, message, UInt64(message.count), secretBytes)
        }
        guard status == 0 else {
            throw SodiumError(.signingFailed, "crypto_sign_detached answered \(status)")
        }
        return signature
    }
}
