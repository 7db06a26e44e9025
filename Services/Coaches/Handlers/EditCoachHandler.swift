import Contracts
import DataServiceKit
import ServiceKit

extension EditCoach {
    /// Changes what the form names; the version must be the one that the edit started from.
    static func handle(
        _ input: CoachInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> CoachAnswer {
        let scope = try context.requireFamily()
        guard let id = input.id else {
            throw ServiceError.invalid("id", "Please select a coach")
        }
        guard var coach = try CoachRepository(scope, unit.transaction).find(id) else {
            throw ServiceError.notFound("Coach")
        }
        guard input.version == nil || input.version == coach.version else {
            throw ServiceError(
                .staleVersion, "\(coach.fullName) was changed since; show the coach and try again")
        }
        if let school = try CoachSchool.find(input.schoolID, scope, unit) {
            coach.schoolID = school.id
            coach.schoolName = school.name
        }
        coach.role = input.role ?? coach.role
        coach.firstName = input.firstName ?? coach.firstName
        coach.lastName = input.lastName ?? coach.lastName
        coach.email = input.email ?? coach.email
        coach.phone = input.phone ?? coach.phone
        coach.twitterHandle = input.twitterHandle ?? coach.twitterHandle
        coach.instagramHandle = input.instagramHandle ?? coach.instagramHandle
        coach.notes = input.notes ?? coach.notes
        coach.version += 1
        coach.updatedAt = unit.now
        try CoachChange.store(coach, unit)
        return CoachAnswer(coach: coach)
    }
}
