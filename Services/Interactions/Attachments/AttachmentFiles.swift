import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Synchronization

/// Access of the handlers to attached files. It allows one task per file at a time and converts
/// disk errors to `ServiceError`.
final class AttachmentFiles: Sendable {
    /// The retry interval for callers that find a file in use.
    private static let busyRetryMilliseconds: UInt32 = 20

    let folder: AttachmentFolder
    /// Threads that write, hash and sync files, so that database threads need not.
    let jobs = JobPool(name: "files", threads: 2, queueMax: 64)
    private let inUse = Mutex<Set<AttachmentID>>([])
    private let onFullDisk: @Sendable () -> Void

    /// Opens the folder. `onFullDisk` is called whenever a file finds no space on the disk.
    init(path: String, onFullDisk: @escaping @Sendable () -> Void = {}) throws {
        folder = try AttachmentFolder(path: path)
        self.onFullDisk = onFullDisk
    }

    /// The number of bytes stored of a file, uploaded completely or in part.
    func storedBytes(_ id: AttachmentID) throws -> Int {
        if let size = try folder.size(.init(id: id, isPart: false)) { return size }
        return try folder.size(.init(id: id, isPart: true)) ?? 0
    }

    /// Runs `work` with exclusive access to a file. Throws `busy` if the file is in use.
    func exclusively<Value>(_ id: AttachmentID, _ work: () throws -> Value) throws -> Value {
        guard inUse.withLock({ $0.insert(id).inserted }) else {
            throw ServiceError(
                .busy, "This file is in use; try again",
                retryAfterMilliseconds: Self.busyRetryMilliseconds)
        }
        defer { inUse.withLock { _ = $0.remove(id) } }
        do {
            return try work()
        } catch let failure as AttachmentFolder.Failure {
            if failure.isDiskFull { onFullDisk() }
            throw Self.error(failure)
        }
    }

    /// Returns a part of an attached file. Throws `data_loss` if the file is missing or its size
    /// differs from its row.
    func read(_ file: Attachment, at offset: Int, _ length: Int) throws -> [UInt8] {
        let entry = AttachmentFolder.Entry(id: file.id, isPart: false)
        do {
            guard try folder.size(entry) == file.size,
                let bytes = try folder.read(entry, at: offset, length)
            else {
                throw ServiceError(.dataLoss, "file \(file.id) is missing or cut off")
            }
            return bytes
        } catch let failure as AttachmentFolder.Failure {
            throw Self.error(failure)
        }
    }

    /// Removes the files of deleted rows, on another thread. The sweep removes what this skips:
    /// files in use, disk errors, and files for which the queue has no room.
    func discard(_ ids: [RecordID]) {
        _ = jobs.offer { [self] in
            for id in ids.map({ AttachmentID($0) }) {
                try? exclusively(id) {
                    for isPart in [true, false] {
                        try folder.remove(.init(id: id, isPart: isPart))
                    }
                }
            }
        }
    }

    /// Longer than any call lasts, so that the client reports a full disk at once instead of
    /// retrying.
    private static let fullRetryMilliseconds: UInt32 = 60_000

    /// The error for the caller of a failed system call.
    static func error(_ failure: AttachmentFolder.Failure) -> ServiceError {
        failure.isFull
            ? ServiceError(
                .unavailable, "The disk is full: the file was not stored. Free space, then repeat",
                retryAfterMilliseconds: fullRetryMilliseconds)
            : ServiceError(.internal, "files: \(failure)")
    }

    /// A point in the code at which tests may kill the process.
    static func reach(_ point: String) {
        #if DEBUG
            TestHooks.reach(point)
        #endif
    }
}
