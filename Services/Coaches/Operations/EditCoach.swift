import Contracts
import DataServiceKit
import ServiceKit

extension EditCoach {
    /// Changes the fields in the form and clears those given without a value. The version, if
    /// given, must be the current one.
    static func handle(
        _ input: CoachInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> CoachAnswer {
        var coach = try input.current(.coach, CoachRepository(scope, unit.transaction).find)
        input.apply(to: &coach)
        if input.changes(\.schoolID) {
            coach.schoolName = try CoachSchool.find(coach.schoolID, scope, unit)?.name
        }
        coach.advance(at: unit.now)
        return CoachAnswer(coach: try CoachChange.store(coach, unit))
    }
}
