import Contracts
import ServiceKit

/// A table whose rows are deleted by marks, and its service.
struct MarkedRows: Sendable {
    let program: Program
    let table: String
    /// The name in counts.
    let name: String

    /// Every such table of every service.
    static let all = [
        MarkedRows(program: .coaches, table: "schools", name: "schools"),
        MarkedRows(program: .coaches, table: "coaches", name: "coaches"),
        MarkedRows(program: .interactions, table: "interactions", name: "interactions"),
        MarkedRows(program: .interactions, table: "attachments", name: "attachments"),
        MarkedRows(program: .events, table: "events", name: "events"),
        MarkedRows(program: .events, table: "event_coaches", name: "event_coaches"),
        MarkedRows(program: .events, table: "metrics", name: "metrics"),
        MarkedRows(program: .analytics, table: "posts", name: "social_media_posts"),
    ]
}

/// Reads the committed state from the databases of running services. Ids are hexadecimal.
struct TrashFiles {
    let system: SystemUnderTest

    func rows(_ program: Program, _ sql: String) throws -> [[String]] {
        let file = try DatabaseFile.reading(system.home.database(of: program.rawValue))
        defer { file.close() }
        return try file.rows(sql)
    }

    func number(_ program: Program, _ sql: String) throws -> Int64 {
        let file = try DatabaseFile.reading(system.home.database(of: program.rawValue))
        defer { file.close() }
        return try file.number(sql)
    }

    func column(_ program: Program, _ sql: String) throws -> Set<String> {
        Set(try rows(program, sql).compactMap(\.first))
    }

    static func hex(_ id: OperationID) -> String { id.text.replacing("-", with: "").uppercased() }

    /// The rows that an operation has marked, by table; tables without any are omitted.
    func marked(by id: OperationID) throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for rows in MarkedRows.all {
            let ids = try column(
                rows.program,
                """
                SELECT hex(id) FROM \(rows.table)
                WHERE operation_id = x'\(Self.hex(id))' AND deleted_at IS NOT NULL
                """)
            if !ids.isEmpty { found[rows.name] = ids }
        }
        return found
    }

    /// The number of these rows that are visible, by table.
    func visible(of ids: [String: Set<String>]) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for rows in MarkedRows.all {
            guard let wanted = ids[rows.name] else { continue }
            let there = try column(
                rows.program, "SELECT hex(id) FROM \(rows.table) WHERE deleted_at IS NULL")
            let count = there.intersection(wanted).count
            if count > 0 { counts[rows.name] = count }
        }
        return counts
    }

    /// Whether an operation deleted something and can still be undone.
    func isUndoable(_ id: OperationID) throws -> Bool {
        try Program.services.filter { $0 != .identity }.contains { program in
            try number(
                program,
                """
                SELECT count(*) FROM operations WHERE operation_id = x'\(Self.hex(id))'
                    AND effect = 'deleted' AND undone_at IS NULL AND purged_at IS NULL
                """) > 0
        }
    }

    /// The logger of each interaction, without staged imports.
    func loggers() throws -> [String: String] {
        let found = try rows(
            .interactions,
            """
            SELECT hex(id), hex(logged_by) FROM interactions
            WHERE deleted_at IS NULL OR NOT EXISTS (
                SELECT 1 FROM imports WHERE imports.import_id = interactions.operation_id
                    AND imports.state <> 'committed')
            """)
        return Dictionary(found.map { ($0[0], $0[1]) }) { first, _ in first }
    }
}
