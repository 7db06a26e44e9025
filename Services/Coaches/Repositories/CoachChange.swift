import Contracts
import DataServiceKit
import ServiceKit

/// A coach's row and the change that tells the other services, together.
enum CoachChange {
    /// Stores the coach, computes the figures, which depend on the school, and records the change.
    /// Answers with what is stored then.
    static func store(_ changed: Coach, _ unit: UnitOfWork) throws -> Coach {
        var coach = changed
        try CoachRepository.store(coach, unit.transaction)
        try FigureKeeper(unit.transaction, now: unit.now)
            .compute(coach.id, of: coach.familyUnitID)?.show(in: &coach)
        // The whole record: the feed is the audit trail too. Consumers read what they need of it.
        try unit.record(
            NewChange(
                CoachesFeed.coachChanged, of: "coach", coach.id, version: Int64(coach.version),
                family: coach.familyUnitID, payload: coach))
        return coach
    }
}

/// The school that a form about a coach names.
enum CoachSchool {
    /// The school; `nil` if the form names none. One of another family does not exist (S36).
    static func find(
        _ id: SchoolID?, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> School? {
        guard let id else { return nil }
        guard let school = try SchoolRepository(scope, unit.transaction).find(id) else {
            throw ServiceError.invalid("school_id", "Please select a school")
        }
        return school
    }
}
