internal import SQLite

/// An opened and checked database file, with the newest schema unless it is refused.
struct Opening {
    let connection: Connection
    let record: LifeRecord
    private let files: DatabaseFiles
    /// The loss that the operator accepted; nil as a rule.
    private let acceptance: Acceptance?
    /// Whether the file is a restored one, which its followers read again.
    private let isRestored: Bool
    /// Whether there was no file with content to accept.
    private let wasMissing: Bool
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
        wasMissing = files.isMissing
        record = try LifeRecord(path: files.record)
        let isMade = files.isMade(record.entry)
        let acceptance = Self.acceptedLoss(files, record.entry)
        self.acceptance = acceptance
        isRestored = files.accepted?.scope == .restored
        let log = Judge.log(of: files, record.entry)
        do {
            if acceptance == nil, files.isMissing, isMade {
                throw FileRefusal.missing.error(files)
            }
            if log == .strange {
                guard acceptance != nil else { throw FileRefusal.strangeLog.error(files) }
                files.putLogAside()
            }
            if let acceptance {
                connection = try Self.open(files, acceptedAs: acceptance, isMade: isMade)
            } else {
                connection = try Self.open(files, isMade: isMade)
            }
        } catch {
            if let error = error as? StorageError, error.code == .untrusted {
                files.refuse(error, mark: nil)
            }
            throw error
        }
        do {
            // A refused file stays unchanged.
            try connection.keepLogOnClose(true)
            let judge = Judge(connection: connection, entry: record.entry, files: files)
            isChecked =
                acceptance != nil || log == .unknown
                || files.databaseBytes <= configuration.checkedAtStartMax
            if acceptance == nil, let error = try judge.refusal(looksForDamage: isChecked) {
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

    /// Returns the acceptance of a loss that covers what this start finds, and lets it hold for the
    /// whole start; nil without one. An acceptance of another refusal is removed: it holds neither
    /// now nor later.
    private static func acceptedLoss(
        _ files: DatabaseFiles, _ entry: LifeRecord.Entry?
    ) -> Acceptance? {
        guard let given = files.accepted, given.scope != .restored else { return nil }
        if given.scope == .everything { return given }
        let refusal =
            (try? Judge.foresee(files, entry, looksForDamage: false))
            ?? (try? Judge.foresee(files, entry, looksForDamage: true))
        guard let refusal, given.covers(refusal, of: files) else {
            files.removeAcceptance()
            return nil
        }
        files.begin(given)
        return given
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

    /// Opens a file that was accepted as it is, with new indexes if it is damaged. If it cannot be
    /// used even so, it is put aside and a new one is made, or refused if no name was given for it.
    private static func open(
        _ files: DatabaseFiles, acceptedAs acceptance: Acceptance, isMade: Bool
    ) throws -> Connection {
        do {
            let connection = try open(files, isMade: isMade)
            do {
                // A file that is refused stays unchanged.
                try connection.keepLogOnClose(true)
                try Judge(connection: connection, entry: nil, files: files).makeUsable()
                return connection
            } catch {
                connection.close()
                throw error
            }
        } catch let error as StorageError where error.code == .untrusted {
            guard let name = acceptance.asideName else {
                // An acceptance holds for one file, not for what comes in its place.
                files.removeAcceptance()
                throw error
            }
            try files.putAside(as: name)
            reach("put-aside")
            return try open(files, isMade: false)
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
            if acceptance != nil || isRestored {
                try files.configuration.onAcceptance(transaction)
                try transaction.writeGroupWork()
            }
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
        let settled = acceptance != nil ? 0 : record.entry?.settledCommits ?? 0
        try record.write(
            .init(isMade: true, state: state, settledCommits: settled), isSynced: true)
        Self.reach("life-recorded")
        try files.list()
        Self.reach("life-listed")
        files.forgetRefusal()
        guard acceptance != nil || isRestored else { return }
        if let name = acceptance?.asideName { noteLoss(asideName: name) }
        files.removeAcceptance()
    }

    /// Says beside the file what became of the loss that was accepted.
    private func noteLoss(asideName: String) {
        let aside = files.aside(asideName)
        let what =
            if files.isThere(aside) {
                "started empty after an accepted loss; the damaged file is kept as \(aside)"
            } else if wasMissing {
                "started empty after an accepted loss"
            } else {
                "went on with what it had after an accepted loss"
            }
        files.noteLoss("\(what); only a backup has the lost records")
    }

    private static func reach(_ point: String) {
        #if DEBUG
            TestHooks.reach(point)
        #endif
    }
}
