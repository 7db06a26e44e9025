/// One forward step of a schema. A released migration is never edited.
public struct Migration: Sendable {
    /// What it does, for the log.
    public let name: String
    let apply: @Sendable (WriteTransaction) throws -> Void

    /// A step of SQL statements separated by semicolons.
    public init(_ name: String, sql: String) {
        self.name = name
        apply = { try $0.executeScript(sql) }
    }

    /// A step that needs more than SQL.
    public init(_ name: String, apply: @escaping @Sendable (WriteTransaction) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// A list of migrations with numbers of their own, 1 for the first. A file is made by several:
/// the storage's, those of the shared service tables, the service's own.
public struct MigrationTrack: Sendable {
    /// The name under which the file remembers how far it has come.
    public let name: String
    /// The steps, oldest first.
    public let migrations: [Migration]

    /// Names a list of steps.
    public init(_ name: String, _ migrations: [Migration]) {
        self.name = name
        self.migrations = migrations
    }
}
