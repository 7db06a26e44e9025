internal import SQLite

/// The body of the writer thread: takes commands, groups them, commits, answers.
final class Writer {
    /// The most commands in one transaction.
    static let groupCommandsMax = 64
    /// A writer without commands for so long is idle, in seconds.
    static let idleAfterSeconds = 0.1
    /// Pages in the log beyond which an idle writer moves them (4 KiB each).
    static let idleCheckpointPages = 1_000
    /// Pages in the log beyond which a busy writer moves them: 64 MiB.
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
            case .nothing: checkpoint(.passive)
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

    /// Runs commands until nobody waits or the group is full, commits and answers.
    private func commitGroup(startingWith first: AnyWriteCommand) {
        var outcomes: [Outcome] = []
        var kept = 0
        var next: AnyWriteCommand? = first
        while let command = next {
            let error = perform(command, isFirst: kept == 0)
            if error != nil && !connection.isInTransaction && kept > 0 {
                // SQLite ended the transaction: the commands before this one are gone too.
                for index in outcomes.indices where outcomes[index].error == nil {
                    outcomes[index].error = StorageError.rolledBack
                }
                kept = 0
            }
            outcomes.append(Outcome(command: command, error: error))
            if error == nil { kept += 1 }
            next = outcomes.count < Self.groupCommandsMax ? shared.commands.poll() : nil
        }
        finish(&outcomes, kept: kept)
        if connection.logPages > Self.logPagesMax {
            checkpoint(.truncate)
        } else if connection.unmovedLogPages > Self.busyCheckpointPages {
            checkpoint(.passive)
        }
    }

    /// Runs one command in the open transaction, or opens one. Returns why nothing of it is kept.
    private func perform(_ command: AnyWriteCommand, isFirst: Bool) -> (any Error)? {
        if hasFailed { return Self.outcomeUnknown }
        if let deadline = command.deadline, shared.configuration.now() >= deadline {
            shared.count { $0.expired += 1 }
            return StorageError(
                code: .deadlineExceeded, message: "the time was over before the command began")
        }
        let transaction = WriteTransaction(connection)
        defer { transaction.end() }
        do {
            // The first command has the transaction for itself: it needs no savepoint.
            try isFirst ? begin() : connection.run(Dialect.savepoint)
            try command.run(in: transaction)
            guard connection.isInTransaction else { throw StorageError.rolledBack }
            if !isFirst { try connection.run(Dialect.releaseSavepoint) }
            command.followUps = transaction.followUps
            return nil
        } catch {
            undo(isFirst: isFirst)
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

    private func undo(isFirst: Bool) {
        guard connection.isInTransaction else { return }
        do {
            if isFirst {
                try connection.run(Dialect.rollback)
            } else {
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

    private func answer(_ outcomes: [Outcome]) {
        for outcome in outcomes {
            if let error = outcome.error {
                outcome.command.fail(error)
            } else {
                outcome.command.succeed()
            }
        }
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
