import Contracts
import DataServiceKit
import Storage

/// The texts of interactions for searches: subject, content, the names of coach and school, and the
/// names of attached files. Players find their own interactions.
enum InteractionSearch {
    static let source = SearchSource(
        .interaction, in: "interactions",
        columns: """
            newest_first, type, school_id, coach_id, other_coach_name, subject, content, attachments
            """,
        companions: [
            .names(
                from: "schools", by: "school_id", in: "interactions",
                index: "interactions_by_school"),
            .names(
                from: "coaches", by: "coach_id", in: "interactions",
                index: "interactions_by_coach"),
        ]
    ) { family, id, transaction in
        try transaction.first(textsSQL, family, id) { row in
            let type: InteractionType = try row.word(1)
            let files: String? = try row.textOrNil(8)
            let precision: DatePrecision? = try row.wordOrNil(9)
            let at = try row.instantOrNil(2)
            return SearchDocument(
                owner: try row.identifier(0), type: type.rawValue,
                at: precision == nil ? at : nil,
                day: at.flatMap { ContactTime($0, knownTo: precision).day },
                title: try row.textOrNil(3) ?? type.label,
                coach: [try row.textOrNil(4), try row.textOrNil(5)].compactMap { $0 }
                    .joined(separator: ", "),
                school: try row.textOrNil(6) ?? "",
                text: [try row.textOrNil(7), files].compactMap { $0 }.joined(separator: "\n"))
        }
    }

    /// ?1 family, ?2 interaction.
    static let textsSQL = """
        SELECT i.logged_by, i.type, coalesce(i.occurred_at, i.created_at), i.subject, c.name,
            i.other_coach_name, s.name, i.content, (
                SELECT group_concat(a.name, char(10)) FROM attachments AS a
                WHERE a.family_unit_id = ?1 AND a.interaction_id = ?2 AND a.deleted_at IS NULL),
            i.occurred_precision
        FROM interactions AS i INDEXED BY interactions_by_id
        LEFT JOIN schools AS s ON s.family_unit_id = ?1 AND s.id = i.school_id
        LEFT JOIN coaches AS c ON c.family_unit_id = ?1 AND c.id = i.coach_id
        WHERE i.family_unit_id = ?1 AND i.id = ?2 AND i.deleted_at IS NULL
        """
}

extension Migration {
    /// The index of searches.
    static let search = SearchTables.migration([InteractionSearch.source])
    static let searchWords = SearchTables.splittingAgain([InteractionSearch.source])
}
