internal import SQLite

/// The body of the writer thread: takes commands, groups them, commits, answers.
final class Writer {
    /// The most commands in one transaction.
    static let groupCommandsMax = 64
    /// A writer without commands for so long is idle, in seconds.
    static let idleAfterSeconds = 0.1
    /// Pages in the log beyond which an idle writer moves them (4 KiB each).
    static let idleCheckpointPages = 1_000
    /// Pages in the log beyond which a busy writer moves them and begins the log anew: 64 MiB.
    /// While reads overlap, a log that is only moved is never begun anew, and the longer it is, the
    /// longer every read looks for its pages (<https://sqlite.org/wal.html>, section 6).
    static let busyCheckpointPages = 16_384
    /// Pages in the log beyond which the writer waits for the readers and empties it: 256 MiB.
    static let logPagesMax = 65_536

    private let connection: Connection
    private let ownerEpoch: Int64
    private let shared: SharedState
    private var hasFailed = false

    init(connection: Connection, ownerEpoch: Int64, shared: SharedState) {
        self.connection = connection
        self.ownerEpoch = ownerEpoch
        self.shared = shared
    }

    /// Runs until the queue is closed and empty.
    func run() {
        while true {
            guard connection.unmovedLogPages > Self.idleCheckpointPages else {
                guard let command = shared.commands.take() else { break }
                commitGroup(startingWith: command)
                continue
            }
            switch shared.commands.take(within: Self.idleAfterSeconds) {
            case .element(let command): commitGroup(startingWith: command)
            case .nothing: if !shared.sparesReaders { checkpoint(.passive) }
            case .closed: return end()
            }
        }
        end()
    }

    private func end() {
        if !hasFailed { _ = try? connection.checkpoint(.truncate) }
    }

    /// What became of a command inside its group.
    private struct Outcome {
        let command: AnyWriteCommand
        var error: (any Error)?
    }

    /// The commands of one transaction.
    private struct Group {
        var outcomes: [Outcome] = []
        var kept = 0
        /// Whether a command that fails is undone alone. A savepoint costs a copy of every page
        /// that its command touches; as long as all commands can be run once more, a failure,
        /// which is rare, undoes the group and runs the others again.
        var usesSavepoints = false
    }

    /// Runs commands until nobody waits or the group is full, commits and answers.
    private func commitGroup(startingWith first: AnyWriteCommand) {
        var group = Group()
        var next: AnyWriteCommand? = first
        var pause: WritePause?
        while let command = next {
            pause = command as? WritePause
            if pause == nil { run(command, in: &group) }
            let hasRoom = pause == nil && group.outcomes.count < Self.groupCommandsMax
            next = hasRoom ? shared.commands.poll() : nil
        }
        finish(&group.outcomes, kept: group.kept)
        if !shared.sparesReaders { emptyLog() }
        pause?.hold()
    }

    /// Moves pages once the log is long, and waits for readers where it must.
    private func emptyLog() {
        if connection.logPages > Self.logPagesMax {
            checkpoint(.truncate)
        } else if connection.unmovedLogPages > Self.busyCheckpointPages {
            checkpoint(.restart)
        }
    }

    /// Runs one command and, if it took the commands before it with it, those once more.
    private func run(_ command: AnyWriteCommand, in group: inout Group) {
        if !command.isRepeatable { group.usesSavepoints = true }
        let error = perform(
            command, isFirst: group.kept == 0,
            undoes: group.kept > 0 && group.usesSavepoints ? .command : .transaction)
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
            group.usesSavepoints = true
            let gone = group.outcomes.filter { $0.error == nil }
            group.outcomes.removeAll { $0.error == nil }
            for outcome in gone { run(outcome.command, in: &group) }
        }
    }

    /// What goes when a command fails.
    private enum Undoing { case command, transaction }

    /// Runs one command in the open transaction, or opens one. Returns why nothing of it is kept.
    private func perform(
        _ command: AnyWriteCommand, isFirst: Bool, undoes undoing: Undoing
    ) -> (any Error)? {
        if hasFailed { return Self.outcomeUnknown }
        if let deadline = command.deadline, shared.configuration.now() >= deadline {
            shared.count { $0.expired += 1 }
            return StorageError(
                code: .deadlineExceeded, message: "the time was over before the command began")
        }
        let transaction = WriteTransaction(connection)
        defer { transaction.end() }
        do {
            if isFirst { try begin() }
            if undoing == .command { try connection.run(Dialect.savepoint) }
            try command.run(in: transaction)
            guard connection.isInTransaction else { throw StorageError.rolledBack }
            if undoing == .command { try connection.run(Dialect.releaseSavepoint) }
            command.announcements = transaction.announcements
            command.followUps = transaction.followUps
            return nil
        } catch {
            undo(undoing)
            return (error as? SQLiteError).map(StorageError.init) ?? error
        }
    }

    private func begin() throws {
        try connection.run(Dialect.beginWriting)
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
            // What the command wrote cannot be taken out alone: the group goes with it.
            if connection.isInTransaction { try? connection.run(Dialect.rollback) }
        }
    }

    private func finish(_ outcomes: inout [Outcome], kept: Int) {
        #if DEBUG
            let answersEarly = TestHooks.isOn("answer-before-commit")
            if answersEarly {
                answer(outcomes)
                TestHooks.widenRace()
            }
            if kept > 0 { TestHooks.reach("before-commit") }
        #endif
        if kept > 0 && !commit() {
            for index in outcomes.indices where outcomes[index].error == nil {
                outcomes[index].error = Self.outcomeUnknown
            }
        }
        let refused = outcomes.count - kept
        let logPages = connection.logPages
        shared.count { statistics in
            statistics.commands += kept
            statistics.groups += kept > 0 ? 1 : 0
            statistics.refused += refused
            statistics.largestGroup = max(statistics.largestGroup, kept)
            statistics.logPages = logPages
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

    private func commit() -> Bool {
        do {
            try connection.run(Dialect.commit)
            return true
        } catch {
            fail(
                StorageError(
                    code: .outcomeUnknown, message: "COMMIT: \(error); the process has to restart"))
            return false
        }
    }

    /// What this process knows of the rows is set first: between two steps of this thread any
    /// amount of time may pass, in which whoever has an answer already asks again.
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

    private func checkpoint(_ mode: Connection.CheckpointMode) {
        guard !hasFailed else { return }
        // A failed checkpoint loses nothing: the log keeps the pages for the next one.
        _ = try? connection.checkpoint(mode)
        shared.count { $0.checkpoints += 1 }
    }
}
