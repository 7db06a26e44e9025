import Contracts
import DataServiceKit
import ServiceKit

/// Writes a coach's row together with the change that informs the other services.
enum CoachChange {
    /// Stores the coach, computes the figures, which depend on the school, and records the change.
    /// Returns the stored coach. An import marks its change.
    static func store(
        _ changed: Coach, _ unit: UnitOfWork, as type: String = CoachesFeed.coachChanged,
        mark: ImportMark? = nil
    ) throws -> Coach {
        var coach = changed
        try Coach.table.store(coach, unit.transaction)
        try ResponseFigureUpdater(unit.transaction, now: unit.now)
            .compute(coach.id, of: coach.familyUnitID)?.show(in: &coach)
        let change = try NewChange(type, of: coach)
        try unit.record(mark?.on(change) ?? change)
        return coach
    }
}

/// Looks up the school in a form about a coach.
enum CoachSchool {
    /// Returns the school, or `nil` if the form names none. Throws for a school of another family,
    /// as for one that does not exist.
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
