import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The family's schools and their coaches, from the replica.
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

    private let family: SQLValue
    private let transaction: ReadTransaction
    private let tombstones: DeletionTombstones

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        family = SQLValue(scope.familyID)
        tombstones = DeletionTombstones(scope.familyID, transaction)
        self.transaction = transaction
    }

    /// The name of a school; `nil` where it cannot be resolved.
    func name(of school: SchoolID) throws -> String? {
        try transaction.first(Self.schoolSQL, family, SQLValue(school)) { try $0.text(0) }
    }

    /// The name of the school that a form names; `nil` if it names none. One of another family does
    /// not exist.
    ///
    /// - Throws: `ReferenceUnknown` for a school that the replica does not hold yet.
    func require(_ school: SchoolID?) throws -> String? {
        guard let school else { return nil }
        guard let name = try name(of: school),
            try tombstones.operation(deleting: school) == nil
        else {
            throw ReferenceUnknown(
                .coaches, refusal: .invalid("school_id", CreateInteraction.Refusal.school))
        }
        return name
    }

    /// A coach of a school.
    ///
    /// - Throws: `ReferenceUnknown` for a coach who is not there, as far as the replica knows.
    func require(_ coach: CoachID, at school: SchoolID) throws -> AvailableCoach {
        let found = try transaction.first(
            Self.coachSQL, family, SQLValue(coach), SQLValue(school), map: Self.coach)
        guard let found, try tombstones.operation(deleting: coach) == nil else {
            throw ReferenceUnknown(
                .coaches, refusal: .invalid("coach_id", CreateInteraction.Refusal.coach))
        }
        return found
    }

    /// The coaches of a school who are not recorded at an event, by name (EV-26).
    func available(at school: SchoolID?, for event: EventID) throws -> [AvailableCoach] {
        guard let school else { return [] }
        return try transaction.rows(
            Self.availableSQL, family, SQLValue(school), SQLValue(event), map: Self.coach)
    }

    private static func coach(_ row: borrowing Row) throws -> AvailableCoach {
        AvailableCoach(
            id: try row.identifier(0), name: try row.text(1), role: try row.word(2))
    }
}
