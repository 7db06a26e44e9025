import Contracts
import DataServiceKit
import ServiceKit

extension AddCoach {
    /// Stores the coach.
    static func handle(
        _ input: CoachInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> CoachAnswer {
        let scope = try context.requireFamily()
        guard input.id == nil, input.version == nil else {
            throw ServiceError.invalid(
                input.id == nil ? "version" : "id", "A new coach has no id and no version")
        }
        let school = try CoachSchool.find(input.schoolID, scope, unit)
        let coach = coach(of: input, at: school, scope, unit)
        return CoachAnswer(coach: try CoachChange.store(coach, unit))
    }

    /// The coach that a form makes; an assistant unless the form says otherwise (IA-43).
    static func coach(
        of input: CoachInput, at school: School?, _ scope: FamilyScope, _ unit: UnitOfWork
    ) -> Coach {
        Coach(
            id: .make(at: unit.now), familyUnitID: scope.familyID, schoolID: school?.id,
            schoolName: school?.name, role: input.role ?? .assistant,
            firstName: input.firstName ?? "", lastName: input.lastName ?? "", email: input.email,
            phone: input.phone, twitterHandle: input.twitterHandle,
            instagramHandle: input.instagramHandle, notes: input.notes, version: 1,
            createdBy: scope.userID, createdAt: unit.now, updatedAt: unit.now)
    }
}
