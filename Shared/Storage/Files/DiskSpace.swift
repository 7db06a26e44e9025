internal import SQLite

/// Tracks, on the writer thread, whether the disk has space for writes.
///
/// After a write has failed for lack of space, further ones are refused before they start. Only
/// essential work (`WriteNeed.mustGoOn`) may use the reserve. Writes resume when the reserve is
/// complete and the same amount is free beside it, so that they never use the last bytes.
final class DiskSpace {
    /// The interval in seconds at which an idle writer checks for free space.
    static let lookAgainSeconds = 1.0
    /// The largest log in bytes that is kept while the disk is full, to be overwritten by essential
    /// work. A larger one is truncated to free its space.
    static let keptLogBytes: Int64 = 4 << 20
    /// The number of log pages from which a checkpoint runs while the disk is full, so that the log
    /// is overwritten instead of growing.
    static let shortCheckpointPages = 32
    private static let pageBytes: Int64 = 4_096

    /// Whether the disk is full.
    private(set) var isShort = false
    private let reserve: Reserve
    private let shared: SharedState

    /// Checks the disk. Without a complete reserve, writes are refused from the start.
    init(_ shared: SharedState) {
        self.shared = shared
        let configuration = shared.configuration
        reserve = Reserve(
            path: configuration.path + ".reserve", wholeBytes: configuration.reserveBytes)
        if !hasRoom() { ranOut() }
        tell()
    }

    /// Returns the error for a command refused for lack of space.
    func refusal(for error: (any Error)? = nil) -> StorageError {
        let path = shared.configuration.path
        guard !Self.isFileTooLarge(error) else {
            return StorageError(
                code: .noSpace,
                message: "The file \(path) may not grow any more: nothing was changed. "
                    + "Raise the limit of the size of files (ulimit -f) and start the service again"
            )
        }
        return StorageError(
            code: .noSpace,
            message: "The disk is full: nothing was changed. Free space where \(folder) lies, "
                + "then repeat; reading goes on meanwhile")
    }

    private var folder: String { shared.configuration.folder }

    /// Runs a step of the start, with the reserve if necessary.
    func starting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try insist(body)
        } catch let error where Self.isOutOfSpace(error) {
            throw StorageError(
                code: .noSpace,
                message:
                    "The disk is full, the reserve too: \(shared.configuration.path) cannot be "
                    + "opened. Free space where \(folder) lies")
        }
    }

    /// The growth of the database file while the disk is full, in bytes. It claims the space of a
    /// released part of the reserve at once, before other programs do.
    static let growthBytes: Int32 = 128 << 10

    /// Runs essential work. Each time it runs out of space, releases a part of the reserve, to the
    /// log of the connection `log` if there is one.
    func insist<Value>(log: Connection? = nil, _ body: () throws -> Value) throws -> Value {
        while true {
            do {
                return try body()
            } catch let error where Self.isOutOfSpace(error) {
                guard giveUpPart(to: log) else { throw error }
            }
        }
    }

    /// Moves the log into the database. Uses the reserve only if it will suffice: a checkpoint may
    /// need as much space as the moved pages. Returns nil if the checkpoint failed.
    func checkpoint(
        _ connection: Connection, _ mode: Connection.CheckpointMode, isHurried: Bool
    ) -> CheckpointResult? {
        let mayTake = Int64(connection.unmovedLogPages) * Self.pageBytes
        let move = { try connection.checkpoint(mode, isHurried: isHurried) }
        // A failed checkpoint loses nothing: the log keeps the pages for the next one.
        connection.growInChunks(of: isShort ? Self.growthBytes : 0)
        return try? mayTake <= reserve.bytes / 2 ? insist(move) : move()
    }

    /// Releases a part of the reserve, which is refilled once there is space. Returns false if
    /// nothing is left.
    func giveUpPart(to log: Connection?) -> Bool {
        guard reserve.giveUpPart() else { return false }
        log?.allocateLog(bytes: Reserve.partBytes)
        ranOut()
        tell()
        return true
    }

    /// Notes that a write ran out of space.
    func ranOut() {
        guard !isShort else { return }
        isShort = true
        tell()
        shared.configuration.onSpaceChange(false)
    }

    /// Resumes writes if there is space.
    func lookAgain() {
        guard isShort, hasRoom() else { return }
        isShort = false
        tell()
        shared.configuration.onSpaceChange(true)
    }

    /// Refills the reserve at the end of the process with the space that the log released.
    func end() { _ = reserve.fill() }

    private func hasRoom() -> Bool {
        if reserve.isWhole && !isShort { return true }
        let missing = max(0, reserve.wholeBytes - reserve.bytes)
        guard let free = reserve.freeBytes, free >= missing + reserve.wholeBytes else {
            return false
        }
        return reserve.fill()
    }

    private func tell() {
        let (isShort, bytes) = (isShort, reserve.bytes)
        shared.count { statistics in
            statistics.isOutOfSpace = isShort
            statistics.reserveBytes = Int(bytes)
        }
    }

    /// Returns whether the error means that one file, not the disk, has reached its limit.
    static func isFileTooLarge(_ error: (any Error)?) -> Bool {
        switch error {
        case let error as SQLiteError: error.isFileTooLarge
        case let error as StorageError: error.isFileTooLarge
        default: false
        }
    }

    /// Returns whether the error means a lack of space.
    static func isOutOfSpace(_ error: (any Error)?) -> Bool {
        switch error {
        case let error as SQLiteError: error.isOutOfSpace
        case let error as StorageError: error.code == .noSpace
        default: false
        }
    }
}
