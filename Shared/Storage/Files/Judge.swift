internal import SQLite

/// Decides whether an opened file is the expected one and undamaged.
struct Judge {
    let connection: Connection
    /// What the record beside the file says.
    let entry: LifeRecord.Entry?
    let files: DatabaseFiles

    /// Returns why the file must not be written to, and records the reason for the operator; nil if
    /// the file is fine.
    func refusal(looksForDamage: Bool) throws -> StorageError? {
        guard let found = try finding(looksForDamage: looksForDamage) else { return nil }
        files.refuse(found.error, mark: found.mark)
        return found.error
    }

    /// Why a service would not write to the files if it started now and nothing were accepted; nil
    /// when nothing is wrong. The files stay as they are.
    ///
    /// - Throws: an error of SQLite when the file cannot be read for another reason.
    static func foresee(
        _ files: DatabaseFiles, _ entry: LifeRecord.Entry?, looksForDamage: Bool
    ) throws -> StorageError? {
        if log(of: files, entry) == .strange { return FileRefusal.strangeLog.error(files) }
        let isMade = files.isMade(entry)
        if files.isMissing, isMade { return FileRefusal.missing.error(files) }
        let connection: Connection
        do {
            connection = try Connection(
                path: files.configuration.path, mode: .reader,
                applicationID: files.configuration.applicationID)
            do {
                _ = try connection.scalar(Dialect.hasTrackTable)
            } catch {
                connection.close()
                throw error
            }
        } catch {
            guard isMade, isDamage(error) else { throw error }
            return FileRefusal.beyondAcceptance("\(error)").error(files)
        }
        defer { connection.close() }
        let judge = Judge(connection: connection, entry: entry, files: files)
        return try judge.finding(looksForDamage: looksForDamage)?.error
    }

    /// Why the file is not to be written to, without a word to anybody; the mark is that of a file
    /// that was refused before.
    func finding(looksForDamage: Bool) throws -> (error: StorageError, mark: FileState.Mark?)? {
        do {
            let found = try FileState.read(from: connection)
            if let reason = reason(found) { return (reason.error(files), nil) }
            if let found, let earlier = files.earlierRefusal(of: found.mark) {
                return (earlier, found.mark)
            }
            guard looksForDamage, let words = try connection.damage() else { return nil }
            return (FileRefusal.damaged(.found(words)).error(files), nil)
        } catch  where Self.isDamage(error) {
            return (FileRefusal.damaged(.found("\(error)")).error(files), nil)
        }
    }

    /// How a log is related to the file beside it.
    enum Log {
        case fitting
        /// The log belongs to a newer file. SQLite would combine the two.
        case strange
        /// The file cannot be read without the log: a checkpoint that ended early, because of a
        /// kill or a full disk, leaves such a file, which the log completes. Damage does, too.
        case unknown
    }

    static func log(of files: DatabaseFiles, _ entry: LifeRecord.Entry?) -> Log {
        guard let entry, entry.isMade, files.hasLog else { return .fitting }
        do {
            let file = try Connection(
                path: files.configuration.path, mode: .fileAlone,
                applicationID: files.configuration.applicationID)
            defer { file.close() }
            let commits = try FileState.read(from: file)?.commits ?? 0
            return commits < entry.settledCommits ? .strange : .fitting
        } catch {
            return .unknown
        }
    }

    private func reason(_ found: FileState?) -> FileRefusal? {
        guard let entry else {
            // A file from before records existed has no mark and is not in the list, unless it was
            // restored.
            let isKnown = files.isListed && files.accepted?.scope != .restored
            return found == nil && !isKnown ? nil : .noRecord
        }
        guard entry.isMade else { return nil }
        let recorded = entry.state
        guard let found else { return .older(commitsMissing: recorded.commits) }
        if found.follows(recorded) { return nil }
        return found.commits < recorded.commits
            ? .older(commitsMissing: recorded.commits - found.commits) : .foreign
    }

    /// Prepares a file that was accepted as it is: rebuilds its indexes if it is damaged.
    ///
    /// - Throws: `untrusted` if the file is still damaged; it is then not accepted.
    func makeUsable() throws {
        do {
            guard try connection.damage() != nil else { return }
            try connection.runScript(Dialect.makeIndexesAnew)
            guard let words = try connection.damage() else { return }
            throw FileRefusal.beyondAcceptance(words).error(files)
        } catch {
            guard let error = error as? SQLiteError, Self.isDamage(error) else { throw error }
            throw FileRefusal.beyondAcceptance("\(error)").error(files)
        }
    }

    private static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case let error as SQLiteError: error.code.primary == .corrupt || error.code == .notADatabase
        case let error as StorageError: error.code == .wrongFile
        default: false
        }
    }
}
