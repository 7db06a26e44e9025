internal import Glibc

/// The record beside a database, in `PATH.life`: the state of the file after its last write.
///
/// The file itself cannot reveal that it is outdated: without its log, or replaced by a copy, it is
/// a valid database with less data. The record is written in place after each COMMIT, alternately
/// in two slots with checksums, so it needs no space and a crash damages at most one slot. It is
/// not synced with each COMMIT. After a crash of the machine it may therefore be older than the
/// file, but never newer, and no file is refused without cause.
final class LifeRecord {
    /// The content of the record.
    struct Entry: Hashable {
        /// False until the file has been created or accepted; before that it may be missing or
        /// incomplete.
        var isMade: Bool
        var state: FileState
        /// The number of transactions in the file itself, without its log. A file with fewer is
        /// older than its log and does not match it.
        var settledCommits: Int64 = 0
    }

    /// The offsets of the slots, each at the start of a disk sector.
    private static let slotOffsets = [0, 512]
    /// "RClife" and the format version, 1.
    private static let magic: UInt64 = 0x5243_6C69_6665_0001
    /// The words of a slot: magic, turn, flag, mark (2), owner epoch, commits, settled commits,
    /// checksum.
    private static let slotWords = 9

    private let path: String
    private let descriptor: Int32
    private var turn: UInt64 = 0
    /// The recorded entry; nil without a readable record.
    private(set) var entry: Entry?

    /// Opens the record, or creates an empty one (0600).
    ///
    /// - Throws: `disk`.
    init(path: String) throws(StorageError) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open", path) }
        self.path = path
        self.descriptor = descriptor
        if let newest = Self.newest(of: descriptor) { (turn, entry) = newest }
    }

    /// What the record at this path says; nil when there is none that can be read. Makes nothing.
    static func entry(at path: String) -> Entry? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        return newest(of: descriptor)?.1
    }

    deinit { _ = close(descriptor) }

    /// Writes the record; with `isSynced`, waits until it is on disk.
    ///
    /// - Throws: `disk`; the record is then unchanged.
    func write(_ entry: Entry, isSynced: Bool) throws(StorageError) {
        var words: [UInt64] = [
            Self.magic, turn + 1, entry.isMade ? 1 : 0, entry.state.mark.high, entry.state.mark.low,
            UInt64(bitPattern: entry.state.ownerEpoch), UInt64(bitPattern: entry.state.commits),
            UInt64(bitPattern: entry.settledCommits),
        ]
        words.append(Self.checksum(of: words))
        let bytes = words.flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        let offset = Self.slotOffsets[Int((turn + 1) % 2)]
        let written = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, offset)
        }
        guard written == bytes.count else { throw Self.failure("write", path) }
        if isSynced {
            guard fsync(descriptor) == 0 else { throw Self.failure("sync", path) }
        }
        turn += 1
        self.entry = entry
    }

    private static func newest(of descriptor: Int32) -> (UInt64, Entry)? {
        slotOffsets.compactMap { slot(of: descriptor, at: $0) }.max { $0.0 < $1.0 }
    }

    private static func slot(of descriptor: Int32, at offset: Int) -> (UInt64, Entry)? {
        var bytes = [UInt8](repeating: 0, count: slotWords * 8)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset)
        }
        guard count == bytes.count else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard words[0] == magic, words[8] == checksum(of: words.dropLast()) else { return nil }
        let state = FileState(
            mark: .init(high: words[3], low: words[4]), ownerEpoch: Int64(bitPattern: words[5]),
            commits: Int64(bitPattern: words[6]))
        return (
            words[1],
            Entry(
                isMade: words[2] == 1, state: state, settledCommits: Int64(bitPattern: words[7]))
        )
    }

    private static func checksum(of words: [UInt64]) -> UInt64 {
        var checksum = Checksum()
        for word in words { checksum.add(word) }
        return checksum.value
    }

    private static func failure(_ what: String, _ path: String) -> StorageError {
        let reason = unsafe String(cString: strerror(errno))
        return StorageError(
            code: .disk, message: "\(what) \(path): \(reason); check the disk and the rights")
    }
}
