import Contracts
import DataServiceKit
import Foundation
import Storage

/// Reads a player's contacts that name no coach of the family: who waits for an answer.
///
/// Contacts of one school and one typed name belong together, whatever the name's case and accents.
/// A contact of the player's to the school that names nobody answers all of them. A name that is
/// that of one coach of the school is that coach's.
@Memberwise(labels: false)
struct UnlistedContacts {
    let familyID: FamilyID
    let transaction: ReadTransaction

    /// Where a contact belongs.
    struct Place: Hashable {
        let schoolID: SchoolID?
        /// The folded name; empty if none was typed.
        let name: String

        init(_ schoolID: SchoolID?, _ name: String?) {
            self.schoolID = schoolID
            self.name = name.map { NameFolding.fold($0) } ?? ""
        }
    }

    /// The last contact of each school, name and direction. ?1 family, ?2 the negative time before
    /// which contacts are in the future, ?3 player, ?4 the same for those of which only the day is
    /// known.
    private static let last = """
        SELECT school_id, other_coach_name, direction, min(newest_first), id, occurred_precision
        FROM interactions INDEXED BY interactions_without_coach
        WHERE family_unit_id = ?1 AND logged_by = ?3 AND coach_id IS NULL AND deleted_at IS NULL
            AND newest_first >= ?4 AND newest_first < 9223372036854775807
            AND (newest_first >= ?2 OR occurred_precision IS NOT NULL)
        """
    private static let grouping = " GROUP BY school_id, other_coach_name, direction"
    static let lastOfAll = last + grouping
    /// ?5 school.
    static let lastOfSchool = last + " AND school_id IS ?5" + grouping
    /// The contact that was logged last, of those of one school, name, direction and day. ?1
    /// family, ?2 player, ?3 school, ?4 name, ?5 direction, ?6 the negative time.
    static let loggedLast = """
        SELECT id, max(created_at) FROM interactions INDEXED BY interactions_without_coach
        WHERE family_unit_id = ?1 AND logged_by = ?2 AND school_id IS ?3
            AND other_coach_name IS ?4 AND direction = ?5 AND newest_first = ?6
            AND coach_id IS NULL AND deleted_at IS NULL
        """

    /// What a player decided about contacts, also about those that were given a coach since.
    /// ?1 family, ?2 player.
    static let plans = """
        SELECT contact.id, contact.school_id, contact.other_coach_name, contact.coach_id, plan.id,
            plan.version, plan.cadence_days, plan.decision, plan.reason, plan.due_on,
            plan.decided_at
        FROM follow_ups AS plan
        JOIN interactions AS contact
            ON contact.family_unit_id = ?1 AND contact.id = plan.entry_id
        WHERE plan.family_unit_id = ?1 AND plan.player_id = ?2 AND contact.deleted_at IS NULL
        """
    /// ?1 family.
    static let coaches = """
        SELECT id, school_id, name FROM coaches
        WHERE family_unit_id = ?1
            AND NOT EXISTS (
                SELECT 1 FROM deletion_tombstones
                WHERE deletion_tombstones.family_unit_id = ?1
                    AND deletion_tombstones.kind = 'coach'
                    AND deletion_tombstones.record_id = coaches.id)
        """
    /// ?1 family, ?2 contact, ?3 player.
    static let place = """
        SELECT school_id, other_coach_name FROM interactions
        WHERE family_unit_id = ?1 AND id = ?2 AND logged_by = ?3 AND coach_id IS NULL
            AND deleted_at IS NULL
        """

    /// Every statement, for tests of their plans.
    static let statements = [lastOfAll, lastOfSchool, loggedLast, plans, coaches, place]

    /// Where a contact of a player's belongs; nil if there is none, or if it names a coach.
    func place(of contact: InteractionID, _ player: UserID) throws -> Place? {
        try transaction.first(Self.place, familyID, contact, player) {
            Place(try $0.identifierOrNil(0), try $0.textOrNil(1))
        }
    }

    /// Reads all contacts of a player's.
    func read(of player: UserID, at now: Instant, in zone: TimeZone) throws -> UnlistedQueue {
        let latest = LastContact.latestOfDay(at: now, in: zone)
        return try queue(
            try transaction.rows(
                Self.lastOfAll, familyID, -now.milliseconds, player, -latest.milliseconds,
                map: Self.contact), player)
    }

    /// Reads a player's contacts with a school, or without one.
    func read(
        of player: UserID, at now: Instant, in zone: TimeZone, school: SchoolID?
    ) throws -> UnlistedQueue {
        let latest = LastContact.latestOfDay(at: now, in: zone)
        return try queue(
            try transaction.rows(
                Self.lastOfSchool, familyID, -now.milliseconds, player, -latest.milliseconds,
                school, map: Self.contact), player)
    }

    private static func contact(_ row: borrowing Row) throws -> UnlistedQueue.Contact {
        UnlistedQueue.Contact(
            schoolID: try row.identifierOrNil(0), name: try row.textOrNil(1),
            last: LastContact(
                at: Instant(milliseconds: -(try row.int64(3))), direction: try row.word(2),
                precision: try row.wordOrNil(5)),
            id: try row.identifier(4))
    }

    /// Of contacts of which only the day is known, the one that was logged last.
    private func latest(
        _ contact: UnlistedQueue.Contact, _ player: UserID
    ) throws -> UnlistedQueue.Contact {
        guard contact.last.precision != nil else { return contact }
        let found = try transaction.first(
            Self.loggedLast, familyID, player, contact.schoolID, contact.name,
            contact.last.direction.rawValue, -contact.last.at.milliseconds
        ) { row -> (InteractionID, Instant?) in
            (try row.identifier(0), try row.instantOrNil(1))
        }
        guard let found else { return contact }
        var last = contact.last
        last.loggedAt = found.1
        return UnlistedQueue.Contact(
            schoolID: contact.schoolID, name: contact.name, last: last, id: found.0)
    }

    private func queue(
        _ contacts: [UnlistedQueue.Contact], _ player: UserID
    ) throws -> UnlistedQueue {
        var queue = UnlistedQueue(try contacts.map { try latest($0, player) })
        try transaction.query(Self.plans, familyID, player) { row in
            queue.add(
                UnlistedQueue.Plan(
                    contactID: try row.identifier(0),
                    stored: (id: try row.identifier(4), version: Int(try row.int64(5))),
                    settings: try FollowUpRepository.settings(row, from: 6)),
                at: Place(try row.identifierOrNil(1), try row.textOrNil(2)),
                givenTo: try row.identifierOrNil(3))
        }
        if queue.hasNames {
            var found: [Place: [CoachID]] = [:]
            try transaction.query(Self.coaches, familyID) { row in
                let place = Place(try row.identifierOrNil(1), try row.text(2))
                found[place, default: []].append(try row.identifier(0))
            }
            queue.give(to: found.compactMapValues { $0.count == 1 ? $0.first : nil })
        }
        let names = FamilyNames(familyID, transaction)
        for school in queue.schools { queue.name(school, try names.school(school)) }
        return queue
    }
}
