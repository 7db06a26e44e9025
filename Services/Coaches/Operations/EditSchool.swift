import Contracts
import DataServiceKit
import ServiceKit

extension EditSchool {
    /// Changes the fields in the form and clears those given without a value. The version, if
    /// given, must be the current one. The catalogue id cannot change.
    static func handle(
        _ input: SchoolInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        guard input.catalogueID == nil else {
            throw ServiceError.invalid("catalogue_id", "A school keeps its catalogue id")
        }
        var school = try input.current(.school, SchoolRepository(scope, unit.transaction).find)
        input.apply(to: &school)
        school.advance(at: unit.now)
        try School.table.store(school, unit.transaction)
        try unit.record(NewChange(CoachesFeed.schoolChanged, of: school))
        return Response(school: school)
    }
}
