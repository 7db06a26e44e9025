internal import SQLite
internal import Synchronization

/// The body of the writer thread: takes commands, groups them, commits, answers.
final class Writer {
    /// The most commands in one transaction.
    static let groupCommandsMax = 64
    /// The time without commands after which the writer is idle, in seconds.
    static let idleAfterSeconds = 0.1
    /// The number of log pages (4 KiB each) from which an idle writer runs a checkpoint.
    static let idleCheckpointPages = 1_000
    /// The number of log pages from which a busy writer runs a checkpoint and restarts the log: 64
    /// MiB. While reads overlap, a passive checkpoint never restarts the log, and the longer the
    /// log, the longer every read searches it (<https://sqlite.org/wal.html>, section 6).
    static let busyCheckpointPages = 16_384
    /// The number of log pages from which the writer waits for readers and truncates the log: 256
    /// MiB.
    static let logPagesMax = 65_536
    /// The part of the database's size that its log may keep on the disk while the writer is idle.
    static let keptLogShare: Int64 = 4

    /// Returns the size of a log, in bytes, that an idle writer leaves beside a database of this
    /// size: a quarter of it, and no less than on a full disk. What a log has allocated is
    /// overwritten, which is faster than growing.
    static func keptLogBytes(beside fileBytes: Int64) -> Int64 {
        max(DiskSpace.keptLogBytes, fileBytes / keptLogShare)
    }

    private let connection: Connection
    private let opening: Opening
    private let shared: SharedState
    private let space: DiskSpace
    private let groupWorks = GroupWorks()
    /// Nil while a full disk prevents the take-over, or if the file is refused.
    private var ownerEpoch: Int64?
    private var hasFailed = false
    /// Whether a command of the present group ran out of space.
    private var hasRunOut = false
    /// The total of changed rows before the open transaction.
    private var rowsChangedBefore: Int64 = 0

    init(_ opening: Opening, ownerEpoch: Int64?, shared: SharedState, space: DiskSpace) {
        self.opening = opening
        connection = opening.connection
        self.ownerEpoch = ownerEpoch
        self.shared = shared
        self.space = space
    }

    /// Runs until the queue is closed and empty.
    func run() {
        while true {
            guard let patience else {
                guard let command = shared.commands.take() else { break }
                commitGroup(startingWith: command)
                continue
            }
            switch shared.commands.take(within: patience) {
            case .element(let command): commitGroup(startingWith: command)
            case .nothing: tidyLog()
            case .closed: return end()
            }
        }
        end()
    }

    /// How long the writer waits for a command before it has something else to do, in seconds; nil
    /// for as long as it takes.
    private var patience: Double? {
        if space.isShort { return DiskSpace.lookAgainSeconds }
        if isLogLong { return Self.idleAfterSeconds }
        return isLogFileLong ? shared.configuration.longLogKeptFor / .seconds(1) : nil
    }

    /// Whether many pages of the log are not in the database yet.
    private var isLogLong: Bool { connection.unmovedLogPages > Self.idleCheckpointPages }

    /// Whether the log takes more of the disk than it may keep. A refused file stays unchanged.
    private var isLogFileLong: Bool {
        let bytes = connection.logFileBytes
        return bytes > DiskSpace.keptLogBytes && shared.refusal == nil
            && bytes > Self.keptLogBytes(beside: connection.fileBytes)
    }

    /// Does what waits for an idle writer: moves a long log, then gives its space back.
    private func tidyLog() {
        if space.isShort {
            relieve()
        } else if shared.sparesReaders {
            return
        } else if isLogLong {
            checkpoint(.passive)
        } else {
            checkpoint(.truncate, isHurried: true)
        }
    }

    private func end() {
        if !hasFailed { moveLog(.truncate) }
    }

    /// The result of a command in its group.
    private struct Outcome {
        let command: AnyWriteCommand
        var error: (any Error)?
    }

    /// The commands of one transaction.
    private struct Group {
        var outcomes: [Outcome] = []
        var kept = 0
        /// Whether a failed command is rolled back alone. A savepoint costs a copy of every page
        /// that its command touches. While all commands are repeatable, a failure, which is rare,
        /// instead rolls back the group, and the other commands run again. With savepoints a
        /// command's `GroupWork` is written with the command.
        var usesSavepoints = false
    }

    /// Runs commands until the queue is empty or the group is full, commits and replies.
    private func commitGroup(startingWith first: AnyWriteCommand) {
        hasRunOut = false
        space.lookAgain()
        var group = Group()
        var next: AnyWriteCommand? = first
        var pause: WritePause?
        while let command = next {
            pause = command as? WritePause
            if pause == nil { run(command, in: &group) }
            let hasRoom = pause == nil && group.outcomes.count < Self.groupCommandsMax
            next = hasRoom ? shared.commands.poll() : nil
        }
        settle(&group)
        finish(&group.outcomes, kept: group.kept)
        keepLogShort()
        pause?.hold()
    }

    /// Moves pages once the log is long, and waits for readers where it must. Without room the log
    /// is moved whoever reads.
    private func keepLogShort() {
        if hasRunOut {
            space.ranOut()
            relieve()
        } else if space.isShort {
            if connection.unmovedLogPages > DiskSpace.shortCheckpointPages { relieve() }
        } else if shared.sparesReaders {
            return
        } else if connection.walPages > Self.logPagesMax {
            checkpoint(.truncate)
        } else if connection.unmovedLogPages > Self.busyCheckpointPages {
            checkpoint(.restart)
        }
    }

    /// Runs one command. If it rolled back the commands before it, runs those again.
    private func run(_ command: AnyWriteCommand, in group: inout Group) {
        if !command.isRepeatable, !group.usesSavepoints {
            settle(&group)
            group.usesSavepoints = true
        }
        let error = perform(
            command, isFirst: group.kept == 0,
            undoes: group.kept > 0 && group.usesSavepoints ? .command : .transaction,
            leavesWork: !group.usesSavepoints)
        defer { group.outcomes.append(Outcome(command: command, error: error)) }
        guard error != nil else {
            group.kept += 1
            return
        }
        guard group.kept > 0, !connection.isInTransaction else { return }
        group.kept = 0
        if group.usesSavepoints {
            // SQLite ended the transaction: the commands before this one are gone too.
            for index in group.outcomes.indices where group.outcomes[index].error == nil {
                group.outcomes[index].error = StorageError.rolledBack
            }
        } else {
            runAgain(&group)
        }
    }

    /// Runs the commands of a group that was rolled back once more, with savepoints.
    private func runAgain(_ group: inout Group) {
        group.usesSavepoints = true
        group.kept = 0
        let gone = group.outcomes.filter { $0.error == nil }
        group.outcomes.removeAll { $0.error == nil }
        for outcome in gone { run(outcome.command, in: &group) }
    }

    /// Writes what the commands of the group have left to its end. If that fails, they run again,
    /// and the one with the wrong work fails alone.
    private func settle(_ group: inout Group) {
        guard !groupWorks.isEmpty else { return }
        let transaction = WriteTransaction(
            connection, isOutOfSpace: space.isShort || hasRunOut, groupWorks)
        defer { transaction.end() }
        do {
            try transaction.writeGroupWork()
        } catch {
            groupWorks.drop()
            undo(.transaction)
            runAgain(&group)
        }
    }

    /// How much is rolled back when a command fails.
    private enum Undoing { case command, transaction }

    /// Runs one command in the open transaction, or opens one, and writes its `GroupWork` unless it
    /// is left to the end of the group. Returns the error if it failed.
    private func perform(
        _ command: AnyWriteCommand, isFirst: Bool, undoes undoing: Undoing,
        leavesWork: Bool = false
    ) -> (any Error)? {
        if hasFailed { return Self.outcomeUnknown }
        if let refusal = shared.refusal { return refusal }
        if let deadline = command.deadline, shared.configuration.now() >= deadline {
            shared.count { $0.expired += 1 }
            return StorageError(
                code: .deadlineExceeded, message: "the time was over before the command began")
        }
        if space.isShort && command.need == .usual { return refused() }
        let transaction = WriteTransaction(
            connection, isOutOfSpace: space.isShort || hasRunOut, groupWorks)
        defer { transaction.end() }
        do {
            if isFirst { try begin(for: command.need) }
            if undoing == .command { try connection.run(Dialect.savepoint) }
            try command.run(in: transaction)
            guard connection.isInTransaction else { throw StorageError.rolledBack }
            if !leavesWork { try transaction.writeGroupWork() }
            if undoing == .command { try connection.run(Dialect.releaseSavepoint) }
            command.announcements = transaction.announcements
            command.followUps = transaction.followUps
            return nil
        } catch {
            groupWorks.drop()
            undo(undoing)
            if DiskSpace.isOutOfSpace(error) { return refused(error) }
            let error = (error as? SQLiteError).map(StorageError.init) ?? error
            shared.noteDamage(error)
            return error
        }
    }

    private func begin(for need: WriteNeed) throws {
        if ownerEpoch == nil {
            do {
                try takeOver()
            } catch let error where DiskSpace.isOutOfSpace(error) && need == .mustGoOn {
                // A command without writes needs only the lock, which excludes others meanwhile.
            }
        }
        try connection.run(Dialect.beginWriting)
        rowsChangedBefore = connection.totalChangedRowCount
        guard let ownerEpoch else { return }
        let found = try connection.scalar(Dialect.readOwnerEpoch)
        guard found == ownerEpoch else {
            let error = StorageError(
                code: .fenced,
                message: "owner epoch is \(found ?? 0) instead of \(ownerEpoch): "
                    + "another process took the file over; stop one of them")
            fail(error)
            throw error
        }
    }

    private func undo(_ undoing: Undoing) {
        guard connection.isInTransaction else { return }
        do {
            switch undoing {
            case .transaction:
                try connection.run(Dialect.rollback)
            case .command:
                try connection.run(Dialect.rollbackToSavepoint)
                try connection.run(Dialect.releaseSavepoint)
            }
        } catch {
            // The command cannot be rolled back alone: roll back the group with it.
            if connection.isInTransaction { try? connection.run(Dialect.rollback) }
        }
    }

    private func finish(_ outcomes: inout [Outcome], kept all: Int) {
        var kept = all
        #if DEBUG
            let answersEarly = TestHooks.isOn("answer-before-commit")
            if answersEarly {
                answer(outcomes)
                TestHooks.widenRace()
            }
            if kept > 0 { TestHooks.reach("before-commit") }
        #endif
        if kept > 0, let error = commit() {
            for index in outcomes.indices where outcomes[index].error == nil {
                outcomes[index].error = error
            }
            if !hasFailed { kept = 0 }
        }
        if hasRunOut { kept += insist(&outcomes) }
        let refused = outcomes.count - kept
        let walPages = connection.walPages
        shared.count { statistics in
            statistics.commands += kept
            statistics.groups += kept > 0 ? 1 : 0
            statistics.refused += refused
            statistics.largestGroup = max(statistics.largestGroup, kept)
            statistics.walPages = walPages
        }
        #if DEBUG
            if kept > 0 { TestHooks.reach("after-commit") }
            if answersEarly { return }
        #endif
        answer(outcomes)
    }

    private static let outcomeUnknown = StorageError(
        code: .outcomeUnknown,
        message: "COMMIT failed; ask again with the same key after the restart")

    /// Commits. Returns why nothing was kept or that the outcome is unknown; nil on success.
    private func commit() -> StorageError? {
        let commits: Int64?
        do {
            commits = try count()
            try connection.prepareCommit()
        } catch {
            undo(.transaction)
            if DiskSpace.isOutOfSpace(error) { return refused(error) }
            return StorageError.of(error)
        }
        do {
            try connection.run(Dialect.commit)
            if let commits { note(commits) }
            return nil
        } catch {
            undo(.transaction)
            guard !error.leavesNothingOfCommit || connection.isInTransaction else {
                return refused(error)
            }
            fail(
                StorageError(
                    code: .outcomeUnknown, message: "COMMIT: \(error); the process has to restart"))
            return Self.outcomeUnknown
        }
    }

    /// Replies to the commands. Updates the in-memory state first, because a caller with a reply
    /// may ask again at once.
    private func answer(_ outcomes: [Outcome]) {
        for outcome in outcomes where outcome.error == nil {
            for action in outcome.command.announcements { action() }
        }
        for outcome in outcomes {
            if let error = outcome.error {
                outcome.command.fail(error)
            } else {
                outcome.command.succeed()
            }
        }
        #if DEBUG
            TestHooks.reach("answers-out")
        #endif
        for outcome in outcomes where outcome.error == nil {
            for action in outcome.command.followUps { action() }
        }
    }

    private func fail(_ error: StorageError) {
        guard !hasFailed else { return }
        hasFailed = true
        shared.configuration.onFatal(error)
    }

    private func checkpoint(_ mode: Connection.CheckpointMode, isHurried: Bool = false) {
        guard !hasFailed else { return }
        moveLog(mode, isHurried: isHurried)
        shared.count { $0.checkpoints += 1 }
    }
}

// MARK: The record beside the file

extension Writer {
    /// Counts the transaction; nil for one without writes, which must stay without any.
    private func count() throws -> Int64? {
        guard connection.totalChangedRowCount != rowsChangedBefore else { return nil }
        var commits: Int64?
        try ReadTransaction(connection).query(Dialect.countCommit) { commits = try $0.int64(0) }
        return commits
    }

    /// Records the number beside the file. If that fails, the record is behind the file, which is
    /// harmless.
    private func note(_ commits: Int64) {
        #if DEBUG
            TestHooks.reach("before-life")
        #endif
        guard var entry = opening.record.entry else { return }
        entry.state.commits = commits
        try? opening.record.write(entry, isSynced: false)
    }

    /// Runs a checkpoint and records when the log is completely moved. A failed checkpoint loses
    /// nothing: the log keeps the pages for the next one. A refused file stays unchanged.
    private func moveLog(_ mode: Connection.CheckpointMode, isHurried: Bool = false) {
        guard opening.refusal == nil, !shared.isDisplaced.load(ordering: .relaxed),
            let result = space.checkpoint(connection, mode, isHurried: isHurried),
            result.isComplete, var entry = opening.record.entry, entry.isMade
        else { return }
        entry.settledCommits = entry.state.commits
        try? opening.record.write(entry, isSynced: false)
    }
}

// MARK: A full disk

extension Writer {
    /// Returns the error for a command that ran out of space. Only a full disk is remembered: a
    /// file's size limit concerns this file alone, and no reserve helps.
    private func refused(_ error: (any Error)? = nil) -> StorageError {
        if error != nil, !DiskSpace.isFileTooLarge(error) { hasRunOut = true }
        shared.count { $0.refusedForSpace += 1 }
        return space.refusal(for: error)
    }

    /// Runs essential commands that ran out of space again, each in its own transaction. Returns
    /// the number of those that were kept.
    private func insist(_ outcomes: inout [Outcome]) -> Int {
        var kept = 0
        for index in outcomes.indices {
            let command = outcomes[index].command
            guard DiskSpace.isOutOfSpace(outcomes[index].error), command.need == .mustGoOn,
                command.isRepeatable
            else { continue }
            repeat {
                outcomes[index].error =
                    perform(command, isFirst: true, undoes: .transaction) ?? commit()
            } while DiskSpace.isOutOfSpace(outcomes[index].error)
                && space.giveUpPart(to: connection)
            if outcomes[index].error == nil { kept += 1 }
        }
        return kept
    }

    /// Moves the log into the database, so that it is overwritten instead of growing. Truncates a
    /// long log to free its space, and checks whether writes can resume.
    private func relieve() {
        let isLong = connection.logFileBytes > DiskSpace.keptLogBytes
        if !hasFailed, isLong || connection.unmovedLogPages > 0 {
            moveLog(isLong ? .truncate : .restart, isHurried: true)
            shared.count { $0.checkpoints += 1 }
        }
        space.lookAgain()
    }

    /// Takes the file over once there is space for it.
    private func takeOver() throws {
        let state: FileState
        do {
            state = try space.insist(log: connection) { try opening.takeOver() }
        } catch let error where !DiskSpace.isOutOfSpace(error) {
            fail(
                StorageError(
                    code: .outcomeUnknown,
                    message: "taking over: \(error); the process has to restart"))
            throw Self.outcomeUnknown
        }
        ownerEpoch = state.ownerEpoch
        shared.tookOver(state)
    }
}
