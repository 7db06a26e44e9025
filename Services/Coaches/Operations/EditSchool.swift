import Contracts
import DataServiceKit
import ServiceKit

extension EditSchool {
    /// Changes what the form names, and clears what it names without a text. The version must be
    /// the one that the edit started from. The entry of the catalogue stays the one it was.
    static func handle(
        _ input: SchoolInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let scope = try context.requireFamily()
        guard let id = input.id else {
            throw ServiceError.invalid("id", "Please select a school")
        }
        guard input.catalogueID == nil else {
            throw ServiceError.invalid("catalogue_id", "A school keeps its catalogue id")
        }
        guard var school = try SchoolRepository(scope, unit.transaction).find(id) else {
            throw ServiceError.notFound("School")
        }
        guard input.version == nil || input.version == school.version else {
            throw ServiceError(
                .staleVersion, "\(school.name) was changed since; show the school and try again")
        }
        change(&school, by: input)
        school.version += 1
        school.updatedAt = unit.now
        try SchoolRepository.update(school, unit.transaction)
        try unit.record(
            NewChange(
                CoachesFeed.schoolChanged, of: "school", school.id,
                version: Int64(school.version), family: scope.familyID, payload: school))
        return Response(school: school)
    }

    private static func change(_ school: inout School, by input: SchoolInput) {
        func value<Value>(
            _ entry: SchoolInput.Entry, _ new: Value?, _ old: Value?
        ) -> Value? {
            input.cleared.contains(entry) ? nil : new ?? old
        }
        school.name = input.name ?? school.name
        school.city = value(.city, input.city, school.city)
        school.state = value(.state, input.state, school.state)
        school.division = value(.division, input.division, school.division)
        school.conference = value(.conference, input.conference, school.conference)
        school.website = value(.website, input.website, school.website)
        school.twitterHandle = value(.twitterHandle, input.twitterHandle, school.twitterHandle)
        school.instagramHandle = value(
            .instagramHandle, input.instagramHandle, school.instagramHandle)
        school.notes = value(.notes, input.notes, school.notes)
    }
}
