import Contracts
import DataServiceKit
import ServiceKit

extension EditCoach {
    /// Changes the fields in the form and clears those given without a value. The version, if
    /// given, must be the current one.
    static func handle(
        _ input: CoachInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> CoachAnswer {
        let scope = try context.requireFamily()
        guard let id = input.id else {
            throw ServiceError.invalid("id", "Please select a coach")
        }
        guard var coach = try CoachRepository(scope, unit.transaction).find(id) else {
            throw ServiceError.notFound(.coach)
        }
        guard input.version == nil || input.version == coach.version else {
            throw ServiceError(
                .staleVersion, "\(coach.fullName) has been changed; show the coach and try again")
        }
        input.apply(to: &coach)
        if input.changes(\.schoolID) {
            coach.schoolName = try CoachSchool.find(coach.schoolID, scope, unit)?.name
        }
        coach.version += 1
        coach.updatedAt = unit.now
        return CoachAnswer(coach: try CoachChange.store(coach, unit))
    }
}
