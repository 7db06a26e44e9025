import Foundation

/// The expected content of a replica after following a feed up to a change, computed from the
/// producer's database alone, for comparison with the consumer's.
struct ReplicaFold {
    /// The last name of each record, by table and id.
    private(set) var records: [String: String] = [:]

    init(_ changes: [FeedRow], through sequence: Int64) {
        for change in changes where change.sequence <= sequence { apply(change) }
    }

    private mutating func apply(_ change: FeedRow) {
        func text(_ key: String) -> String { change.text(key) ?? "?" }
        switch change.type {
        case "school.changed":
            records["school \(text("id"))"] = text("name")
        case "coach.changed":
            records["coach \(text("id"))"] = "\(text("first_name")) \(text("last_name"))"
        case "family.changed":
            records["family \(text("family_unit_id"))"] = text("name")
        case "member.changed", "member.removed":
            records["member \(text("family_unit_id")) \(text("user_id"))"] = text("full_name")
        case "session.revoked":
            records["session \(text("session_id"))"] = "ended"
        default: break
        }
    }

    /// The producers whose records are folded.
    static let producers: Set<Program> = [.identity, .coaches]

    /// The records whose names a consumer stores; analytics stores no names of coaches, and hooks
    /// those of people only.
    func records(keptBy consumer: Program) -> [String: String] {
        let left: [String] =
            switch consumer {
            case .analytics: ["coach "]
            case .hooks: ["coach ", "school "]
            default: []
            }
        return records.filter { record in !left.contains { record.key.hasPrefix($0) } }
    }

    /// The records of a producer in a consumer's database.
    static func held(
        of producer: Program, by consumer: Program, in file: DatabaseFile
    ) throws -> [String: String] {
        let queries: [String] =
            switch (producer, consumer) {
            case (.coaches, .analytics):
                ["SELECT 'school ' || \(id("school_id")), name FROM family_schools"]
            case (.coaches, .hooks): []
            case (.coaches, _):
                [
                    "SELECT 'school ' || \(id("id")), name FROM schools",
                    "SELECT 'coach ' || \(id("id")), name FROM coaches",
                ]
            default:
                [
                    "SELECT 'family ' || \(id("family_unit_id")), name FROM replica_families",
                    """
                    SELECT 'member ' || \(id("family_unit_id")) || ' ' || \(id("user_id")), full_name
                    FROM replica_members
                    """,
                    "SELECT 'session ' || \(id("session_id")), 'ended' FROM revoked_sessions",
                ]
            }
        var held: [String: String] = [:]
        for query in queries {
            for row in try file.rows(query) { held[row[0]] = row[1] }
        }
        return held
    }

    /// SQL that formats an id as text.
    static func id(_ column: String) -> String {
        let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
        return parts.map { "lower(substr(hex(\(column)), \($0.0), \($0.1)))" }
            .joined(separator: " || '-' || ")
    }

    /// A consumer's stored cursor in a producer's feed.
    static func cursor(of producer: Program, in file: DatabaseFile) throws -> Int64 {
        try file.number(
            "SELECT seq FROM feed_cursors WHERE producer = '\(producer.rawValue)'")
    }
}
