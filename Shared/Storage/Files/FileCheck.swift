internal import SQLite
internal import Synchronization

/// Looks through a large file beside the work, a table at a time: each look keeps a snapshot, and
/// with it the log.
enum FileCheck {
    /// Opens a connection of its own and returns the loop that uses it.
    static func begin(_ shared: SharedState) throws -> ((), () -> Void) {
        let configuration = shared.configuration
        let connection = try Connection(
            path: configuration.path, mode: .reader, applicationID: configuration.applicationID)
        // The look at the clock serves as a look at the end: it comes all the time.
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
                return shared.refuse(.damaged(words))
            }
        } catch {
            shared.noteDamage((error as? SQLiteError).map(StorageError.init) ?? error)
        }
    }
}
