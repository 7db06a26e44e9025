internal import SQLite

/// An opened and checked database file, with the newest schema unless it is refused.
struct Opening {
    let connection: Connection
    let record: LifeRecord
    private let files: DatabaseFiles
    /// Whether the operator accepted the file as it is.
    private let isAccepted: Bool
    /// The number of applied migrations.
    let migrations: Int
    /// Whether the whole file was checked.
    let isChecked: Bool
    /// Why the file is not written to; nil as a rule. It can still be read.
    let refusal: StorageError?

    /// Opens the file. A refusal is also written to a file beside it (`DatabaseFiles.refusal`).
    ///
    /// - Throws: `untrusted` if nothing can be read, `newerFile`, `wrongFile`, `disk`, or the error
    ///   of a migration.
    init(_ configuration: DatabaseConfiguration, tracks: [MigrationTrack]) throws {
        let files = DatabaseFiles(configuration)
        self.files = files
        isAccepted = files.isAccepted
        record = try LifeRecord(path: files.record)
        let log = Judge.log(of: files, record.entry)
        do throws(StorageError) {
            if !isAccepted, files.isMissing, record.entry.map(\.isMade) ?? files.isListed {
                throw FileRefusal.missing.error(files)
            }
            if log == .strange {
                guard isAccepted else { throw FileRefusal.strangeLog.error(files) }
                files.putLogAside()
            }
            connection = try Self.open(files, isMade: record.entry?.isMade == true)
        } catch {
            if error.code == .untrusted { files.refuse(error, mark: nil) }
            throw error
        }
        do {
            // A refused file stays unchanged.
            try connection.keepLogOnClose(true)
            let judge = Judge(connection: connection, entry: record.entry, files: files)
            isChecked =
                isAccepted || log == .unknown
                || files.databaseBytes <= configuration.checkedAtStartMax
            if isAccepted {
                try judge.makeUsable()
            } else if let error = try judge.refusal(looksForDamage: isChecked) {
                let migrator = Migrator(connection, tracks: tracks)
                guard (try? migrator.isDone()) == true else { throw error }
                refusal = error
                migrations = 0
                return
            }
            refusal = nil
            try connection.keepLogOnClose(false)
            try Self.begin(record, files, found: try FileState.read(from: connection))
            migrations = try Migrator(connection, tracks: tracks).run()
        } catch {
            connection.close()
            throw error
        }
    }

    private static func open(
        _ files: DatabaseFiles, isMade: Bool
    ) throws(StorageError) -> Connection {
        do throws(SQLiteError) {
            return try Connection(
                path: files.configuration.path, mode: .owner,
                applicationID: files.configuration.applicationID)
        } catch {
            let isDamaged = error.code.primary == .corrupt || error.code == .notADatabase
            guard isMade, isDamaged else { throw StorageError(error) }
            throw FileRefusal.beyondAcceptance(error.message).error(files)
        }
    }

    // MARK: Taking over

    /// Writes the record before the database, because a kill may leave the database missing or
    /// unfinished; without the record the next start would refuse it.
    ///
    /// If a kill came between a take-over and its record, updates the record, which is one
    /// take-over behind the file at most.
    private static func begin(
        _ record: LifeRecord, _ files: DatabaseFiles, found: FileState?
    ) throws(StorageError) {
        if var entry = record.entry {
            guard entry.isMade, let found, found != entry.state, found.follows(entry.state) else {
                return
            }
            entry.state = found
            return try record.write(entry, isSynced: true)
        }
        let nothing = FileState(mark: .init(high: 0, low: 0), ownerEpoch: 0, commits: 0)
        try record.write(.init(isMade: false, state: nothing), isSynced: true)
        files.syncFolder()
        reach("life-begun")
    }

    /// Takes the file over: increments the owner epoch, draws a mark and records both beside the
    /// file. A failure changes nothing; the call can be repeated.
    func takeOver() throws -> FileState {
        let state = try commitTakeOver()
        try settle(state)
        return state
    }

    private func commitTakeOver() throws -> FileState {
        let mark = FileState.Mark.make()
        let transaction = WriteTransaction(connection)
        defer { transaction.end() }
        try connection.run(Dialect.beginWriting)
        do {
            try transaction.execute(Dialect.takeOver, mark)
            if isAccepted { try files.configuration.onAcceptance(transaction) }
            guard let state = try FileState.read(from: connection) else {
                throw StorageError(
                    code: .wrongFile, message: "the file has no owner; restore a backup")
            }
            Self.reach("before-take-over")
            try connection.prepareCommit()
            try connection.run(Dialect.commit)
            Self.reach("taken-over")
            return state
        } catch {
            if connection.isInTransaction { try? connection.run(Dialect.rollback) }
            throw error
        }
    }

    /// Records the take-over. For an accepted file, the number of transactions in the file itself
    /// is unknown. The acceptance is removed last, so that it is repeated after a kill.
    private func settle(_ state: FileState) throws(StorageError) {
        let settled = isAccepted ? 0 : record.entry?.settledCommits ?? 0
        try record.write(
            .init(isMade: true, state: state, settledCommits: settled), isSynced: true)
        Self.reach("life-recorded")
        try files.list()
        Self.reach("life-listed")
        files.forgetRefusal()
        if isAccepted { files.removeAcceptance() }
    }

    private static func reach(_ point: String) {
        #if DEBUG
            TestHooks.reach(point)
        #endif
    }
}
