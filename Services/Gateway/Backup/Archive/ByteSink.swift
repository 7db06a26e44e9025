import Contracts
import Sodium

/// The destination of an archive's bytes.
protocol ByteSink: AnyObject {
    func write(_ bytes: [UInt8]) throws
    /// Ends the archive and flushes it to the disk.
    func finish() throws
}

/// Writes an archive without encryption.
final class PlainSink: ByteSink {
    private let file: RawFile

    init(_ file: RawFile) { self.file = file }

    func write(_ bytes: [UInt8]) throws { try file.write(bytes) }

    func finish() throws { try file.sync() }
}

/// Writes an encrypted archive: a head, sealed pieces of one length but the last, and a foot.
final class SealedSink: ByteSink {
    private let file: RawFile
    private let head: SealedHead
    private let stream: SealingStream
    private var pending: [UInt8] = []
    private var written: Int64
    private var isFirst = true

    init(
        _ file: RawFile, passphrase: SecretBytes, cost: PasswordHash.Cost, madeAt: Instant
    ) throws {
        self.file = file
        let salt = try SecureRandom.bytes(PassphraseKey.saltByteCount)
        stream = try SealingStream(try PassphraseKey(passphrase, salt: salt, cost: cost))
        head = SealedHead(cost: cost, madeAt: madeAt, salt: salt, streamHeader: stream.header)
        written = Int64(SealedHead.byteCount)
        try file.write(head.bytes)
    }

    func write(_ bytes: [UInt8]) throws {
        pending += bytes
        var done = 0
        // Keeps at least one byte back, because the last piece must be marked when it is sealed.
        while pending.count - done > SealedHead.pieceBytes {
            try put(Array(pending[done..<done + SealedHead.pieceBytes]), isLast: false)
            done += SealedHead.pieceBytes
        }
        if done > 0 { pending.removeFirst(done) }
    }

    private func put(_ piece: [UInt8], isLast: Bool) throws {
        let sealed = try stream.seal(piece, isLast: isLast, binding: isFirst ? head.bytes : [])
        isFirst = false
        written += Int64(sealed.count)
        try file.write(sealed)
    }

    func finish() throws {
        try put(pending, isLast: true)
        pending = []
        try file.write(SealedHead.foot(total: written + Int64(SealedHead.footByteCount)))
        try file.sync()
    }
}
