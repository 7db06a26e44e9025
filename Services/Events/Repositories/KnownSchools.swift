import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Looks up the family's schools and coaches in the replica.
struct KnownSchools {
    static let schoolSQL = "SELECT name FROM schools WHERE family_unit_id = ?1 AND id = ?2"
    static let coachSQL = """
        SELECT id, name, role FROM coaches
        WHERE family_unit_id = ?1 AND id = ?2 AND school_id = ?3
        """
    static let availableSQL = """
        SELECT id, name, role FROM coaches
        WHERE family_unit_id = ?1 AND school_id = ?2 AND NOT EXISTS (
            SELECT 1 FROM event_coaches
            WHERE event_coaches.family_unit_id = ?1 AND event_coaches.event_id = ?3
                AND event_coaches.coach_id = coaches.id AND event_coaches.deleted_at IS NULL)
            AND NOT EXISTS (
                SELECT 1 FROM deletion_tombstones AS t
                WHERE t.family_unit_id = ?1 AND t.kind = 'coach' AND t.record_id = coaches.id)
        ORDER BY name_folded, id
        """

    private let family: FamilyID
    private let transaction: ReadTransaction
    private let tombstones: DeletionTombstones

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        family = scope.familyID
        tombstones = DeletionTombstones(scope.familyID, transaction)
        self.transaction = transaction
    }

    /// The name of a school, or `nil` if it is unknown.
    func name(of school: SchoolID) throws -> String? {
        try transaction.first(Self.schoolSQL, family, school) { try $0.text(0) }
    }

    /// The name of the school in a form, or `nil` if the form names none.
    ///
    /// - Throws: `UnknownReference` for a school that is deleted, of another family, or not in the
    ///   replica yet.
    func require(_ school: SchoolID?) throws -> String? {
        guard let school else { return nil }
        guard let name = try name(of: school),
            try tombstones.operation(deleting: school) == nil
        else {
            throw UnknownReference(
                .coaches, refusal: .invalid("school_id", CreateInteraction.Refusal.school))
        }
        return name
    }

    /// Whether a school is known and not deleted.
    func isThere(_ school: SchoolID) throws -> Bool {
        try name(of: school) != nil && tombstones.operation(deleting: school) == nil
    }

    /// Returns a coach of a school.
    ///
    /// - Throws: `UnknownReference` for a coach who is deleted, at another school, or not in the
    ///   replica yet.
    func require(_ coach: CoachID, at school: SchoolID) throws -> AvailableCoach {
        let found = try transaction.first(Self.coachSQL, family, coach, school, map: Self.coach)
        guard let found, try tombstones.operation(deleting: coach) == nil else {
            throw UnknownReference(
                .coaches, refusal: .invalid("coach_id", CreateInteraction.Refusal.coach))
        }
        return found
    }

    /// The coaches of a school who are not recorded at an event, by name (EV-26).
    func available(at school: SchoolID?, for event: EventID) throws -> [AvailableCoach] {
        guard let school else { return [] }
        return try transaction.rows(Self.availableSQL, family, school, event, map: Self.coach)
    }

    private static func coach(_ row: borrowing Row) throws -> AvailableCoach {
        AvailableCoach(
            id: try row.identifier(0), name: try row.text(1), role: try row.word(2))
    }
}
