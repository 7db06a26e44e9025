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
    private static let version: UInt64 = 1

    let cost: PasswordHash.Cost
    let madeAt: Instant
    let salt: [UInt8]
    let streamHeader: [UInt8]

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes += Self.bigEndian(Self.version, 4)
        bytes += Self.bigEndian(cost.passes, 4)
        bytes += Self.bigEndian(UInt64(cost.memoryBytes), 8)
        bytes += Self.bigEndian(UInt64(bitPattern: madeAt.milliseconds), 8)
        bytes += salt
        bytes += streamHeader
        return bytes
    }
}

extension SealedHead {
    /// Parses a head. Returns nil for another kind of file or another version.
    init?(parsing bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
            Self.value(bytes[8..<12]) == Self.version,
            let memory = Int(exactly: Self.value(bytes[16..<24]))
        else { return nil }
        let milliseconds = Int64(bitPattern: Self.value(bytes[24..<32]))
        guard (Instant.earliest.milliseconds...Instant.latest.milliseconds).contains(milliseconds)
        else { return nil }
        self.init(
            cost: .init(passes: Self.value(bytes[12..<16]), memoryBytes: memory),
            madeAt: Instant(milliseconds: milliseconds), salt: Array(bytes[32..<48]),
            streamHeader: Array(bytes[48..<72]))
    }

    /// Returns the foot of a file whose whole length is `total` bytes.
    static func foot(total: Int64) -> [UInt8] { footMagic + bigEndian(UInt64(total), 8) }

    private static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { (index: Int) -> UInt8 in
            let shift = 8 * (count - 1 - index)
            return UInt8(truncatingIfNeeded: value >> UInt64(shift))
        }
    }

    private static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        return value
    }
}
