import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowCoach {
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.familyWithFigures(in: transaction)
        return Response(coach: try CoachRepository(scope, transaction).require(input.id))
    }
}
