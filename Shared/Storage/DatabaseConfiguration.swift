internal import Foundation
internal import Glibc

/// Where a database is and how it behaves.
public struct DatabaseConfiguration: Sendable {
    /// The file; its folder must exist.
    public var path: String
    /// The number that marks the file as this application's (`PRAGMA application_id`).
    /// Nil for a file that is only looked at, whoever's it is.
    public var applicationID: Int32?
    /// Threads that read, each with a connection of its own.
    public var readerCount = 2
    /// How long a start waits for an owner that is leaving.
    public var lockPatience: Duration = .seconds(10)
    /// The longest that one read may run; longer ones keep the log from being emptied.
    public var readDurationMax: Duration = .seconds(1)
    /// The size of the reserve, in bytes: room that is kept free for what must go on when the disk
    /// is full. A start and a checkpoint take some 100 KiB of it, a sign-in 30 KiB of a log that
    /// is then written over.
    public var reserveBytes: Int64 = 4 << 20
    /// Called on the thread that writes when there is no room for writing (false), and when there
    /// is again (true).
    public var onSpaceChange: @Sendable (Bool) -> Void = { _ in }
    /// The clock that deadlines are compared with.
    public var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    /// The list of the databases of a home, one name a line: whoever is listed is missed when all
    /// its files are gone. Nil for none.
    public var listPath: String?
    /// What somebody types to go on with the file as it is, in the words of a refusal; without one
    /// the refusal names the empty file that does it.
    public var acceptanceCommand: String?
    /// Called in the transaction that takes a file as it is: what others know of it is to be
    /// forgotten.
    public var onAcceptance: @Sendable (WriteTransaction) throws -> Void = { _ in }
    /// Called once, on any thread, when the file turns out not to be what was left here, or
    /// damaged: from now on nothing is written.
    public var onRefusal: @Sendable (StorageError) -> Void = { _ in }
    /// The largest file that is looked through before the start, in bytes; a larger one is looked
    /// through beside the work.
    public var checkedAtStartMax: Int64 = 32 << 20
    /// Called once on the writer thread when the outcome of a COMMIT is unknown or the file was
    /// taken over. The process has to end: only a new start can tell what was kept.
    public var onFatal: @Sendable (StorageError) -> Void = { error in
        FileHandle.standardError.write(Data("storage: \(error)\n".utf8))
        _exit(70)
    }

    /// The folder of the file.
    public var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Names the file.
    public init(path: String, applicationID: Int32?) {
        self.path = path
        self.applicationID = applicationID
    }
}

/// Counts since the start.
public struct DatabaseStatistics: Hashable, Sendable {
    /// Commands that were committed.
    public var commands = 0
    /// Transactions that carried them.
    public var groups = 0
    /// The most commands in one transaction.
    public var largestGroup = 0
    /// Commands whose closure threw.
    public var refused = 0
    /// Commands and reads that a full queue turned away.
    public var busy = 0
    /// Commands and reads whose time was over.
    public var expired = 0
    /// Reads that were answered.
    public var reads = 0
    /// Checkpoints.
    public var checkpoints = 0
    /// Whether the disk is full: writes are refused but for what must go on.
    public var isOutOfSpace = false
    /// Commands that were refused because the disk is full.
    public var refusedForSpace = 0
    /// What is left of the reserve, in bytes.
    public var reserveBytes = 0
    /// The number of the owner; 0 until a start on a full disk could take the file over.
    public var ownerEpoch: Int64 = 0
    /// Pages in the write-ahead log after the last commit.
    public var logPages = 0
    /// Commands waiting now.
    public var waitingCommands = 0
    /// Reads waiting now.
    public var waitingReads = 0
}
