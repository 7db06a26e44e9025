import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowSchool {
    /// Returns a school with its coaches.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.familyWithFigures(in: transaction)
        var school = try SchoolRepository(scope, transaction).require(input.id)
        let coaches = try CoachRepository(scope, transaction).list(of: input.id)
        school.coachCount = coaches.count
        return Response(school: school, coaches: coaches)
    }
}
