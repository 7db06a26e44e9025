import CSodium

/// Encrypts a stream of pieces with libsodium's secretstream (XChaCha20-Poly1305): a piece that is
/// changed, left out, repeated or moved does not open, and the end is a piece of its own kind.
public final class SealingStream {
    /// Length of a key in bytes.
    static let keyByteCount = 32
    /// Length of what stands before the first piece, in bytes.
    public static let headerByteCount = 24
    /// By how much a sealed piece is longer than its content, in bytes.
    public static let overheadByteCount = 17

    // The final tag is a macro of two others, which Swift does not see.
    static let finalTag = UInt8(
        crypto_secretstream_xchacha20poly1305_TAG_PUSH
            | crypto_secretstream_xchacha20poly1305_TAG_REKEY)
    private static let messageTag = UInt8(crypto_secretstream_xchacha20poly1305_TAG_MESSAGE)

    /// What the reader needs before the first piece; no secret.
    public let header: [UInt8]
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// Begins a stream under this key.
    public init(_ key: PassphraseKey) throws(SodiumError) {
        try SodiumLibrary.ready()
        var header = [UInt8](repeating: 0, count: Self.headerByteCount)
        var state = crypto_secretstream_xchacha20poly1305_state()
        let status = unsafe key.secret.withPointer { bytes in
            unsafe crypto_secretstream_xchacha20poly1305_init_push(&state, &header, bytes)
        }
        guard status == 0 else {
            throw SodiumError(.signingFailed, "secretstream_init_push answered \(status)")
        }
        self.header = header
        self.state = state
    }

    /// The sealed form of a piece. `binding` is not encrypted, but the piece opens only beside it.
    public func seal(
        _ piece: [UInt8], isLast: Bool, binding: [UInt8] = []
    ) throws(SodiumError) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: piece.count + Self.overheadByteCount)
        let tag = isLast ? Self.finalTag : Self.messageTag
        let status = unsafe crypto_secretstream_xchacha20poly1305_push(
            &state, &sealed, nil, piece, UInt64(piece.count), binding, UInt64(binding.count), tag)
        guard status == 0 else {
            throw SodiumError(.signingFailed, "secretstream_push answered \(status)")
        }
        return sealed
    }
}

/// Decrypts what `SealingStream` made.
public final class OpeningStream {
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// Begins with the stream's header.
    ///
    /// - Throws: `wrongLength` for a header of another length, `notAuthentic` for one that cannot
    ///   be used.
    public init(_ key: PassphraseKey, header: [UInt8]) throws(SodiumError) {
        try SodiumLibrary.ready()
        guard header.count == SealingStream.headerByteCount else {
            throw SodiumError(
                .wrongLength, "a stream's header has \(SealingStream.headerByteCount) bytes")
        }
        var state = crypto_secretstream_xchacha20poly1305_state()
        let status = unsafe key.secret.withPointer { bytes in
            unsafe crypto_secretstream_xchacha20poly1305_init_pull(&state, header, bytes)
        }
        guard status == 0 else {
            throw SodiumError(.notAuthentic, "the stream's header cannot be used")
        }
        self.state = state
    }

    /// The content of the next sealed piece, and whether it is the last one.
    ///
    /// - Throws: `notAuthentic` when it is not the piece that was sealed here, or the key is wrong.
    public func open(
        _ sealed: [UInt8], binding: [UInt8] = []
    ) throws(SodiumError) -> (piece: [UInt8], isLast: Bool) {
        guard sealed.count >= SealingStream.overheadByteCount else {
            throw SodiumError(.notAuthentic, "a sealed piece is too short")
        }
        var piece = [UInt8](repeating: 0, count: sealed.count - SealingStream.overheadByteCount)
        var tag: UInt8 = 0
        let status = unsafe crypto_secretstream_xchacha20poly1305_pull(
            &state, &piece, nil, &tag, sealed, UInt64(sealed.count), binding,
            UInt64(binding.count))
        guard status == 0 else {
            throw SodiumError(.notAuthentic, "a sealed piece does not open with this key")
        }
        return (piece, Int32(tag) == Int32(crypto_secretstream_xchacha20poly1305_TAG_FINAL))
    }
}
