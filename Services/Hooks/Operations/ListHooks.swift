import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListHooks {
    /// Lists a player's own hooks, or all of the family's for a parent, who sees where the family's
    /// changes go.
    static func handle(_ scope: FamilyScope, _ transaction: ReadTransaction) throws -> Response {
        let hooks = try HookRepository(scope, transaction).visible()
        return Response(hooks: hooks.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) })
    }
}

extension ListHookDeliveries {
    /// Lists the deliveries of one of the caller's own hooks.
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = HookRepository(scope, transaction)
        guard try repository.own(input.id) != nil else { throw ServiceError.notFound(.hook) }
        return Response(deliveries: try repository.deliveries(of: input.id, in: input.state))
    }
}
