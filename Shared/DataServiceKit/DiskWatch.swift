import Contracts
import Glibc
import ServiceKit
import Synchronization

/// Warns in the log before the data disk is full, once each time it fills up.
final class DiskWatch: Sendable {
    struct Use: Hashable {
        /// The used space in percent of the space available to users, rounded up like df(1).
        var percent: Int64
        /// The free space available to this user, in bytes.
        var freeBytes: Int64
    }

    private let folder: String
    private let logger: Logger
    private let hasWarned = Mutex(false)

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
        let isNews = hasWarned.withLock { hasWarned in
            let isWarning =
                use.percent >= (hasWarned ? DiskLimit.calmPercent : DiskLimit.warnedPercent)
            defer { hasWarned = isWarning }
            return isWarning != hasWarned
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
}
