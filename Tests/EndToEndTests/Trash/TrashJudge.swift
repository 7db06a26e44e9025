import Contracts

/// Checks the invariants of the trash in the databases of idle services.
struct TrashJudge {
    let files: TrashFiles
    private(set) var problems: [String] = []

    init(_ system: SystemUnderTest) { files = TrashFiles(system: system) }

    /// Checks every invariant. Returns what is wrong.
    static func problems(of system: SystemUnderTest) throws -> [String] {
        var judge = TrashJudge(system)
        try judge.judgeReferences()
        try judge.judgeOwnersOfMarks()
        try judge.judgeCounts()
        try judge.judgeReplicas()
        try judge.judgeFeeds()
        return judge.problems
    }

    private mutating func require(_ what: String, _ wrong: Set<String>) {
        guard !wrong.isEmpty else { return }
        problems.append("\(what): \(wrong.sorted().prefix(3).joined(separator: ", "))")
    }

    // MARK: References

    private func visible(_ program: Program, _ table: String) throws -> Set<String> {
        try files.column(program, "SELECT hex(id) FROM \(table) WHERE deleted_at IS NULL")
    }

    /// The records that visible rows refer to in a column.
    private func named(
        _ program: Program, _ table: String, _ column: String
    ) throws -> Set<String> {
        try files.column(
            program,
            """
            SELECT hex(\(column)) FROM \(table)
            WHERE deleted_at IS NULL AND \(column) IS NOT NULL
            """)
    }

    /// Every visible reference leads to a visible row, with two intended exceptions: an interaction
    /// with a deleted event shows "Unknown Event", and attendance survives the deletion of a coach
    /// (D-25).
    private mutating func judgeReferences() throws {
        let schools = try visible(.coaches, "schools")
        let coaches = try visible(.coaches, "coaches")
        let events = try visible(.events, "events")
        let interactions = try visible(.interactions, "interactions")
        func check(
            _ program: Program, _ table: String, _ column: String, _ there: Set<String>
        ) throws -> (String, Set<String>) {
            (
                "\(table).\(column) of \(program)",
                try named(program, table, column).subtracting(there)
            )
        }
        let checks = [
            try check(.coaches, "coaches", "school_id", schools),
            try check(.interactions, "interactions", "school_id", schools),
            try check(.interactions, "interactions", "coach_id", coaches),
            try check(.events, "events", "school_id", schools),
            try check(.events, "event_coaches", "event_id", events),
            try check(.events, "metrics", "event_id", events),
        ]
        for (what, wrong) in checks { require(what, wrong) }
        require(
            "posts.school",
            try files.column(
                .analytics,
                """
                SELECT hex(s.school_id) FROM posts AS p JOIN family_schools AS s
                    ON s.family_no = p.family_no AND s.number = p.school
                WHERE p.deleted_at IS NULL
                """
            ).subtracting(schools))
        require(
            "posts.coach",
            try files.column(
                .analytics,
                """
                SELECT hex(c.coach_id) FROM posts AS p JOIN family_coaches AS c ON c.no = p.coach
                WHERE p.deleted_at IS NULL
                """
            ).subtracting(coaches))
        require(
            "alerts",
            try files.column(
                .notifications,
                """
                SELECT hex(related_entity_id) FROM notifications
                WHERE withdrawn_at IS NULL AND type = 'inbound_interaction'
                """
            ).subtracting(interactions))
        require(
            "attachments",
            try files.column(.interactions, "SELECT hex(interaction_id) FROM attachments")
                .subtracting(try files.column(.interactions, "SELECT hex(id) FROM interactions")))
    }

    // MARK: Marks

    /// The operations whose rows are in the trash or being purged.
    private func holders(_ program: Program) throws -> Set<String> {
        var sql = """
            SELECT hex(operation_id) FROM operations
            WHERE purged_at IS NULL AND (effect = 'deleted') = (undone_at IS NULL)
            UNION SELECT hex(operation_id) FROM erasures
            """
        switch program {
        case .analytics:
            sql += """
                 UNION SELECT hex(import_id) FROM post_imports WHERE state <> 'finished'
                """
        default:
            sql += " UNION SELECT hex(import_id) FROM imports WHERE state <> 'committed'"
        }
        return try files.column(program, sql)
    }

    /// Every marked row belongs to an operation that can still be undone or is being purged, or to
    /// an import that is staged or was undone.
    private mutating func judgeOwnersOfMarks() throws {
        let deletions = try files.column(
            .coaches, "SELECT hex(operation_id) FROM deletions WHERE phase = 'deleted'")
        for rows in MarkedRows.all {
            let marks = try files.column(
                rows.program,
                "SELECT hex(operation_id) FROM \(rows.table) WHERE deleted_at IS NOT NULL")
            require(
                "\(rows.table) in no trash",
                marks.subtracting(try holders(rows.program)).subtracting(deletions))
        }
    }

    /// The counts of an operation in the trash equal its marked rows.
    private mutating func judgeCounts() throws {
        for program in [Program.coaches, .interactions, .events, .analytics] {
            let operations = try files.rows(
                program,
                """
                SELECT hex(operation_id), counts FROM operations
                WHERE expires_at IS NOT NULL AND purged_at IS NULL
                """)
            for operation in operations {
                let told = try JSONCoding.decodeResponse(
                    [String: Int].self, from: Array(operation[1].utf8))
                var counts: [String: Int] = [:]
                for rows in MarkedRows.all where program == .coaches || rows.program == program {
                    let count = try files.number(
                        rows.program,
                        """
                        SELECT count(*) FROM \(rows.table)
                        WHERE operation_id = x'\(operation[0])' AND deleted_at IS NOT NULL
                        """)
                    if count > 0 { counts[rows.name] = Int(count) }
                }
                if told.filter({ $0.value > 0 }) != counts {
                    problems.append(
                        "\(program): \(operation[0]) tells \(told) and has \(counts)")
                }
            }
        }
    }

    // MARK: Replicas

    /// The replicas in coaches equal the records of the other services.
    private mutating func judgeReplicas() throws {
        let pairs: [(String, (Program, String), (Program, String))] = [
            (
                "contacts",
                (
                    .coaches,
                    """
                    SELECT hex(id) || hex(coalesce(coach_id, '')) || '/'
                        || hex(coalesce(school_id, '')) FROM contacts WHERE deleted_at IS NULL
                    """
                ),
                (
                    .interactions,
                    """
                    SELECT hex(id) || hex(coalesce(coach_id, '')) || '/'
                        || hex(coalesce(school_id, '')) FROM interactions WHERE deleted_at IS NULL
                    """
                )
            ),
            (
                "events of schools",
                (.coaches, "SELECT hex(id) || hex(school_id) FROM events_of_schools"),
                (
                    .events,
                    """
                    SELECT hex(id) || hex(school_id) FROM events
                    WHERE deleted_at IS NULL AND school_id IS NOT NULL
                    """
                )
            ),
            (
                "counts of posts",
                (
                    .coaches,
                    "SELECT hex(record_id) || row_count FROM post_counts WHERE row_count <> 0"
                ),
                (
                    .analytics,
                    """
                    SELECT hex(c.coach_id) || count(*) FROM posts AS p
                    JOIN family_coaches AS c ON c.no = p.coach
                    WHERE p.deleted_at IS NULL GROUP BY c.coach_id
                    UNION SELECT hex(s.school_id) || count(*) FROM posts AS p
                    JOIN family_schools AS s ON s.family_no = p.family_no AND s.number = p.school
                    WHERE p.deleted_at IS NULL GROUP BY s.school_id
                    """
                )
            ),
        ]
        for (what, held, source) in pairs {
            let (left, right) = (
                try files.column(held.0, held.1), try files.column(source.0, source.1)
            )
            require("\(what) kept and not there", left.subtracting(right))
            require("\(what) there and not kept", right.subtracting(left))
        }
        try judgeSchoolsOfCoaches()
    }

    /// The services that know coaches know the school of each visible one. Whether they still keep
    /// those in the trash is their own affair.
    private mutating func judgeSchoolsOfCoaches() throws {
        let pair = "SELECT hex(id) || '/' || hex(coalesce(school_id, '')) FROM coaches"
        let coaches = try files.column(.coaches, "\(pair) WHERE deleted_at IS NULL")
        for program in [Program.interactions, .events] {
            require(
                "schools of coaches in \(program)",
                coaches.subtracting(try files.column(program, pair)))
        }
    }

    /// Feeds have no gaps, and counters are right.
    private mutating func judgeFeeds() throws {
        for program in Program.services {
            let gap = try files.number(
                program, "SELECT coalesce(max(seq), 0) - count(*) FROM changes")
            if gap != 0 { problems.append("\(program): a gap in the feed") }
        }
        let counters = try files.column(
            .interactions,
            """
            SELECT hex(logged_by) || direction || row_count FROM interaction_counters
            WHERE row_count <> 0
            """)
        let rows = try files.column(
            .interactions,
            """
            SELECT hex(logged_by) || direction || count(*) FROM interactions
            WHERE deleted_at IS NULL GROUP BY logged_by, direction
            """)
        require("counters of interactions", counters.symmetricDifference(rows))
    }
}
