import Contracts
import DataServiceKit
import ServiceKit

extension EditCoach {
    /// Changes what the form names, and clears what it names without a text. The version must be
    /// the one that the edit started from.
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
        try change(&coach, by: input, scope, unit)
        coach.version += 1
        coach.updatedAt = unit.now
        return CoachAnswer(coach: try CoachChange.store(coach, unit))
    }

    private static func change(
        _ coach: inout Coach, by input: CoachInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        func value<Value>(
            _ entry: CoachInput.Entry, _ new: Value?, _ old: Value?
        ) -> Value? {
            input.cleared.contains(entry) ? nil : new ?? old
        }
        let school = try CoachSchool.find(input.schoolID, scope, unit)
        coach.schoolID = value(.schoolID, school?.id, coach.schoolID)
        coach.schoolName = value(.schoolID, school?.name, coach.schoolName)
        coach.role = input.role ?? coach.role
        coach.firstName = input.firstName ?? coach.firstName
        coach.lastName = input.lastName ?? coach.lastName
        coach.email = value(.email, input.email, coach.email)
        coach.phone = value(.phone, input.phone, coach.phone)
        coach.twitterHandle = value(.twitterHandle, input.twitterHandle, coach.twitterHandle)
        coach.instagramHandle = value(
            .instagramHandle, input.instagramHandle, coach.instagramHandle)
        coach.notes = value(.notes, input.notes, coach.notes)
    }
}
