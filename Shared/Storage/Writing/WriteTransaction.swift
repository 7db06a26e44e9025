internal import SQLite

/// A command's part of a write transaction, for the duration of a closure on the writer thread. It
/// sees the writes of earlier commands in the same group. If the closure throws, its own writes are
/// rolled back.
public final class WriteTransaction: ReadTransaction {
    private(set) var followUps: [@Sendable () -> Void] = []
    private(set) var announcements: [@Sendable () -> Void] = []
    /// Whether the disk is full, so that optional writes should be omitted.
    public let isOutOfSpace: Bool
    private let groupWorks: GroupWorks

    init(
        _ connection: Connection, isOutOfSpace: Bool = false, _ groupWorks: GroupWorks = .init()
    ) {
        self.isOutOfSpace = isOutOfSpace
        self.groupWorks = groupWorks
        super.init(connection)
    }

    /// Runs a statement and returns the number of changed rows.
    @discardableResult
    @inlinable
    public func execute<each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound
    ) throws -> Int64 {
        try execute(sql) { for value in repeat each values { try $0.bind(value) } }
    }

    /// Runs a statement with a list of values.
    @discardableResult
    public func execute(_ sql: String, values: [any SQLBindable]) throws -> Int64 {
        try execute(sql) { for value in values { try $0.bind(value) } }
    }

    /// Runs a statement whose values a closure binds.
    @discardableResult
    public func execute(
        _ sql: String, binding: (inout Binder) throws -> Void
    ) throws -> Int64 {
        // After SQLite has ended the transaction, a statement would commit on its own.
        guard connection.isInTransaction else { throw StorageError.rolledBack }
        return try withBound(sql, binding) { statement in
            while try statement.step() {}
            return statement.isReadOnly ? 0 : connection.changedRowCount
        }
    }

    /// Runs several statements separated by semicolons, without values; for migrations.
    public func executeScript(_ sql: String) throws {
        try StorageError.translated { try connection.runScript(sql) }
    }

    /// The rowid of the last INSERT into a table with rowids.
    public var lastInsertedRowID: Int64 { connection.lastInsertedRowID }

    /// Returns the work of this type that the command's group has left to its end so far.
    public func groupWork<Work: GroupWork>(_ type: Work.Type) -> Work { groupWorks.work(type) }

    /// Writes what was left to the end of the group.
    func writeGroupWork() throws { try groupWorks.write(in: self) }

    /// Runs an action on the writer thread after COMMIT and before the group's replies; never after
    /// a rollback. Use it for in-memory state about the rows, so that a caller with a reply never
    /// sees older state. It delays all replies of the group: it must only set values and never
    /// wait.
    public func beforeAnswers(_ action: @escaping @Sendable () -> Void) {
        announcements.append(action)
    }

    /// Runs an action on the writer thread after COMMIT and after the group's replies; never after
    /// a rollback. Use it for work on which no reply depends, such as waking others or removing
    /// files.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) {
        followUps.append(action)
    }
}
