import Contracts

/// Two coaches or two schools of which one is merged into the other.
enum MergePair: Hashable, Sendable {
    enum Kind: CaseIterable, Sendable { case coaches, schools }

    case coaches(kept: CoachID, other: CoachID)
    case schools(kept: SchoolID, other: SchoolID)

    var keptCoach: CoachID? { if case .coaches(let kept, _) = self { kept } else { nil } }
    var keptSchool: SchoolID? { if case .schools(let kept, _) = self { kept } else { nil } }

    /// The ids as SQL writes them.
    fileprivate var literals: (kept: String, other: String) {
        func literal(_ text: String) -> String {
            "x'\(text.replacing("-", with: ""))'"
        }
        return switch self {
        case .coaches(let kept, let other): (literal(kept.text), literal(other.text))
        case .schools(let kept, let other): (literal(kept.text), literal(other.text))
        }
    }
}

/// The records that refer to the coaches or schools of a merge, counted in the files, by the names
/// that answers have for them.
struct MergeReferences {
    /// A table that refers to coaches or to schools.
    private struct Source {
        let program: Program
        /// The name of the records in answers, or the table's own.
        let name: String
        /// What stands after FROM.
        let rows: String
        let column: String
        /// The condition for rows that are in no trash.
        var isLive = "deleted_at IS NULL"
        /// The condition for live rows of the one who goes that a merge counts. In it, ?1 stands
        /// for the one who stays. Nil for tables that only follow those of other services.
        var moves: String? = "true"
    }

    private static let ofCoaches = [
        Source(
            program: .interactions, name: "interactions", rows: "interactions",
            column: "coach_id"),
        // A decision about the one who stays is the one that counts.
        Source(
            program: .interactions, name: "follow_ups", rows: "follow_ups AS plan",
            column: "plan.entry_id", isLive: "true",
            moves: """
                NOT EXISTS (SELECT 1 FROM follow_ups AS own
                    WHERE own.entry_id = ?1 AND own.player_id = plan.player_id)
                """),
        Source(
            program: .events, name: "event_coaches", rows: "event_coaches", column: "coach_id"),
        Source(
            program: .analytics, name: "social_media_posts",
            rows: "posts JOIN family_coaches AS c ON c.no = posts.coach", column: "c.coach_id"),
        Source(
            program: .coaches, name: "contacts", rows: "contacts", column: "coach_id", moves: nil),
    ]

    private static let ofSchools = [
        Source(program: .coaches, name: "coaches", rows: "coaches", column: "school_id"),
        Source(
            program: .interactions, name: "interactions", rows: "interactions",
            column: "school_id"),
        Source(program: .events, name: "events", rows: "events", column: "school_id"),
        Source(
            program: .analytics, name: "social_media_posts",
            rows: """
                posts JOIN family_schools AS s
                    ON s.family_no = posts.family_no AND s.number = posts.school
                """, column: "s.school_id"),
        Source(
            program: .coaches, name: "contacts", rows: "contacts", column: "school_id", moves: nil),
        Source(
            program: .coaches, name: "events_of_schools", rows: "events_of_schools",
            column: "school_id", isLive: "true", moves: nil),
    ]

    /// The rows that refer to either of the two, those in the trash among them.
    private(set) var both: [String: Int] = [:]
    /// The rows in no trash that refer to the one who goes.
    private(set) var ofOther: [String: Int] = [:]
    /// The rows that a merge counts as moved, which are those in no trash (N-154); names without
    /// any are missing.
    private(set) var moving: [String: Int] = [:]

    /// Counts in the files of a system that is at rest.
    init(of pair: MergePair, in system: SystemUnderTest) throws {
        let files = TrashFiles(system: system)
        let (kept, other) = pair.literals
        let sources =
            switch pair {
            case .coaches: Self.ofCoaches
            case .schools: Self.ofSchools
            }
        for source in sources {
            func count(_ condition: String) throws -> Int {
                Int(
                    try files.number(
                        source.program,
                        "SELECT count(*) FROM \(source.rows) WHERE \(condition)"))
            }
            let isOther = "\(source.column) = \(other)"
            both[source.name] = try count("\(source.column) IN (\(kept), \(other))")
            ofOther[source.name] = try count("\(isOther) AND \(source.isLive)")
            guard let moves = source.moves?.replacing("?1", with: kept) else { continue }
            let number = try count("\(isOther) AND \(source.isLive) AND \(moves)")
            if number > 0 { moving[source.name] = number }
        }
    }
}
