import Contracts
import DataServiceKit
import Storage

/// The texts of coaches and schools for searches: names, places, ways to contact, notes.
enum CoachSearch {
    static let sources = [coaches, schools]

    private static let coaches = SearchSource(
        .coach, in: "coaches",
        columns: """
            school_id, role, first_name, last_name, email, phone, twitter_handle, instagram_handle,
            notes
            """,
        companions: [
            .names(from: "schools", by: "school_id", in: "coaches", index: "coaches_of_school")
        ]
    ) { family, id, transaction in
        try transaction.first(coachSQL, family, id) { row in
            let role: CoachRole = try row.word(3)
            let name = "\(try row.text(0)) \(try row.text(1))"
            let texts = try (4...8).map { try row.textOrNil($0) }
            return SearchDocument(
                title: name, coach: name, school: try row.textOrNil(2) ?? "",
                text: ([role.label] + texts).compactMap { $0 }.joined(separator: "\n"))
        }
    }

    private static let schools = SearchSource(
        .school, in: "schools",
        columns: """
            name, city, state, division, conference, website, twitter_handle, instagram_handle,
            notes
            """
    ) { family, id, transaction in
        try transaction.first(schoolSQL, family, id) { row in
            let name = try row.text(0)
            let texts = try (1...8).map { try row.textOrNil($0) }
            return SearchDocument(
                title: name, school: name,
                text: texts.compactMap { $0 }.joined(separator: "\n"))
        }
    }

    /// ?1 family, ?2 coach. A coach keeps the name of a school that is in the trash.
    static let coachSQL = """
        SELECT c.first_name, c.last_name, s.name, c.role, c.email, c.phone, c.twitter_handle,
            c.instagram_handle, c.notes
        FROM coaches AS c
        LEFT JOIN schools AS s ON s.family_unit_id = ?1 AND s.id = c.school_id
        WHERE c.family_unit_id = ?1 AND c.id = ?2 AND c.deleted_at IS NULL
        """
    /// ?1 family, ?2 school.
    static let schoolSQL = """
        SELECT name, city, state, division, conference, website, twitter_handle,
            instagram_handle, notes
        FROM schools WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NULL
        """
}
