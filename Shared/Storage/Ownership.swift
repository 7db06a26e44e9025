internal import SQLite

/// The take-over of a file by this process.
enum Ownership {
    /// Adds one to the number of the owner and returns it. What a full disk refuses leaves nothing,
    /// and can be tried again.
    static func take(_ connection: Connection) throws -> Int64 {
        try connection.run(Dialect.beginWriting)
        do {
            try connection.run(Dialect.takeOver)
            let epoch = try connection.scalar(Dialect.readOwnerEpoch) ?? 0
            try connection.prepareCommit()
            try connection.run(Dialect.commit)
            return epoch
        } catch {
            if connection.isInTransaction { try? connection.run(Dialect.rollback) }
            throw error
        }
    }
}
