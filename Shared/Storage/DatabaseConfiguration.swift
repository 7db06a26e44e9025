internal import Foundation
internal import Glibc

/// The location and behaviour of a database.
public struct DatabaseConfiguration: Sendable {
    /// The path of the file; its folder must exist.
    public var path: String
    /// The number that marks the file as this application's (`PRAGMA application_id`).
    /// Nil to read a file of any application.
    public var applicationID: Int32?
    /// The number of reader threads, each with its own connection.
    public var readerCount = 2
    /// How long a start waits for the previous owner to release the file.
    public var lockPatience: Duration = .seconds(10)
    /// The longest run time of a read. Longer reads would prevent checkpoints from resetting the
    /// log.
    public var readDurationMax: Duration = .seconds(1)
    /// How long the writer waits for a command before it truncates a log that is long for its
    /// database. Longer than the pauses of a busy service, whose log would only grow again.
    public var longLogKeptFor: Duration = .seconds(5)
    /// The size of the reserve in bytes: disk space kept for essential work while the disk is full.
    /// A start and a checkpoint use about 100 KiB of it. A sign-in uses 30 KiB of a log that is
    /// then overwritten.
    public var reserveBytes: Int64 = 4 << 20
    /// Called on the writer thread with false when the disk is full and with true when there is
    /// space again.
    public var onSpaceChange: @Sendable (Bool) -> Void = { _ in }
    /// The clock for deadlines.
    public var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    /// The file that lists the databases of a home, one name per line. A listed database whose
    /// files are all gone is reported as missing. Nil for no list.
    public var listPath: String?
    /// The command that accepts the file as it is, for the messages of refusals. Without one the
    /// message names the empty file that does it.
    public var acceptanceCommand: String?
    /// Called in the transaction that accepts a file as it is, so that its followers read it again.
    public var onAcceptance: @Sendable (WriteTransaction) throws -> Void = { _ in }
    /// Called once, on any thread, when the file is found damaged or is not the expected one.
    /// Writes are refused from then on.
    public var onRefusal: @Sendable (StorageError) -> Void = { _ in }
    /// The largest file that is checked before the start, in bytes. Larger ones are checked during
    /// operation.
    public var checkedAtStartMax: Int64 = 32 << 20
    /// Called once on the writer thread when the outcome of a COMMIT is unknown or another process
    /// has taken the file over. The process must end: only a restart shows what was committed.
    public var onFatal: @Sendable (StorageError) -> Void = { error in
        FileHandle.standardError.write(Data("storage: \(error)\n".utf8))
        _exit(70)
    }

    public var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    public init(path: String, applicationID: Int32?) {
        self.path = path
        self.applicationID = applicationID
    }
}

/// Counts since the start, and current queue lengths.
public struct DatabaseStatistics: Hashable, Sendable {
    /// The committed commands.
    public var commands = 0
    /// The transactions of these commands.
    public var groups = 0
    /// The most commands in one transaction.
    public var largestGroup = 0
    /// The commands whose closure threw.
    public var refused = 0
    /// The commands and reads refused because of a full queue.
    public var busy = 0
    /// The commands and reads whose deadline passed.
    public var expired = 0
    public var reads = 0
    public var checkpoints = 0
    /// Whether the disk is full, so that only essential writes are accepted.
    public var isOutOfSpace = false
    /// The commands refused because the disk is full.
    public var refusedForSpace = 0
    /// The remaining reserve, in bytes.
    public var reserveBytes = 0
    /// The number of the take-over; 0 until a start on a full disk has taken the file over.
    public var ownerEpoch: Int64 = 0
    /// The pages in the write-ahead log after the last commit.
    public var walPages = 0
    /// The commands in the queue.
    public var waitingCommands = 0
    /// The reads in the queue.
    public var waitingReads = 0
}
