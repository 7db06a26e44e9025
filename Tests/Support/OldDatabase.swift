public import Contracts
public import DataServiceKit
public import Storage

/// A service's database as an earlier version of the service made it.
public enum OldDatabase {
    /// The service has no migration with this name.
    struct UnknownMigration: Error {
        let name: String
    }

    /// Fills a new database as the service did before the named migration, opens it with all
    /// migrations, and closes it after `body`.
    public static func upgrade(
        _ service: ServiceName, _ schema: DataServiceAssembly.Schema, before name: String,
        filledBy fill: @escaping @Sendable (WriteTransaction) throws -> Void,
        then body: (Database) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("\(service.rawValue).sqlite")
        let old = try open(path, service, schema, before: name)
        try old.write(fill)
        old.close()
        let database = try open(path, service, schema)
        defer { database.close() }
        try body(database)
    }

    /// Opens a database with the migrations before the named one, or with all without a name.
    public static func open(
        _ path: String, _ service: ServiceName, _ schema: DataServiceAssembly.Schema,
        before name: String? = nil
    ) throws -> Database {
        let migrations = Array(schema.migrations.prefix { $0.name != name })
        if let name, migrations.count == schema.migrations.count {
            throw UnknownMigration(name: name)
        }
        let old = DataServiceAssembly.Schema(
            applicationID: schema.applicationID, migrations: migrations,
            replicaTracks: schema.replicaTracks)
        return try Database(
            DatabaseConfiguration(path: path, applicationID: schema.applicationID),
            tracks: old.tracks(of: service))
    }
}
