import Contracts
import DataServiceKit
import ServiceKit

extension AddCoach {
    static func handle(
        _ input: CoachInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        try input.requireNew()
        let school = try CoachSchool.find(input.schoolID, scope, unit)
        let coach = coach(of: input, at: school, scope, unit)
        let warnings = try DuplicateRepository(scope.familyID, unit.transaction)
            .warnings(about: coach)
        return Response(try CoachChange.store(coach, unit), warnings: warnings)
    }

    /// Returns the coach that a form describes. The role defaults to assistant (IA-43).
    static func coach(
        of input: CoachInput, at school: School?, _ scope: FamilyScope, _ unit: UnitOfWork
    ) -> Coach {
        var coach = Coach(
            id: .make(at: unit.now), familyUnitID: scope.familyID, firstName: "", lastName: "",
            role: .assistant, version: 1, createdBy: scope.userID, createdAt: unit.now,
            updatedAt: unit.now)
        input.apply(to: &coach)
        coach.schoolID = school?.id
        coach.schoolName = school?.name
        return coach
    }
}
