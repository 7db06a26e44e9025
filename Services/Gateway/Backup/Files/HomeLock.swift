import Contracts
import ServiceKit

/// The lock that allows one backup or restore of a home at a time.
final class HomeLock {
    private let file: RawFile

    /// Takes the lock. Throws `busy` if another backup or restore is under way.
    init(_ home: CompassHome) throws(BackupRefusal) {
        file = try RawFile(locking: home.backupLock)
        guard file.tryLock() else {
            throw BackupRefusal(
                .busy, "Another backup or restore of this home is under way",
                remedy: "Wait for its end, then repeat.")
        }
    }
}
