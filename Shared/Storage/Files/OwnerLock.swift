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
        let limit = ContinuousClock.now + patience
        while true {
            let descriptor = try Self.opened(path)
            do throws(StorageError) {
                try Self.wait(for: descriptor, at: path, until: limit)
            } catch {
                _ = close(descriptor)
                throw error
            }
            // A restore puts another folder in the place of the one whose file was waited for.
            if Self.isAt(path, descriptor) {
                self.descriptor = descriptor
                return
            }
            _ = close(descriptor)
        }
    }

    private static func opened(_ path: String) throws(StorageError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let number = errno
            let reason = unsafe String(cString: strerror(number))
            throw StorageError(
                code: number == ENOSPC || number == EDQUOT ? .noSpace : .disk,
                message: "open \(path): \(reason); check the folder and its rights")
        }
        return descriptor
    }

    private static func wait(
        for descriptor: Int32, at path: String, until limit: ContinuousClock.Instant
    ) throws(StorageError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            guard code == EWOULDBLOCK, ContinuousClock.now < limit else {
                throw StorageError(
                    code: .owned,
                    message: "\(path) is locked by another process; stop that one first")
            }
            // `flock` has no timeout, and a blocked one cannot be interrupted safely.
            _ = usleep(retryMicroseconds)
        }
    }

    /// Whether the file with this name is the one that is open.
    private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
        var named = stat()
        var open = stat()
        return unsafe stat(path, &named) == 0 && fstat(descriptor, &open) == 0
            && named.st_dev == open.st_dev && named.st_ino == open.st_ino
    }

    func release() { _ = flock(descriptor, LOCK_UN) }

    deinit {
        // Closing alone would leave the lock with a child process that is being started and still
        // shares the descriptor.
        release()
        _ = close(descriptor)
    }
}
