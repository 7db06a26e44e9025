import Foundation
import ServiceKit

/// The records of every service as texts, read from the files: every table of every database but
/// those that are named here, so that a new table is compared unless somebody decides otherwise.
struct RecordDump {
    /// What was done, and how far each service has read what the others did: commands, operations,
    /// changes. The owner of a file counts its transactions; housekeeping keeps the time.
    private static let leftOut: Set<String> = [
        "changes", "command_log", "deletion_participants", "deletions", "feed_cursors",
        "housekeeping", "operations", "storage_owner",
    ]
    /// The beginnings of the names of tables that follow from others: the index of searches, which
    /// is written in the background, and SQLite's own.
    private static let derived = ["search_", "sqlite_"]

    /// What is compared instead of some columns, by service and table. Versions of the feed and of
    /// cached answers count what was done. How long the figures of a coach in the trash hold does
    /// not matter: they are computed when the coach returns.
    private static let instead: [String: [String: String]] = [
        "interactions interactions": ["version": "0"],
        "analytics families": ["version": "0"],
        "coaches coaches": [
            "figures_from": "iif(deleted_at IS NULL, figures_from, 0)",
            "figures_until": "iif(deleted_at IS NULL, figures_until, 0)",
        ],
    ]
    /// The rows that are compared, where some say nothing: a count of 0 is none.
    private static let rows = ["coaches post_counts": "row_count <> 0"]

    /// The tables whose rows are the family's records, and what is counted of them. A merge neither
    /// adds nor removes a row there.
    private static let lasting = [
        "coaches coaches", "coaches schools", "coaches contacts", "coaches events_of_schools",
        "interactions interactions", "interactions follow_ups", "interactions attachments",
        "interactions appended_notes", "interactions interaction_counters", "events events",
        "events event_coaches", "events metrics", "analytics posts", "analytics rollups",
        "analytics quarter_rollups", "notifications notifications",
    ]

    /// The rows of each table, sorted, by service and table.
    private var tables: [String: [[String]]] = [:]

    /// Reads the files of a system that is at rest.
    init(_ system: SystemUnderTest) throws {
        for program in Program.services {
            let file = try DatabaseFile.reading(system.home.database(of: program.rawValue))
            defer { file.close() }
            for table in try Self.names(in: file) {
                let name = "\(program) \(table)"
                tables[name] = try file.rows(try Self.query(table, as: name, in: file))
            }
        }
        tables["attached files"] = try Self.files(of: system)
    }

    /// The number of rows of each table of records.
    var counts: [String: Int] {
        Dictionary(uniqueKeysWithValues: Self.lasting.map { ($0, tables[$0]?.count ?? 0) })
    }

    /// The tables that differ from those of another dump.
    func changed(since before: RecordDump) -> Set<String> {
        Set(tables.keys).union(before.tables.keys).filter { tables[$0] != before.tables[$0] }
    }

    /// What differs from another dump: the rows that are gone and those that are new, a few of each
    /// table.
    func differences(from before: RecordDump) -> [String] {
        changed(since: before).sorted().map { name in
            let (old, new) = (before.tables[name] ?? [], tables[name] ?? [])
            let (lost, added) = (
                Set(old).subtracting(new).map { $0.joined(separator: "|") }.sorted(),
                Set(new).subtracting(old).map { $0.joined(separator: "|") }.sorted()
            )
            return "\(name), \(old.count) rows and then \(new.count): "
                + "\(lost.prefix(3)) became \(added.prefix(3))"
        }
    }

    // MARK: Reading

    private static func names(in file: DatabaseFile) throws -> [String] {
        try file.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { $0[0] }
            .filter { name in
                !leftOut.contains(name) && !derived.contains { name.hasPrefix($0) }
            }
    }

    private static func query(
        _ table: String, as name: String, in file: DatabaseFile
    ) throws -> String {
        let columns = try file.rows("SELECT name FROM pragma_table_info('\(table)')")
            .map { row in "quote(\(instead[name]?[row[0]] ?? "\"\(row[0])\""))" }
            .joined(separator: ", ")
        return "SELECT \(columns) FROM \(table) WHERE \(rows[name] ?? "true") ORDER BY \(columns)"
    }

    /// The attached files with their contents.
    private static func files(of system: SystemUnderTest) throws -> [[String]] {
        let folder = "\(system.home.dataFolder)/attachments"
        return (FileManager.default.subpaths(atPath: folder) ?? []).sorted().compactMap { path in
            FileManager.default.contents(atPath: "\(folder)/\(path)").map {
                [path, $0.base64EncodedString()]
            }
        }
    }
}
