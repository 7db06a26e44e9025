internal import Base

/// One forward step of a schema. A released migration is never edited.
public struct Migration: Sendable {
    /// The step's description, for the log.
    public let name: String
    let apply: @Sendable (WriteTransaction) throws -> Void

    /// Creates a step from SQL statements separated by semicolons.
    public init(_ name: String, sql: String) {
        self.name = name
        apply = { try $0.executeScript(sql) }
    }

    /// Creates a step that needs more than SQL.
    public init(_ name: String, apply: @escaping @Sendable (WriteTransaction) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// A numbered list of migrations, starting with 1. A file has several tracks: the storage's, those
/// of the shared service tables and the service's own.
@Memberwise(labels: false)
public struct MigrationTrack: Sendable {
    /// The name under which the file stores the track's version.
    public let name: String
    /// The steps, oldest first.
    public let migrations: [Migration]
}
