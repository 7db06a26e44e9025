import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// Who is in touch with a player: a coach, or whoever made contacts that name no coach of the
/// family. With the last contact, and what the player has decided.
struct FollowUpState: FollowUpSubject {
    let coachID: CoachID?
    /// The last contact, of those that name no coach of the family.
    var contactID: InteractionID?
    let coachName: String?
    let schoolID: SchoolID?
    let schoolName: String?
    var last: LastContact?
    /// The id and the version of the settings, if any are stored.
    var stored: (id: FollowUpID, version: Int)?
    /// The contact for which the settings are stored, if it is not the last one.
    var plannedContactID: InteractionID?
    var settings: FollowUpSettings

    /// The id under which the settings are stored.
    var plannedID: RecordID { plannedContactID.map { RecordID($0) } ?? entryID }

    /// What is due; nil if nothing is.
    func rule(in zone: TimeZone) -> FollowUpRule? {
        FollowUpRule(last, settings, isListed: coachID != nil, in: zone)
    }
}

/// Reads and stores what the queue follows from. Each player has a queue of their own.
@Memberwise(labels: false)
struct FollowUpRepository {
    let familyID: FamilyID
    let transaction: ReadTransaction

    /// The last contact is looked up through `interactions_by_coach`, which is ordered by
    /// `newest_first` within a coach and a logger. ?1 family, ?2 the negative time before which
    /// contacts are in the future, ?3 player, ?4 the same for those of which only the day is known.
    /// Contacts without a time do not count. Of contacts at the same time, an outbound one decides:
    /// it is the answer. Of those of one day, the last one that was logged says when that was.
    private static let states = """
        SELECT coaches.id, coaches.name, coaches.school_id, schools.name, last.newest_first,
            last.direction, plan.id, plan.version, plan.cadence_days, plan.decision, plan.reason,
            plan.due_on, plan.decided_at, last.occurred_precision,
            CASE WHEN last.occurred_precision IS NOT NULL THEN (
                SELECT max(twin.created_at)
                FROM interactions AS twin INDEXED BY interactions_by_coach
                WHERE twin.family_unit_id = ?1 AND twin.coach_id = coaches.id
                    AND twin.logged_by = ?3 AND twin.newest_first = last.newest_first
                    AND twin.direction = last.direction AND twin.deleted_at IS NULL)
            END
        FROM coaches
        LEFT JOIN follow_ups AS plan
            ON plan.family_unit_id = ?1 AND plan.entry_id = coaches.id AND plan.player_id = ?3
        LEFT JOIN interactions AS last
            ON last.family_unit_id = ?1 AND last.id = (
                SELECT contact.id
                FROM interactions AS contact INDEXED BY interactions_by_coach
                WHERE contact.family_unit_id = ?1 AND contact.coach_id = coaches.id
                    AND contact.logged_by = ?3
                    AND contact.deleted_at IS NULL
                    AND contact.newest_first >= ?4
                    AND (contact.newest_first >= ?2 OR contact.occurred_precision IS NOT NULL)
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
    /// ?5 coach.
    static let oneState = states + " AND coaches.id = ?5"

    /// ?1 family, ?2 coach or contact, ?3 player, ?4 id, ?5 version, ?6 and following: the
    /// settings.
    static let store = """
        INSERT INTO follow_ups (family_unit_id, entry_id, player_id, id, version, cadence_days,
            decision, reason, due_on, decided_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (family_unit_id, entry_id, player_id) DO UPDATE
        SET version = excluded.version, cadence_days = excluded.cadence_days,
            decision = excluded.decision, reason = excluded.reason, due_on = excluded.due_on,
            decided_at = excluded.decided_at
        """
    /// ?1 family, ?2 coach.
    static let erase = "DELETE FROM follow_ups WHERE family_unit_id = ?1 AND entry_id = ?2"

    /// Every statement, for tests of their plans.
    static let statements = [allStates, oneState, store, erase]

    /// Passes a player's coaches with a contact at or before `now`, or a decision, and whoever else
    /// was in touch, in no order. A contact of which only the day is known counts from the
    /// beginning of its day in `zone`.
    func forEachState(
        of player: UserID, at now: Instant, in zone: TimeZone,
        _ body: (FollowUpState) throws -> Void
    ) throws {
        var unlisted = try UnlistedContacts(familyID, transaction).read(
            of: player, at: now, in: zone)
        let latest = LastContact.latestOfDay(at: now, in: zone)
        try transaction.query(
            Self.allStates, familyID, -now.milliseconds, player, -latest.milliseconds
        ) { row in
            var state = try Self.state(row)
            unlisted.pass(to: &state)
            try body(state)
        }
        for coach in unlisted.coachesLeft {
            let state = try coachState(coach, of: player, at: now, in: zone)
            guard var state else { continue }
            unlisted.pass(to: &state)
            try body(state)
        }
        try unlisted.states.forEach(body)
    }

    /// Returns the entry of a coach, or of a contact that names none, as it is for a player. Nil if
    /// the family has no such coach, and the player no such contact.
    func state(
        _ entry: RecordID, of player: UserID, at now: Instant, in zone: TimeZone
    ) throws -> FollowUpState? {
        let contacts = UnlistedContacts(familyID, transaction)
        guard var state = try coachState(CoachID(entry), of: player, at: now, in: zone) else {
            guard let place = try contacts.place(of: InteractionID(entry), player) else {
                return nil
            }
            return try contacts.read(of: player, at: now, in: zone, school: place.schoolID)
                .state(at: place)
        }
        var unlisted = try contacts.read(
            of: player, at: now, in: zone, school: state.schoolID)
        unlisted.pass(to: &state)
        return state
    }

    private func coachState(
        _ coach: CoachID, of player: UserID, at now: Instant, in zone: TimeZone
    ) throws -> FollowUpState? {
        let latest = LastContact.latestOfDay(at: now, in: zone)
        return try transaction.first(
            Self.oneState, familyID, -now.milliseconds, player, -latest.milliseconds, coach,
            map: Self.state)
    }

    private static func state(_ row: borrowing Row) throws -> FollowUpState {
        let last: LastContact? =
            row.isNull(4)
            ? nil
            : LastContact(
                at: Instant(milliseconds: -(try row.int64(4))), direction: try row.word(5),
                precision: try row.wordOrNil(13), loggedAt: try row.instantOrNil(14))
        return FollowUpState(
            coachID: try row.identifier(0), coachName: try row.text(1),
            schoolID: try row.identifierOrNil(2), schoolName: try row.textOrNil(3), last: last,
            stored: row.isNull(6)
                ? nil : (id: try row.identifier(6), version: Int(try row.int64(7))),
            settings: try settings(row, from: 8))
    }

    /// Reads the five columns of settings.
    static func settings(
        _ row: borrowing Row, from first: Int32
    ) throws -> FollowUpSettings {
        var settings = FollowUpSettings()
        settings.cadenceDays = try row.int64OrNil(first).map { Int($0) }
        if let kind: FollowUpDecision = try row.wordOrNil(first + 1) {
            settings.decision = FollowUpSettings.Decision(
                kind: kind, reason: try row.word(first + 2),
                dueOn: CivilDay(daysSince1970: try row.int64(first + 3)),
                at: try row.instant(first + 4))
        }
        return settings
    }

    /// Stores a player's settings for a coach or a contact.
    func store(
        _ settings: FollowUpSettings, as id: FollowUpID, version: Int, for entry: RecordID,
        of player: UserID, in transaction: WriteTransaction
    ) throws {
        let decision = settings.decision
        try transaction.execute(
            Self.store, familyID, entry, player, id, version, settings.cadenceDays,
            decision?.kind.rawValue, decision?.reason.rawValue, decision?.dueOn.daysSince1970,
            decision?.at)
    }
}
