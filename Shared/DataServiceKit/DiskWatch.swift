import Contracts
import Glibc
import ServiceKit
import Synchronization

/// Warns in the log before the disk of the data is full, once each time that it fills up.
final class DiskWatch: Sendable {
    /// How full a disk is.
    struct Use: Hashable {
        /// What is used, in percent of what users may have, rounded up as df(1) does.
        var percent: Int64
        /// What is free for this user, in bytes.
        var freeBytes: Int64
    }

    private let folder: String
    private let logger: Logger
    private let hasWarned = Mutex(false)

    /// A watch over the disk on which the folder lies.
    init(folder: String, logger: Logger) {
        self.folder = folder
        self.logger = logger
    }

    /// How full the disk is now; nil when it cannot be asked.
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

    /// Looks, and tells the log of a change.
    func look() {
        if let use { take(use) }
    }

    /// Takes what a look has found.
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
