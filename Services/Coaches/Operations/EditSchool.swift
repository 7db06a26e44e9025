import Contracts
import DataServiceKit
import ServiceKit

extension EditSchool {
    /// Changes the fields in the form and clears those given without a value. The version, if
    /// given, must be the current one. The catalogue id cannot change.
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
            throw ServiceError.notFound(.school)
        }
        guard input.version == nil || input.version == school.version else {
            throw ServiceError(
                .staleVersion, "\(school.name) has been changed; show the school and try again")
        }
        input.apply(to: &school)
        school.version += 1
        school.updatedAt = unit.now
        try School.table.store(school, unit.transaction)
        try unit.record(
            NewChange(
                CoachesFeed.schoolChanged, of: "school", school.id,
                version: Int64(school.version), family: scope.familyID, payload: school))
        return Response(school: school)
    }
}
