import Contracts
import Sodium

/// The header of an encrypted backup. It is not secret; the first piece authenticates it as
/// additional data. Integers are big-endian.
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 8 | `RCBACKUP` |
/// | 8 | 4 | version, 1 |
/// | 12 | 4 | passes of Argon2id |
/// | 16 | 8 | memory of Argon2id in bytes |
/// | 24 | 8 | the instant of the backup, milliseconds since 1970 |
/// | 32 | 16 | salt |
/// | 48 | 24 | header of the secretstream |
///
/// The foot is `RCBKPEND` and the length of the whole file in 8 bytes.
struct SealedHead: Equatable {
    /// The first bytes of an encrypted backup.
    static let magic = Array("RCBACKUP".utf8)
    static let byteCount = 72
    /// The plaintext bytes of a sealed piece; the last piece may be shorter.
    static let pieceBytes = 65_536
    static let footByteCount = 16
    private static let footMagic = Array("RCBKPEND".utf8)
    private static let version: UInt32 = 1

    let cost: PasswordHash.Cost
    let madeAt: Instant
    let salt: [UInt8]
    let streamHeader: [UInt8]

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.appendBigEndian(Self.version)
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: cost.passes))
        bytes.appendBigEndian(UInt64(cost.memoryBytes))
        bytes.appendBigEndian(UInt64(bitPattern: madeAt.milliseconds))
        bytes += salt
        bytes += streamHeader
        return bytes
    }
}

extension SealedHead {
    /// Parses a head. Returns nil for another kind of file or another version.
    init?(parsing bytes: [UInt8]) {
        let span = bytes.span
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
            span.bigEndian(at: 8) == Self.version, let passes: UInt32 = span.bigEndian(at: 12),
            let memory: UInt64 = span.bigEndian(at: 16), let memoryBytes = Int(exactly: memory),
            let time: UInt64 = span.bigEndian(at: 24)
        else { return nil }
        let milliseconds = Int64(bitPattern: time)
        guard (Instant.earliest.milliseconds...Instant.latest.milliseconds).contains(milliseconds)
        else { return nil }
        self.init(
            cost: .init(passes: UInt64(passes), memoryBytes: memoryBytes),
            madeAt: Instant(milliseconds: milliseconds), salt: Array(bytes[32..<48]),
            streamHeader: Array(bytes[48..<72]))
    }

    /// Returns the foot of a file whose whole length is `total` bytes.
    static func foot(total: Int64) -> [UInt8] {
        var bytes = footMagic
        bytes.appendBigEndian(total)
        return bytes
    }
}
