import Contracts
import Sodium

/// The source of an archive's bytes.
protocol ByteSource: AnyObject {
    /// The archive's file, for messages.
    var path: String { get }
    /// Returns the next `count` bytes.
    ///
    /// - Throws: `data_loss` if the archive ends before.
    func read(_ count: Int) throws -> [UInt8]
    /// Throws `data_loss` if the archive has further bytes.
    func expectEnd() throws
}

/// Makes the refusal of a damaged backup.
func damaged(_ path: String, _ what: String) -> BackupRefusal {
    BackupRefusal(
        .dataLoss, "\(path) is damaged", reason: what,
        remedy: "Use another backup: compass backup list")
}

/// Reads an archive that is not encrypted.
final class PlainSource: ByteSource {
    private let file: RawFile
    private let size: Int64
    private(set) var offset: Int64 = 0

    var path: String { file.path }

    init(_ file: RawFile) throws {
        self.file = file
        size = try file.size()
    }

    func read(_ count: Int) throws -> [UInt8] {
        let bytes = try file.read(at: offset, count)
        guard bytes.count == count else {
            throw damaged(path, "It is cut off: it ends after \(size) bytes.")
        }
        offset += Int64(count)
        return bytes
    }

    /// Skips bytes without reading them.
    func skip(_ count: Int64) throws {
        guard count <= size - offset else {
            throw damaged(path, "It is cut off: it ends after \(size) bytes.")
        }
        offset += count
    }

    func expectEnd() throws {
        guard offset == size else {
            throw damaged(path, "It goes on behind its end, from byte \(offset) on.")
        }
    }
}

/// Reads an encrypted archive. Returns bytes of a piece only after the whole piece is
/// authenticated.
final class SealedSource: ByteSource {
    private let file: RawFile
    private let stream: OpeningStream
    private let head: SealedHead
    /// The offset at which the sealed pieces end.
    private let end: Int64
    private var offset = Int64(SealedHead.byteCount)
    private var piece: [UInt8] = []
    private var position = 0
    private var hasLast = false

    var path: String { file.path }

    init(_ file: RawFile, passphrase: SecretBytes) throws {
        self.file = file
        let size = try file.size()
        guard let head = SealedHead(parsing: try file.read(at: 0, SealedHead.byteCount)) else {
            throw damaged(
                file.path, "Its first \(SealedHead.byteCount) bytes are not the head of a backup.")
        }
        let foot = try file.read(
            at: max(0, size - Int64(SealedHead.footByteCount)), SealedHead.footByteCount)
        guard size > Int64(SealedHead.byteCount + SealedHead.footByteCount),
            foot == SealedHead.foot(total: size)
        else {
            throw damaged(file.path, "It is cut off: its end is missing after \(size) bytes.")
        }
        self.head = head
        end = size - Int64(SealedHead.footByteCount)
        do {
            let key = try PassphraseKey(passphrase, salt: head.salt, cost: head.cost)
            stream = try OpeningStream(key, header: head.streamHeader)
        } catch {
            throw error.code == .outOfMemory
                ? BackupRefusal(.unavailable, "The key cannot be made", reason: "\(error.message).")
                : damaged(file.path, "Its head cannot be used: \(error.message).")
        }
        // Checks the passphrase before anything else is done.
        try openNext()
    }

    private func openNext() throws {
        let isFirst = offset == Int64(SealedHead.byteCount)
        let length = min(
            Int64(SealedHead.pieceBytes + SealingStream.overheadByteCount), end - offset)
        let sealed = try file.read(at: offset, Int(length))
        do {
            (piece, hasLast) = try stream.open(sealed, binding: isFirst ? head.bytes : [])
        } catch {
            guard isFirst else {
                throw damaged(path, "What was encrypted is not what is there, at byte \(offset).")
            }
            throw BackupRefusal(
                .validationFailed, "The passphrase does not open \(path)",
                reason: "It is another one, or the beginning of the backup is damaged.",
                remedy: "Try again with the passphrase that the backup was made with.")
        }
        position = 0
        offset += length
        guard hasLast == (offset == end) else {
            throw damaged(path, "Its end is not where it was, at byte \(offset).")
        }
    }

    func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            if position == piece.count {
                guard !hasLast else {
                    throw damaged(path, "Its content ends too early.")
                }
                try openNext()
            }
            let more = min(count - bytes.count, piece.count - position)
            bytes += piece[position..<position + more]
            position += more
        }
        return bytes
    }

    func expectEnd() throws {
        guard hasLast, position == piece.count else {
            throw damaged(path, "It goes on behind its end.")
        }
    }
}

/// Opens the file of a backup, encrypted or not.
enum OpenedBackup {
    /// Returns the source of the file's archive. An encrypted archive needs the passphrase.
    static func source(_ path: String, passphrase: SecretBytes?) throws -> any ByteSource {
        let file = try RawFile(reading: path)
        guard try file.isPlain() else {
            throw BackupRefusal(
                .validationFailed, "\(path) is no backup", reason: "It is a folder or a device.",
                remedy: "Name a file that compass backup list shows.")
        }
        guard try file.read(at: 0, SealedHead.magic.count) == SealedHead.magic else {
            return try PlainSource(file)
        }
        guard let passphrase else {
            throw BackupRefusal(
                .validationFailed, "\(path) is encrypted",
                remedy: "Give its passphrase with --passphrase-file or --passphrase-stdin.")
        }
        return try SealedSource(file, passphrase: passphrase)
    }
}
