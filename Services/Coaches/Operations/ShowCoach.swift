import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowCoach {
    static func handle(
        _ input: Request, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        Response(coach: try CoachRepository(scope, transaction).require(input.id))
    }
}
