import Contracts
import ServiceKit
import Storage

extension ListCoaches {
    /// The family's coaches, whoever of the family added them (X-08, CO-01).
    static func handle(
        _ input: Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = CoachRepository(try context.requireFamily(), transaction)
        return Response(coaches: try repository.list(of: input.schoolID))
    }
}
