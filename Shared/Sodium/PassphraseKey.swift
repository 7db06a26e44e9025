import CSodium

/// A key for `SealingStream` and `OpeningStream`, made from a passphrase with Argon2id (RFC 9106).
public struct PassphraseKey: Sendable {
    /// Length of the salt in bytes.
    public static let saltByteCount = 16
    /// The most work that a file may ask of its reader: 16 passes over 1 GiB.
    public static let costMax = PasswordHash.Cost(passes: 16, memoryBytes: 1 << 30)
    /// What new files ask: libsodium's MODERATE, 3 passes over 256 MiB, about a second. A file can
    /// be tried at leisure by whoever has it, a sign-in cannot.
    public static let costOfNewFiles = PasswordHash.Cost(passes: 3, memoryBytes: 256 << 20)

    let secret: SecretBytes

    /// Derives the key. Takes `cost` on the calling thread.
    ///
    /// - Throws: `wrongLength` for a salt of another length, `costTooHigh` beyond `costMax`,
    ///   `passwordTooLong`, `outOfMemory`.
    public init(
        _ passphrase: SecretBytes, salt: [UInt8], cost: PasswordHash.Cost
    ) throws(SodiumError) {
        try SodiumLibrary.ready()
        guard salt.count == Self.saltByteCount else {
            throw SodiumError(.wrongLength, "a salt has \(Self.saltByteCount) bytes")
        }
        guard passphrase.count <= PasswordHash.passwordBytesMax else {
            throw SodiumError(
                .passwordTooLong,
                "a passphrase has at most \(PasswordHash.passwordBytesMax) bytes")
        }
        guard (1...Self.costMax.passes).contains(cost.passes),
            (8_192...Self.costMax.memoryBytes).contains(cost.memoryBytes)
        else {
            throw SodiumError(
                .costTooHigh,
                "the key asks for \(cost.passes) passes over \(cost.memoryBytes) bytes")
        }
        var status: Int32 = -1
        secret = unsafe SecretBytes.filled(count: Int(SealingStream.keyByteCount)) { target in
            status = unsafe passphrase.withCharacters { characters in
                unsafe crypto_pwhash(
                    target, UInt64(SealingStream.keyByteCount), characters,
                    UInt64(passphrase.count), salt, cost.passes, cost.memoryBytes,
                    crypto_pwhash_ALG_ARGON2ID13)
            }
        }
        guard status == 0 else {
            throw SodiumError(
                .outOfMemory, "Argon2id got no \(cost.memoryBytes) bytes; try again later")
        }
    }
}
