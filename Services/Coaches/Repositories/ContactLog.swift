import Contracts
import DataServiceKit
import Storage

/// All SQL about the contact log, the replica of interactions. Deleted contacts are kept, marked,
/// and never counted.
@Memberwise(labels: false)
struct ContactLog {
    static let columns = "id, direction, type, occurred_at, logged_by"
    static let ofCoachSQL = """
        SELECT \(columns) FROM contacts
        WHERE family_unit_id = ?1 AND coach_id = ?2 AND deleted_at IS NULL
            AND occurred_at IS NOT NULL
        ORDER BY occurred_at, id
        """
    static let fromSchoolSQL = """
        SELECT \(columns) FROM contacts
        WHERE family_unit_id = ?1 AND school_id = ?2 AND coach_id IS NULL
            AND names_other_coach = 0 AND direction = 'inbound' AND deleted_at IS NULL
            AND occurred_at IS NOT NULL
        ORDER BY occurred_at, id
        """
    static let countOfCoachSQL = """
        SELECT count(*) FROM contacts
        WHERE family_unit_id = ?1 AND coach_id = ?2 AND deleted_at IS NULL
        """
    static let countOfSchoolSQL = """
        SELECT count(*) FROM contacts
        WHERE family_unit_id = ?1 AND school_id = ?2 AND deleted_at IS NULL
        """
    static let countOfFormerStaffSQL = """
        SELECT count(*) FROM coaches INDEXED BY coaches_by_school
        CROSS JOIN contacts INDEXED BY contacts_by_coach
            ON contacts.family_unit_id = ?1 AND contacts.coach_id = coaches.id
        WHERE coaches.family_unit_id = ?1 AND coaches.school_id = ?2
            AND coaches.deleted_at IS NULL AND contacts.coach_id IS NOT NULL
            AND contacts.deleted_at IS NULL AND contacts.school_id IS NOT ?2
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// The contacts with a coach, oldest first. Contacts without a time are left out: no figure
    /// counts them.
    func contacts(with coach: CoachID) throws -> [Contact] {
        try contacts(ContactLog.ofCoachSQL, coach, isOfSchool: false)
    }

    /// Inbound contacts from a school that name no coach, oldest first.
    func answers(from school: SchoolID) throws -> [Contact] {
        try contacts(ContactLog.fromSchoolSQL, school, isOfSchool: true)
    }

    /// The number of interactions with a coach.
    func count(with coach: CoachID) throws -> Int {
        try transaction.count(ContactLog.countOfCoachSQL, family, coach)
    }

    /// The number of interactions that name a school, whoever is the coach.
    func count(naming school: SchoolID) throws -> Int {
        try transaction.count(ContactLog.countOfSchoolSQL, family, school)
    }

    /// The number of interactions with a school or with one of its current coaches.
    func count(with school: SchoolID) throws -> Int {
        let counts = try [ContactLog.countOfSchoolSQL, ContactLog.countOfFormerStaffSQL].map {
            try transaction.scalar($0, family, school) ?? 0
        }
        return Int(counts.reduce(0, +))
    }

    private func contacts(
        _ sql: String, _ whose: some SQLBindable, isOfSchool: Bool
    ) throws -> [Contact] {
        try transaction.rows(sql, family, whose) { row in
            Contact(
                id: try row.identifier(0), direction: try row.word(1), type: try row.text(2),
                occurredAt: try row.instant(3), loggedBy: try row.identifier(4),
                isOfSchool: isOfSchool)
        }
    }
}

/// Writes the contact log and marks the affected figures as outdated.
struct ContactLogWriter {
    let family: FamilyID
    let transaction: WriteTransaction

    /// The school and coach of a contact.
    private struct Parties {
        let school: SchoolID?
        let coach: CoachID?
    }

    /// Stores or restores a contact.
    func put(_ contact: LoggedContact) throws {
        try transaction.execute(
            """
            INSERT INTO contacts (family_unit_id, id, school_id, coach_id, names_other_coach,
                direction, type, occurred_at, logged_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET
                school_id = excluded.school_id, coach_id = excluded.coach_id,
                names_other_coach = excluded.names_other_coach,
                direction = excluded.direction, type = excluded.type,
                occurred_at = excluded.occurred_at, logged_by = excluded.logged_by,
                deleted_at = NULL
            """, family, contact.id, contact.schoolID, contact.coachID, contact.namesOtherCoach,
            contact.direction.rawValue, contact.type, contact.occurredAt, contact.loggedBy)
        try outdate(Parties(school: contact.schoolID, coach: contact.coachID))
    }

    /// Stores an edit of a contact, which stays deleted if it is. The figures of those whose
    /// contact it was change too. Returns false if the contact is unknown or nothing of it has
    /// changed.
    func edit(_ contact: LoggedContact) throws -> Bool {
        guard let old = try parties(of: contact.id) else { return false }
        let count = try transaction.execute(
            """
            UPDATE contacts SET school_id = ?3, coach_id = ?4, names_other_coach = ?5,
                direction = ?6, type = ?7, occurred_at = ?8
            WHERE family_unit_id = ?1 AND id = ?2
                AND (school_id, coach_id, names_other_coach, direction, type, occurred_at)
                    IS NOT (?3, ?4, ?5, ?6, ?7, ?8)
            """, family, contact.id, contact.schoolID, contact.coachID, contact.namesOtherCoach,
            contact.direction.rawValue, contact.type, contact.occurredAt)
        guard count > 0 else { return false }
        try outdate(old)
        try outdate(Parties(school: contact.schoolID, coach: contact.coachID))
        return true
    }

    func remove(_ id: InteractionID, at instant: Instant) throws {
        try mark(id, instant)
    }

    func restore(_ id: InteractionID) throws { try mark(id, nil) }

    private func mark(_ id: InteractionID, _ mark: Instant?) throws {
        guard let parties = try parties(of: id) else { return }
        try transaction.execute(
            "UPDATE contacts SET deleted_at = ?3 WHERE family_unit_id = ?1 AND id = ?2", family, id,
            mark)
        try outdate(parties)
    }

    private func parties(of id: InteractionID) throws -> Parties? {
        try transaction.first(
            "SELECT school_id, coach_id FROM contacts WHERE family_unit_id = ?1 AND id = ?2",
            family, id
        ) { Parties(school: try $0.identifierOrNil(0), coach: try $0.identifierOrNil(1)) }
    }

    /// Marks the coach's figures as outdated, or those of all of a school's coaches if the contact
    /// names no coach. Figures of a deleted coach are kept: when the coach is restored, the
    /// contacts follow one by one, and intermediate figures would describe no real state.
    private func outdate(_ parties: Parties) throws {
        let become = """
            SET figures_until = CASE WHEN deleted_at IS NOT NULL OR figures_until IS -1
                THEN -1 ELSE 0 END
            """
        if let coach = parties.coach {
            try transaction.execute(
                "UPDATE coaches \(become) WHERE family_unit_id = ?1 AND id = ?2", family, coach)
        } else if let school = parties.school {
            try transaction.execute(
                """
                UPDATE coaches INDEXED BY coaches_of_school \(become)
                WHERE family_unit_id = ?1 AND school_id = ?2
                """, family, school)
        }
    }

    /// Marks the figures that waited for the end of a restoration for recomputation.
    func everythingIsBack() throws {
        try transaction.execute(
            """
            UPDATE coaches INDEXED BY coaches_by_figures_until SET figures_until = 0
            WHERE family_unit_id = ?1 AND figures_until = -1 AND deleted_at IS NULL
            """, family)
    }

    /// Deletes a purged contact.
    func forget(_ id: InteractionID) throws {
        try transaction.execute(
            """
            DELETE FROM contacts
            WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NOT NULL
            """, family, id)
    }

    /// Deletes the log; all figures are outdated then.
    static func clear(_ transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM contacts /* all families: a rebuild */")
        try transaction.execute(
            "UPDATE coaches SET figures_until = 0 /* all families: a rebuild */")
    }
}
