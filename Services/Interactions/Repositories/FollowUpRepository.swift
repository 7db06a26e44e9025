import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The last contact with a coach that a member may see.
struct LastContact {
    let coachID: CoachID
    let coachName: String
    let schoolID: SchoolID?
    let schoolName: String?
    let at: Instant
    let direction: Direction
}

/// Reads the last contact with each coach: players see their own, parents the family's.
struct FollowUpRepository {
    let scope: FamilyScope
    let transaction: ReadTransaction

    /// Looks up each coach's last contact through `interactions_by_coach`, which is ordered by
    /// `newest_first` within a coach. `?2` is the negative time of the reader, before which
    /// contacts are in the future; contacts without a time do not count. Of contacts at the same
    /// time, an outbound one decides: it is the answer.
    static let lastContacts = """
        SELECT coaches.id, coaches.name, coaches.school_id, schools.name, last.newest_first,
            last.direction
        FROM coaches
        CROSS JOIN interactions AS last
            ON last.family_unit_id = ?1 AND last.id = (
                SELECT contact.id
                FROM interactions AS contact INDEXED BY interactions_by_coach
                WHERE contact.family_unit_id = ?1 AND contact.coach_id = coaches.id
                    AND contact.deleted_at IS NULL
                    AND contact.newest_first >= ?2
                    AND contact.newest_first < 9223372036854775807
                    AND (?3 IS NULL OR contact.logged_by = ?3)
                ORDER BY contact.newest_first, contact.direction DESC, contact.id LIMIT 1)
        LEFT JOIN schools
            ON schools.family_unit_id = ?1 AND schools.id = coaches.school_id
        WHERE coaches.family_unit_id = ?1
            AND NOT EXISTS (
                SELECT 1 FROM deletion_tombstones
                WHERE deletion_tombstones.family_unit_id = ?1
                    AND deletion_tombstones.kind = 'coach'
                    AND deletion_tombstones.record_id = coaches.id)
        """

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.scope = scope
        self.transaction = transaction
    }

    /// Returns the last contact at or before `now` with each coach who has one, in no order.
    func lastContacts(at now: Instant) throws -> [LastContact] {
        let logger = scope.role == .player ? scope.userID : nil
        return try transaction.rows(
            Self.lastContacts, scope.familyID, -now.milliseconds, logger
        ) { row in
            LastContact(
                coachID: try row.identifier(0), coachName: try row.text(1),
                schoolID: try row.identifierOrNil(2), schoolName: try row.textOrNil(3),
                at: Instant(milliseconds: -(try row.int64(4))), direction: try row.word(5))
        }
    }
}
