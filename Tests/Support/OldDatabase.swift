public import Contracts
public import DataServiceKit
public import Storage

/// A service's database as an earlier version of the service made it.
public enum OldDatabase {
    /// The service has no migration with this name.
    struct UnknownMigration: Error {
        let name: String
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
