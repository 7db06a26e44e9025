import Contracts
import DataServiceKit
import Storage

/// The last reminder of a coach to a player.
struct LastNudge: Hashable {
    let id: NudgeID
    let version: Int
    let day: CivilDay
}

/// Reads and stores a family's reminders of overdue follow-ups, and who wants them.
@Memberwise(labels: false)
struct NudgeRepository {
    /// ?1 family, ?2 user, ?3 role.
    static let addWish = """
        INSERT INTO reminder_wishes (family_unit_id, user_id, role) VALUES (?1, ?2, ?3)
        ON CONFLICT (family_unit_id, user_id) DO UPDATE SET role = excluded.role
        WHERE role <> excluded.role
        """
    static let removeWish =
        "DELETE FROM reminder_wishes WHERE family_unit_id = ?1 AND user_id = ?2"
    static let wishes = "SELECT user_id, role FROM reminder_wishes WHERE family_unit_id = ?1"

    /// ?1 family, ?2 player.
    static let ofPlayer = """
        SELECT entry_id, id, version, nudged_on FROM nudges
        WHERE family_unit_id = ?1 AND player_id = ?2
        """
    /// ?1 family, ?2 player, ?3 coach or contact, ?4 id, ?5 version, ?6 day.
    static let store = """
        INSERT INTO nudges (family_unit_id, player_id, entry_id, id, version, nudged_on)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (family_unit_id, player_id, entry_id) DO UPDATE
        SET version = excluded.version, nudged_on = excluded.nudged_on
        """
    /// ?1 family, ?2 coach or contact.
    static let ofCoach =
        "SELECT id, version FROM nudges WHERE family_unit_id = ?1 AND entry_id = ?2"
    static let erase = "DELETE FROM nudges WHERE family_unit_id = ?1 AND entry_id = ?2"

    /// The family to look at, which was due first. ?1 the time of day.
    static let due = """
        SELECT family_unit_id FROM nudge_times WHERE looks_at <= ?1 ORDER BY looks_at LIMIT 1
        /* all families: the housekeeper reminds everybody */
        """
    /// A family that was looked at by a time of day that was ahead. ?1 the latest right time.
    static let misled = """
        SELECT family_unit_id FROM nudge_times WHERE looks_at > ?1 LIMIT 1
        /* all families: the housekeeper reminds everybody */
        """
    /// ?1 family, ?2 when to look next.
    static let lookAt = """
        INSERT INTO nudge_times (family_unit_id, looks_at) VALUES (?1, ?2)
        ON CONFLICT (family_unit_id) DO UPDATE SET looks_at = excluded.looks_at
        """
    static let forget = "DELETE FROM nudge_times WHERE family_unit_id = ?1"

    /// Every statement, for tests of their plans.
    static let statements = [
        addWish, removeWish, wishes, ofPlayer, store, ofCoach, erase, due, misled, lookAt, forget,
    ]

    let family: FamilyID
    let transaction: WriteTransaction

    // MARK: Wishes

    /// Stores that a member wants reminders. The family is looked at soon, unless the wish is
    /// stored already.
    func addWish(of user: UserID, as role: Role) throws {
        let isNew = try transaction.execute(Self.addWish, family, user, role.rawValue) > 0
        if isNew { try lookAgain(at: .earliest) }
    }

    func removeWish(of user: UserID) throws {
        try transaction.execute(Self.removeWish, family, user)
    }

    /// The members who want reminders, with their roles.
    func wishes() throws -> [UserID: Role] {
        let rows = try transaction.rows(Self.wishes, family) { row in
            (try row.identifier(0, as: UserID.self), try row.word(1) as Role)
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Reminders

    /// The last reminders to a player, by coach or contact.
    func lastNudges(of player: UserID) throws -> [RecordID: LastNudge] {
        let rows = try transaction.rows(Self.ofPlayer, family, player) { row in
            (
                try row.identifier(0, as: RecordID.self),
                LastNudge(
                    id: try row.identifier(1), version: Int(try row.int64(2)),
                    day: CivilDay(daysSince1970: try row.int64(3)))
            )
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    func store(_ nudge: LastNudge, of entry: RecordID, to player: UserID) throws {
        try transaction.execute(
            Self.store, family, player, entry, nudge.id, nudge.version, nudge.day.daysSince1970)
    }

    /// Erases the reminders of a coach and returns their ids and versions.
    func erase(_ coach: CoachID) throws -> [(id: NudgeID, version: Int64)] {
        let found = try transaction.rows(Self.ofCoach, family, coach) { row in
            (id: try row.identifier(0, as: NudgeID.self), version: try row.int64(1))
        }
        if !found.isEmpty { try transaction.execute(Self.erase, family, coach) }
        return found
    }

    // MARK: When to look

    /// The next family to look at; nil if there is none. Families that seem to be looked at later
    /// than `latest` were misled by a clock.
    static func nextFamily(
        at now: Instant, latest: Instant, in transaction: ReadTransaction
    ) throws -> FamilyID? {
        try transaction.first(due, now) { try $0.identifier(0, as: FamilyID.self) }
            ?? transaction.first(misled, latest) { try $0.identifier(0, as: FamilyID.self) }
    }

    func lookAgain(at time: Instant) throws {
        try transaction.execute(Self.lookAt, family, time)
    }

    /// Looks no more until somebody wants reminders.
    func lookNoMore() throws { try transaction.execute(Self.forget, family) }
}
