import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Synchronization

/// The attached files as the handlers use them: one piece of work on a file at a time, and
/// failures of the disk in words.
final class AttachmentFiles: Sendable {
    /// How long a caller waits before it repeats what found the file in use.
    private static let busyRetryMilliseconds: UInt32 = 20

    /// The folder.
    let folder: AttachmentFolder
    /// Threads that write, hash and sync, so that the threads of the database never do.
    let jobs = JobPool(name: "files", threads: 2, queueMax: 64)
    private let inUse = Mutex<Set<AttachmentID>>([])

    /// The files in this folder.
    init(path: String) throws { folder = try AttachmentFolder(path: path) }

    /// How many bytes of a file are there, whether its upload goes on or has ended.
    func storedBytes(_ id: AttachmentID) throws -> Int {
        if let size = try folder.size(.init(id: id, isPart: false)) { return size }
        return try folder.size(.init(id: id, isPart: true)) ?? 0
    }

    /// Works on a file while nobody else does; throws `busy` if somebody does.
    func exclusively<Value>(_ id: AttachmentID, _ work: () throws -> Value) throws -> Value {
        guard inUse.withLock({ $0.insert(id).inserted }) else {
            throw ServiceError(
                .busy, "This file is being worked on; try again",
                retryAfterMilliseconds: Self.busyRetryMilliseconds)
        }
        defer { inUse.withLock { _ = $0.remove(id) } }
        do {
            return try work()
        } catch let failure as AttachmentFolder.Failure {
            throw Self.error(failure)
        }
    }

    /// The bytes of a part of an attached file. Throws `data_loss` if the file is not there or
    /// not as long as its row says.
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

    /// Removes the files of rows that are gone, off the caller's thread. What is in use, what the
    /// disk refuses and what finds no place in the queue is left to the sweep.
    func discard(_ ids: [RecordID]) {
        _ = jobs.offer { [self] in
            for id in ids.map({ AttachmentID(high: $0.high, low: $0.low) }) {
                try? exclusively(id) {
                    for isPart in [true, false] {
                        try folder.remove(.init(id: id, isPart: isPart))
                    }
                }
            }
        }
    }

    /// Longer than any call lasts, so that the person is told of a full disk at once.
    private static let fullRetryMilliseconds: UInt32 = 60_000

    /// What a caller is told of a step that the system refused.
    static func error(_ failure: AttachmentFolder.Failure) -> ServiceError {
        failure.isFull
            ? ServiceError(
                .unavailable, "The disk is full: the file was not stored. Free space, then repeat",
                retryAfterMilliseconds: fullRetryMilliseconds)
            : ServiceError(.internal, "files: \(failure)")
    }

    /// Marks a point of the code where tests may kill the process.
    static func reach(_ point: String) {
        #if DEBUG
            TestHooks.reach(point)
        #endif
    }
}
