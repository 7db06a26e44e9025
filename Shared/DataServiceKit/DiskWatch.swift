import Contracts
import Glibc
import ServiceKit
import Synchronization

/// Warns in the log before the data disk is full and says at once that it is, once each time it
/// fills up.
final class DiskWatch: Sendable {
    /// The free space in bytes from which a disk without room for a file counts as full no longer.
    static let roomBytes: Int64 = 4 << 20

    struct Use: Hashable {
        /// The used space in percent of the space available to users, rounded up like df(1).
        var percent: Int64
        /// The free space available to this user, in bytes.
        var freeBytes: Int64
    }

    /// What the log said last.
    private enum Level { case roomy, nearlyFull, full }

    private struct State {
        var told = Level.roomy
        /// Whether the database refuses writes. It notices by itself when there is room again.
        var isRefusing = false
    }

    private let folder: String
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a watch for the disk that contains the folder.
    init(folder: String, logger: Logger) {
        self.folder = folder
        self.logger = logger
    }

    /// The present use of the disk; nil if it is unknown.
    var use: Use? {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        let used = Double(status.f_blocks) - Double(status.f_bfree)
        let available = Double(status.f_bavail)
        guard used + available > 0 else { return nil }
        return Use(
            percent: Int64((used / (used + available) * 100).rounded(.up)),
            freeBytes: Int64(clamping: UInt64(available * Double(status.f_frsize))))
    }

    /// Checks the disk and logs a change.
    func look() {
        if let use { take(use) }
    }

    /// Logs a warning or its end if the measured use crosses a limit.
    func take(_ use: Use) {
        let isNews = state.withLock { state in
            guard !state.isRefusing else { return false }
            if state.told == .full, use.freeBytes >= Self.roomBytes { state.told = .nearlyFull }
            let hadWarned = state.told != .roomy
            let isWarning =
                use.percent >= (hadWarned ? DiskLimit.calmPercent : DiskLimit.warnedPercent)
            guard isWarning != hadWarned else { return false }
            state.told = isWarning ? .nearlyFull : .roomy
            return true
        }
        guard isNews else { return }
        if use.percent >= DiskLimit.calmPercent {
            logger.warning(
                "the disk is nearly full; free space, else writes will be refused",
                [
                    "disk.used_percent": "\(use.percent)", "disk.free_bytes": "\(use.freeBytes)",
                    "disk.folder": folder,
                ])
        } else {
            logger.info("the disk has room again", ["disk.used_percent": "\(use.percent)"])
        }
    }

    /// Logs that a write was refused for lack of space, unless the log has said so already. With
    /// `isRefusing` the database refuses all further ones until `hasRoomAgain`.
    func refusedWrite(isRefusing: Bool) {
        let isNews = state.withLock { state in
            state.isRefusing = state.isRefusing || isRefusing
            defer { state.told = .full }
            return state.told != .full
        }
        guard isNews else { return }
        logger.error(
            "the disk is full: writes are refused, reads and sign-ins go on; free space",
            ["disk.folder": folder])
    }

    /// Logs that the database accepts writes again; `present` is the use of the disk if it is
    /// known.
    func hasRoomAgain(_ present: Use?) {
        state.withLock { state in
            let isWarning = present.map { $0.percent >= DiskLimit.calmPercent } ?? false
            state = State(told: isWarning ? .nearlyFull : .roomy)
        }
        logger.info("there is room on the disk again; writes are taken")
    }
}
