public import Contracts
public import Storage

/// A replica's table of the names of another service's records.
public struct NamesTable: Sendable {
    /// Creates the table. The text is part of released steps.
    public let creationSQL: String
    private let storeSQL: String
    private let removeSQL: String
    private let clearSQL: String

    /// Names the table, which must be a literal of the program.
    public init(_ name: StaticString) {
        creationSQL = """
            CREATE TABLE \(name) (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            """
        storeSQL = """
            INSERT INTO \(name) (family_unit_id, id, name) VALUES (?1, ?2, ?3)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET name = excluded.name
            """
        removeSQL = "DELETE FROM \(name) WHERE family_unit_id = ?1 AND id = ?2"
        clearSQL = "DELETE FROM \(name) /* all families: a rebuild */"
    }

    /// Stores the name of a record.
    public func store<Tag>(
        _ name: String, of id: Identifier<Tag>, _ family: FamilyID,
        in transaction: WriteTransaction
    ) throws {
        try transaction.execute(storeSQL, family, id, name)
    }

    /// Removes a record.
    public func remove<Tag>(
        _ id: Identifier<Tag>, _ family: FamilyID, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(removeSQL, family, id)
    }

    /// Removes all rows, which the feed recreates.
    public func clear(in transaction: WriteTransaction) throws {
        try transaction.execute(clearSQL)
    }
}
