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
        guard let coach = try repository.find(input.id) else {
            throw ServiceError.notFound(.coach)
        }
        return Response(coach: coach)
    }
}
