import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowSchool {
    /// Returns a school with its coaches and with what the catalogue knows of it.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let scope = try context.familyWithFigures(in: transaction)
        var school = try SchoolRepository(scope, transaction).require(input.id)
        let coaches = try CoachRepository(scope, transaction).list(of: input.id)
        school.coachCount = coaches.count
        school.shortName = catalogue.shortName(of: school)
        let entry = school.catalogueID.flatMap(catalogue.school)
        let season = entry?.conference == school.conference ? entry?.season : nil
        return Response(school: school, coaches: coaches, season: season)
    }
}
