import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension SaveView {
    /// Saves filters for the caller, unless they have as many as they may have.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (caller, _, _) = try CurrentCaller.family(context, in: unit.transaction)
        let repository = SavedViewRepository(try context.requireFamily())
        let earlier = try repository.ownID(input.list, named: input.name, in: unit.transaction)
        if earlier == nil {
            let count = try repository.ownCount(in: unit.transaction)
            guard count < SavedViewLimit.perMember else {
                throw ServiceError(
                    .conflict,
                    "You have \(SavedViewLimit.perMember) saved filters; remove one of them first")
            }
        }
        let owner = caller.account.user
        let view = SavedView(
            id: earlier ?? .make(at: unit.now), list: input.list, name: input.name,
            filters: input.filters, isShared: input.isShared, ownerID: owner.id,
            ownerName: owner.fullName)
        try repository.save(view, at: unit.now, in: unit.transaction)
        try unit.recordOwnChange(IdentityFeed.viewSaved, of: caller.account)
        return Response(view: view, replaced: earlier != nil)
    }
}

extension ListViews {
    static func handle(
        _ input: Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let (caller, _, _) = try CurrentCaller.family(context, in: transaction)
        let views = try SavedViewRepository(try context.requireFamily())
            .visible(of: input.list, in: transaction)
        return Response(views: SavedViewOrder.sorted(views, for: caller.account.user.id))
    }
}

extension RemoveView {
    /// Removes one of the caller's own. Those of others are reported as not found, shared or not.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (caller, _, _) = try CurrentCaller.family(context, in: unit.transaction)
        let removed = try SavedViewRepository(try context.requireFamily())
            .remove(input.id, in: unit.transaction)
        guard let removed else { throw ServiceError.notFound(.savedFilter) }
        try unit.recordOwnChange(IdentityFeed.viewRemoved, of: caller.account)
        return Response(removed: removed)
    }
}
