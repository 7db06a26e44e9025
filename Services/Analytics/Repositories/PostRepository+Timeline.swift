import Contracts
import DataServiceKit
import Storage

extension PostRepository {
    /// ?1 family number, ?2 school, ?3 and ?4 place before the page, ?5 limit.
    static let schoolTimelineSQL = timelineSQL(
        "posts_by_time",
        "p.school = (SELECT number FROM family_schools WHERE family_no = ?1 AND school_id = ?2)")
    /// ?2 coach.
    static let coachTimelineSQL = timelineSQL(
        "posts_by_coach",
        "p.coach = (SELECT no FROM family_coaches WHERE family_no = ?1 AND coach_id = ?2)")

    /// The unary plus keeps SQLite from using an index for each operand of OR.
    private static func timelineSQL(_ index: String, _ condition: String) -> String {
        """
        SELECT \(PostRow.columns) FROM (
            SELECT p.no AS no, p.posted_at AS posted_at, p.id AS id
            FROM posts AS p INDEXED BY \(index)
            WHERE p.family_no = ?1 AND \(condition) AND p.deleted_at IS NULL
                AND p.posted_at <= ?3 AND (+p.posted_at < ?3 OR +p.id > ?4)
            ORDER BY p.posted_at DESC, p.id LIMIT ?5) AS place
        CROSS JOIN posts AS p ON p.no = place.no AND p.family_no = ?1
        \(PostRow.joins)
        ORDER BY place.posted_at DESC, place.id
        """
    }

    /// Returns at most `limit` posts after a place, newest first, then by id.
    func timeline(
        of subject: TimelineSubject, after cursor: TimelineCursor?, limit: Int
    ) throws -> [Post] {
        // Contacts without a time come after all posts.
        if let cursor, cursor.instant == nil { return [] }
        let last = cursor?.instant?.milliseconds ?? .max
        func posts(_ sql: String, _ id: some SQLBindable) throws -> [Post] {
            try transaction.rows(sql, family.no, id, last, cursor?.id, limit) {
                try PostRow.post($0, of: family.id)
            }
        }
        return switch subject {
        case .school(let id): try posts(Self.schoolTimelineSQL, id)
        case .coach(let id): try posts(Self.coachTimelineSQL, id)
        }
    }
}
