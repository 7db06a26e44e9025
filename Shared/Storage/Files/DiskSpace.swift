internal import SQLite

/// Whether the disk has room for writing, as the writer thread knows it.
///
/// Once a write finds no room, further ones are refused before they begin, and only what must go on
/// (`WriteNeed.mustGoOn`) uses the reserve. Writing is allowed again when the reserve is whole and
/// as much is free beside it: never from the last bytes.
final class DiskSpace {
    /// How often a writer without commands looks whether there is room again, in seconds.
    static let lookAgainSeconds = 1.0
    /// A log of more bytes than this is given back to the disk when there is no room; a shorter one
    /// stays, and what must go on is written over it.
    static let keptLogBytes: Int64 = 4 << 20
    /// Pages in the log that are moved at once while there is no room, so that the log is written
    /// over instead of growing.
    static let shortCheckpointPages = 32
    private static let pageBytes: Int64 = 4_096

    /// Whether there is no room.
    private(set) var isShort = false
    private let reserve: Reserve
    private let shared: SharedState

    /// Looks at the disk. Without a whole reserve there is no room from the start on.
    init(_ shared: SharedState) {
        self.shared = shared
        let configuration = shared.configuration
        reserve = Reserve(
            path: configuration.path + ".reserve", wholeBytes: configuration.reserveBytes)
        if !hasRoom() { ranOut() }
        tell()
    }

    /// What a command is told that finds no room.
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

    /// Runs a step of the start.
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

    /// What the database file grows by while there is no room, in bytes: what a part of the reserve
    /// gives is taken at once, before others take it.
    static let growthBytes: Int32 = 128 << 10

    /// Runs what must go on: each time it finds no room, a part of the reserve is given up, to the
    /// log of this connection if it writes there.
    func insist<Value>(log: Connection? = nil, _ body: () throws -> Value) throws -> Value {
        while true {
            do {
                return try body()
            } catch let error where Self.isOutOfSpace(error) {
                guard giveUpPart(to: log) else { throw error }
            }
        }
    }

    /// Moves the log into the database. The reserve is used only where it will suffice: moving may
    /// take as much room as the pages that are moved. Returns nil if that failed.
    func checkpoint(
        _ connection: Connection, _ mode: Connection.CheckpointMode, isHurried: Bool
    ) -> CheckpointResult? {
        let mayTake = Int64(connection.unmovedLogPages) * Self.pageBytes
        let move = { try connection.checkpoint(mode, isHurried: isHurried) }
        // A failed checkpoint loses nothing: the log keeps the pages for the next one.
        connection.growInChunks(of: isShort ? Self.growthBytes : 0)
        return try? mayTake <= reserve.bytes / 2 ? insist(move) : move()
    }

    /// Gives up a part of the reserve, which is made whole again once there is room. False when
    /// none is left.
    func giveUpPart(to log: Connection?) -> Bool {
        guard reserve.giveUpPart() else { return false }
        log?.allocateLog(bytes: Reserve.partBytes)
        ranOut()
        tell()
        return true
    }

    /// A write found no room.
    func ranOut() {
        guard !isShort else { return }
        isShort = true
        tell()
        shared.configuration.onSpaceChange(false)
    }

    /// Allows writing again if there is room.
    func lookAgain() {
        guard isShort, hasRoom() else { return }
        isShort = false
        tell()
        shared.configuration.onSpaceChange(true)
    }

    /// At the end of the process: what the log gave back goes into the reserve, for the next start.
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

    /// Whether an error says that one file, not the disk, has reached its limit.
    static func isFileTooLarge(_ error: (any Error)?) -> Bool {
        switch error {
        case let error as SQLiteError: error.isFileTooLarge
        case let error as StorageError: error.isFileTooLarge
        default: false
        }
    }

    /// Whether an error says that there was no room.
    static func isOutOfSpace(_ error: (any Error)?) -> Bool {
        switch error {
        case let error as SQLiteError: error.isOutOfSpace
        case let error as StorageError: error.code == .noSpace
        default: false
        }
    }
}
