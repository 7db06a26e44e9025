public import Contracts
public import DataServiceKit
import Storage

/// Databases of a service that grew: the first steps of its schema made them, and later they are
/// opened with all steps.
public enum GrownDatabase {
    /// What a file consists of, and whether it is sound.
    private struct Shape {
        /// Every line of the schema, in a fixed order.
        let schema: [String]
        /// The version of each track.
        let versions: [String]
        /// `ok`, or what is damaged.
        let check: [String]
    }

    /// Returns what is wrong with databases that were made by the first step, the first two, and so
    /// on, of all tracks in their order: how their schema differs from that of a new one, damage,
    /// and steps that fail. Empty if all are as new.
    public static func faults(
        of service: ServiceName, _ schema: DataServiceAssembly.Schema
    ) throws -> [String] {
        let tracks = schema.tracks(of: service)
        let total = tracks.map(\.migrations.count).reduce(0, +)
        let new = try shape(service, schema, tracks, madeBy: total)
        var faults = new.check.filter { $0 != "ok" }.map { "new: \($0)" }
        for count in 0..<total {
            let last = count == 0 ? "nothing" : name(of: count, in: tracks)
            do {
                let grown = try shape(service, schema, tracks, madeBy: count)
                faults += differences(grown, new).map { "made up to \(last): \($0)" }
            } catch {
                faults.append("made up to \(last): \(error)")
            }
        }
        return faults
    }

    private static func differences(_ grown: Shape, _ new: Shape) -> [String] {
        let (found, wanted) = (grown.schema + grown.versions, new.schema + new.versions)
        return found.filter { !wanted.contains($0) }.map { "has \($0)" }
            + wanted.filter { !found.contains($0) }.map { "lacks \($0)" }
            + grown.check.filter { $0 != "ok" }
    }

    /// The shape of a database that the first steps made, after an opening with all of them.
    private static func shape(
        _ service: ServiceName, _ schema: DataServiceAssembly.Schema, _ tracks: [MigrationTrack],
        madeBy count: Int
    ) throws -> Shape {
        let folder = try TemporaryFolder()
        var configuration = DatabaseConfiguration(
            path: folder.path("\(service.rawValue).sqlite"), applicationID: schema.applicationID)
        configuration.readerCount = 1
        try Database(configuration, tracks: first(count, of: tracks)).close()
        let database = try Database(configuration, tracks: tracks)
        defer { database.close() }
        return try database.read { transaction in
            Shape(
                schema: try transaction.rows(
                    """
                    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
                    ORDER BY type, name
                    """
                ) { row in try (0..<4).map { try row.text($0) }.joined(separator: " ") },
                versions: try transaction.rows(
                    "SELECT name, version FROM schema_tracks ORDER BY name"
                ) { "\(try $0.text(0)) \(try $0.int64(1))" },
                check: try transaction.rows("PRAGMA quick_check") { try $0.text(0) })
        }
    }

    /// The first steps of all tracks in their order; a track behind them has none.
    private static func first(_ count: Int, of tracks: [MigrationTrack]) -> [MigrationTrack] {
        var rest = count
        return tracks.map { track in
            let steps = Array(track.migrations.prefix(rest))
            rest -= steps.count
            return MigrationTrack(track.name, steps)
        }
    }

    /// The track and the name of a step, counted from 1 over all tracks.
    private static func name(of number: Int, in tracks: [MigrationTrack]) -> String {
        let names = tracks.flatMap { track in
            track.migrations.map { "'\($0.name)' of \(track.name)" }
        }
        return names[number - 1]
    }
}
