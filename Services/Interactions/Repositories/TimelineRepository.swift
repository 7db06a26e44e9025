import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads the contacts with a coach or a school that a member may see: players their own, parents
/// the family's.
@Memberwise(labels: false)
struct TimelineRepository {
    /// ?1 family, ?2 coach, ?3 logger.
    private static let ofCoach = """
        FROM interactions INDEXED BY interactions_by_coach
        WHERE family_unit_id = ?1 AND coach_id = ?2 AND deleted_at IS NULL
        """
    private static let ofCoachByLogger = ofCoach + " AND logged_by = ?3"
    /// ?1 family, ?2 school, ?3 the only logger whose rows are visible, or NULL.
    private static let ofSchool = """
        FROM interactions INDEXED BY interactions_by_school
        WHERE family_unit_id = ?1 AND school_id = ?2 AND deleted_at IS NULL
            AND (?3 IS NULL OR logged_by = ?3)
        """

    /// A page of rows. The places of the page come first, so that no other row is read whole. ?4
    /// and ?5 place before the page, ?6 limit. The unary plus keeps SQLite from using an index for
    /// each operand of OR.
    private static func page(_ rows: String) -> String {
        """
        SELECT \(InteractionStatements.columns)
        FROM (
            SELECT newest_first, id \(rows)
                AND newest_first >= ?4 AND (+newest_first > ?4 OR +id > ?5)
            ORDER BY newest_first, id LIMIT ?6) AS place
        CROSS JOIN interactions AS i ON i.family_unit_id = ?1
            AND i.newest_first = place.newest_first AND i.id = place.id
        \(InteractionStatements.withNames)
        ORDER BY place.newest_first, place.id
        """
    }

    /// What figures count, of contacts from ?4 on that have a time.
    private static func log(_ rows: String) -> String {
        """
        SELECT newest_first, direction, interest_level, interest_answers IS NOT NULL \(rows)
            AND newest_first >= ?4 AND newest_first < \(InteractionRepository.undated)
        ORDER BY newest_first, id
        """
    }

    static let coachPage = page(ofCoach)
    static let coachPageOfLogger = page(ofCoachByLogger)
    static let schoolPage = page(ofSchool)
    static let coachLog = log(ofCoach)
    static let coachLogOfLogger = log(ofCoachByLogger)
    static let schoolLog = log(ofSchool)

    private let scope: FamilyScope
    private let transaction: ReadTransaction

    /// The only logger whose rows the member may see, or nil if there is no such restriction.
    private var logger: UserID? { scope.role == .player ? scope.userID : nil }

    /// Calls `body` with at most `limit` contacts after a place, newest first, then by id.
    func page(
        of subject: TimelineSubject, after cursor: TimelineCursor?, limit: Int,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        let (sql, id) = statement(
            subject, coach: Self.coachPage, ofLogger: Self.coachPageOfLogger,
            school: Self.schoolPage)
        try transaction.query(
            sql,
            values: [
                scope.familyID, id, logger, cursor?.newestFirst ?? Int64.min, cursor?.id, limit,
            ], row: body)
    }

    /// Returns all contacts at or before `now`, newest first.
    func log(of subject: TimelineSubject, at now: Instant) throws -> [LoggedContact] {
        let (sql, id) = statement(
            subject, coach: Self.coachLog, ofLogger: Self.coachLogOfLogger, school: Self.schoolLog)
        var contacts: [LoggedContact] = []
        try transaction.query(sql, values: [scope.familyID, id, logger, -now.milliseconds]) { row in
            let level: InterestLevel? = try row.wordOrNil(2)
            contacts.append(
                LoggedContact(
                    at: Instant(milliseconds: -(try row.int64(0))), direction: try row.word(1),
                    interest: try level ?? (row.bool(3) ? .notSet : nil)))
        }
        return contacts
    }

    private func statement(
        _ subject: TimelineSubject, coach: String, ofLogger: String, school: String
    ) -> (sql: String, id: any SQLBindable) {
        switch subject {
        case .coach(let id): (logger == nil ? coach : ofLogger, id)
        case .school(let id): (school, id)
        }
    }
}
