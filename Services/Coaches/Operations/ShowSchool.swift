import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowSchool {
    /// Returns a school with its coaches.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.requireFamily()
        try ResponseFigureUpdater.requirePresent(context, transaction)
        guard var school = try SchoolRepository(scope, transaction).find(input.id) else {
            throw ServiceError.notFound(.school)
        }
        let coaches = try CoachRepository(scope, transaction).list(of: input.id)
        school.coachCount = coaches.count
        return Response(school: school, coaches: coaches)
    }
}
