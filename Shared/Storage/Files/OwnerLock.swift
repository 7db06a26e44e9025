internal import Glibc

/// The exclusive lock of a database file: `flock` on `PATH.lock`, held until the process ends or
/// releases it, so that a killed owner leaves no lock. The lock file itself stays.
final class OwnerLock: Sendable {
    /// The pause between two attempts.
    private static let retryMicroseconds: UInt32 = 5_000

    private let descriptor: Int32

    /// Takes the lock, waiting up to `patience` for the present owner to release it.
    ///
    /// - Throws: `owned` if it is still held then.
    init(path: String, patience: Duration) throws(StorageError) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let number = errno
            let reason = unsafe String(cString: strerror(number))
            throw StorageError(
                code: number == ENOSPC || number == EDQUOT ? .noSpace : .disk,
                message: "open \(path): \(reason); check the folder and its rights")
        }
        let limit = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            guard code == EWOULDBLOCK, ContinuousClock.now < limit else {
                _ = close(descriptor)
                throw StorageError(
                    code: .owned,
                    message: "\(path) is locked by another process; stop that one first")
            }
            _ = usleep(Self.retryMicroseconds)
        }
        self.descriptor = descriptor
    }

    func release() { _ = flock(descriptor, LOCK_UN) }

    deinit {
        // Closing alone would leave the lock with a child process that is being started and still
        // shares the descriptor.
        release()
        _ = close(descriptor)
    }
}
