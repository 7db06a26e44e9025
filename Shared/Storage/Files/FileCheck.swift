internal import SQLite
internal import Synchronization

/// Checks a large file during operation, one table at a time, because each check holds a snapshot
/// and thereby keeps the log from being reset.
enum FileCheck {
    /// Opens a separate connection and returns the loop that uses it.
    static func begin(_ shared: SharedState) throws -> ((), () -> Void) {
        let configuration = shared.configuration
        let connection = try Connection(
            path: configuration.path, mode: .reader, applicationID: configuration.applicationID)
        // SQLite reads the clock regularly. On closing it reads the deadline, which ends the check.
        let end = ContinuousClock.now
        connection.deadline = end
        connection.useClock {
            shared.isClosing.load(ordering: .relaxed) ? end : end - .seconds(1)
        }
        return (
            (),
            {
                run(connection, shared)
                connection.close()
            }
        )
    }

    private static func run(_ connection: Connection, _ shared: SharedState) {
        do {
            let tables = try ReadTransaction(connection).rows(Dialect.readTables) {
                try $0.text(0)
            }
            for table in tables where !shared.isClosing.load(ordering: .relaxed) {
                guard let words = try connection.damage(inTable: table) else { continue }
                return shared.refuse(.damaged(.found(words)))
            }
            if !shared.isClosing.load(ordering: .relaxed) {
                shared.isChecked.store(true, ordering: .relaxed)
            }
        } catch {
            shared.noteDamage((error as? SQLiteError).map(StorageError.init) ?? error)
        }
    }
}
