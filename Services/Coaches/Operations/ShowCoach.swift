import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowCoach {
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        try ResponseFigureUpdater.requirePresent(context, transaction)
        let repository = CoachRepository(try context.requireFamily(), transaction)
        let coach = try repository.require(input.id)
        return Response(coach: coach)
    }
}
