import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Checks that the records an interaction refers to belong to its family (D-03). If one is
/// unknown, the replica catches up once before the interaction is refused.
@Memberwise(labels: false)
struct References {
    let scope: FamilyScope
    let transaction: ReadTransaction

    static let coachStatement = """
        SELECT school_id FROM coaches WHERE family_unit_id = ?1 AND id = ?2
        """

    private var tombstones: DeletionTombstones { DeletionTombstones(scope.familyID, transaction) }

    static let eventStatement = """
        SELECT 1 FROM events WHERE family_unit_id = ?1 AND id = ?2
        """

    /// The school of the record: the given one, otherwise the coach's (D-02).
    ///
    /// - Throws: `UnknownReference` with the specification's text for school or coach.
    func school(_ schoolID: SchoolID?, of coachID: CoachID?) throws -> SchoolID? {
        if let schoolID {
            let isKnown = try transaction.exists(
                FamilyNames.schoolStatement, scope.familyID, schoolID)
            guard isKnown, try tombstones.operation(deleting: schoolID) == nil else {
                throw Self.unknown("school_id", CreateInteraction.Refusal.school)
            }
        }
        guard let coachID else { return schoolID }
        let schools: [SchoolID?] = try transaction.rows(
            Self.coachStatement, scope.familyID, coachID
        ) { try $0.identifierOrNil(0) }
        guard let coachSchool = schools.first,
            schoolID == nil || schoolID == coachSchool,
            try tombstones.operation(deleting: coachID) == nil
        else {
            // The coach may have changed schools a moment ago.
            throw Self.unknown("coach_id", CreateInteraction.Refusal.coach)
        }
        // Earlier versions kept an erased school as that of a coach who came back without it.
        guard let coachSchool, try !tombstones.isErased(coachSchool) else { return nil }
        return coachSchool
    }

    /// Checks that the event, if given, belongs to the family.
    ///
    /// - Throws: `UnknownReference` with the specification's text.
    func require(_ event: EventID?) throws {
        guard let event else { return }
        let isKnown = try transaction.exists(Self.eventStatement, scope.familyID, event)
        guard isKnown else {
            throw UnknownReference(
                .events, refusal: .invalid("event_id", CreateInteraction.Refusal.event))
        }
    }

    private static func unknown(_ field: String, _ text: String) -> UnknownReference {
        UnknownReference(.coaches, refusal: .invalid(field, text))
    }
}
