import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// A coach of a player: the last contact, and what the player has decided.
struct FollowUpState {
    let coachID: CoachID
    let coachName: String
    let schoolID: SchoolID?
    let schoolName: String?
    let last: LastContact?
    /// The id and the version of the settings, if any are stored.
    let stored: (id: FollowUpID, version: Int)?
    let settings: FollowUpSettings
}

/// Reads and stores what the queue follows from. Each player has a queue of their own.
@Memberwise(labels: false)
struct FollowUpRepository {
    let familyID: FamilyID
    let transaction: ReadTransaction

    /// The last contact is looked up through `interactions_by_coach`, which is ordered by
    /// `newest_first` within a coach and a logger. ?1 family, ?2 the negative time of the reader,
    /// before which contacts are in the future, ?3 player. Contacts without a time do not count. Of
    /// contacts at the same time, an outbound one decides: it is the answer.
    private static let states = """
        SELECT coaches.id, coaches.name, coaches.school_id, schools.name, last.newest_first,
            last.direction, plan.id, plan.version, plan.cadence_days, plan.decision, plan.reason,
            plan.due_on, plan.decided_at
        FROM coaches
        LEFT JOIN follow_ups AS plan
            ON plan.family_unit_id = ?1 AND plan.coach_id = coaches.id AND plan.player_id = ?3
        LEFT JOIN interactions AS last
            ON last.family_unit_id = ?1 AND last.id = (
                SELECT contact.id
                FROM interactions AS contact INDEXED BY interactions_by_coach
                WHERE contact.family_unit_id = ?1 AND contact.coach_id = coaches.id
                    AND contact.logged_by = ?3
                    AND contact.deleted_at IS NULL
                    AND contact.newest_first >= ?2
                    AND contact.newest_first < 9223372036854775807
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
    /// The coaches with a contact or a decision.
    static let allStates =
        states + " AND (last.newest_first IS NOT NULL OR plan.decision IS NOT NULL)"
    /// ?4 coach.
    static let oneState = states + " AND coaches.id = ?4"

    /// ?1 family, ?2 coach, ?3 player, ?4 id, ?5 version, ?6 and following: the settings.
    static let store = """
        INSERT INTO follow_ups (family_unit_id, coach_id, player_id, id, version, cadence_days,
            decision, reason, due_on, decided_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (family_unit_id, coach_id, player_id) DO UPDATE
        SET version = excluded.version, cadence_days = excluded.cadence_days,
            decision = excluded.decision, reason = excluded.reason, due_on = excluded.due_on,
            decided_at = excluded.decided_at
        """
    /// ?1 family, ?2 coach.
    static let erase = "DELETE FROM follow_ups WHERE family_unit_id = ?1 AND coach_id = ?2"

    /// Every statement, for tests of their plans.
    static let statements = [allStates, oneState, store, erase]

    /// Passes a player's coaches with a contact at or before `now`, or a decision, in no order.
    func forEachState(
        of player: UserID, at now: Instant, _ body: (FollowUpState) throws -> Void
    ) throws {
        try transaction.query(Self.allStates, familyID, -now.milliseconds, player) { row in
            try body(try Self.state(row))
        }
    }

    /// Returns a coach as it is for a player; nil if the family has no such coach.
    func state(_ coach: CoachID, of player: UserID, at now: Instant) throws -> FollowUpState? {
        try transaction.first(
            Self.oneState, familyID, -now.milliseconds, player, coach, map: Self.state)
    }

    private static func state(_ row: borrowing Row) throws -> FollowUpState {
        let last: LastContact? =
            row.isNull(4)
            ? nil
            : LastContact(
                at: Instant(milliseconds: -(try row.int64(4))), direction: try row.word(5))
        var settings = FollowUpSettings()
        settings.cadenceDays = try row.int64OrNil(8).map { Int($0) }
        if let kind: FollowUpDecision = try row.wordOrNil(9) {
            settings.decision = FollowUpSettings.Decision(
                kind: kind, reason: try row.word(10),
                dueOn: CivilDay(daysSince1970: try row.int64(11)), at: try row.instant(12))
        }
        return FollowUpState(
            coachID: try row.identifier(0), coachName: try row.text(1),
            schoolID: try row.identifierOrNil(2), schoolName: try row.textOrNil(3), last: last,
            stored: row.isNull(6)
                ? nil : (id: try row.identifier(6), version: Int(try row.int64(7))),
            settings: settings)
    }

    /// Stores a player's settings for a coach.
    func store(
        _ settings: FollowUpSettings, as id: FollowUpID, version: Int, for coach: CoachID,
        of player: UserID, in transaction: WriteTransaction
    ) throws {
        let decision = settings.decision
        try transaction.execute(
            Self.store, familyID, coach, player, id, version, settings.cadenceDays,
            decision?.kind.rawValue, decision?.reason.rawValue, decision?.dueOn.daysSince1970,
            decision?.at)
    }
}
