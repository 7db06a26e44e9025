internal import SQLite

/// A command's part of a write transaction, for the length of a closure on the writer thread.
/// It sees what the commands before it in the same group wrote; what it wrote itself is undone
/// when its closure throws.
public final class WriteTransaction: ReadTransaction {
    private(set) var followUps: [@Sendable () -> Void] = []
    private(set) var announcements: [@Sendable () -> Void] = []
    /// Whether the disk is full: what can be left out should not be written.
    public let isOutOfSpace: Bool

    init(_ connection: Connection, isOutOfSpace: Bool = false) {
        self.isOutOfSpace = isOutOfSpace
        super.init(connection)
    }

    /// Runs a statement and returns the number of rows it changed.
    @discardableResult
    public func execute(_ sql: String, _ values: SQLValue...) throws -> Int64 {
        try execute(sql, values: values)
    }

    /// The same with a list of values.
    @discardableResult
    public func execute(_ sql: String, values: [SQLValue]) throws -> Int64 {
        try execute(sql, bind: { binder in for value in values { try binder.bind(value) } })
    }

    /// The same with values bound one by one, without an array between.
    @discardableResult
    public func execute(_ sql: String, bind: (inout Binder) throws -> Void) throws -> Int64 {
        // After SQLite ended the transaction a statement would be committed by itself.
        guard connection.isInTransaction else { throw StorageError.rolledBack }
        return try withBound(sql, bind) { statement in
            while try statement.step() {}
            return statement.isReadOnly ? 0 : connection.changedRowCount
        }
    }

    /// Runs several statements separated by semicolons, without values; for migrations.
    public func executeScript(_ sql: String) throws {
        try StorageError.translated { try connection.runScript(sql) }
    }

    /// The rowid of the last INSERT into a table that has one.
    public var lastInsertedRowID: Int64 { connection.lastInsertedRowID }

    /// Runs an action on the writer thread after COMMIT and before any answer of the group; never
    /// when the command or its group was rolled back. For what this process keeps of the rows in
    /// memory: whoever has an answer must not be shown anything older than it. Each answer of the
    /// group waits for it, so it only sets values and does not wait for anybody.
    public func beforeAnswers(_ action: @escaping @Sendable () -> Void) {
        announcements.append(action)
    }

    /// Runs an action on the writer thread after COMMIT and after the answers of the group;
    /// never when the command or its group was rolled back. For what nobody's answer presupposes:
    /// waking others, removing files.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) {
        followUps.append(action)
    }
}
