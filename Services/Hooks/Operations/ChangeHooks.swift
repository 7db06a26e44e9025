import Contracts
import DataServiceKit
import ServiceKit
import Sodium
import Storage

extension AddHook {
    /// Adds a hook, unless the player has the same one, the family has as many as it may have, or
    /// the operator does not allow the address. A repeat under the same key gives the hook that is
    /// there another secret, since the answer with the first one may be lost.
    ///
    /// - Throws: `UnknownReference` for one who is not known as a player of the family.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork, _ networks: HookNetworks
    ) throws -> Response {
        try context.refuseDryRun("add a change hook")
        if let refusal = networks.refusal(of: input.address) {
            throw ServiceError.invalid("address", refusal)
        }
        let scope = try context.requireFamily()
        let repository = HookRepository(scope, unit.transaction)
        // The passport may be older than the leaving. Whoever has just joined waits for the feed.
        guard try repository.isOfPlayer() else {
            throw UnknownReference(.identity, refusal: .notFound(.family))
        }
        let secret = try SecureRandom.bytes(HookLimit.secretBytes)
        // No answer with a secret is stored under its key: the id tells a repeat from a second
        // request.
        let content = context.idempotencyKey.map { Array("hook \($0.text)".utf8) }
        func isOfKey(_ id: HookID) -> Bool { content.map(id.isMade) ?? false }
        if let same = try repository.own(sending: input.records, to: input.address) {
            guard isOfKey(same.id) else { throw ServiceError(.conflict, Refusal.same(same)) }
            try repository.replaceSecret(of: same.id, by: secret, in: unit.transaction)
            return Response(secret: HookSignature.text(of: secret), hook: same)
        }
        guard try !repository.ownIDs().contains(where: isOfKey) else {
            throw ServiceError(
                .keyReused, "This idempotency key was used for another request; use a new one")
        }
        guard try repository.count() < HookLimit.perFamily else {
            throw ServiceError(
                .conflict,
                "Your family has \(HookLimit.perFamily) change hooks; remove one of them first")
        }
        let id = content.map { HookID.make(at: unit.now, hashing: $0) } ?? .make(at: unit.now)
        try repository.insert(
            id, input.address, input.records, secret: secret, at: unit.now, in: unit.transaction)
        let hook = try HookChange(id, scope, unit).record(HooksFeed.added)
        return Response(secret: HookSignature.text(of: secret), hook: hook)
    }
}

extension TestHook {
    /// Queues a test behind what waits. A hook that is off sends nothing.
    static func handle(
        _ input: Request, _ scope: FamilyScope, _ unit: UnitOfWork, _ sender: any HookWaking
    ) throws -> Response {
        let change = HookChange(input.id, scope, unit)
        let hook = try change.hook()
        guard hook.switchedOffAt == nil else {
            throw ServiceError(.conflict, "The hook is off; replay it first, which switches it on")
        }
        let queue = HookQueue(unit.transaction)
        let number = try queue.nextNumber(of: input.id)
        let delivery = HookDeliveryID.make(at: unit.now)
        try queue.append(
            QueuedDelivery(
                hook: input.id, number: number, id: delivery,
                position: FeedPosition(service: .hooks, sequence: 0),
                body: try HookBody.test(
                    of: input.id, number: number, in: scope.familyID, by: scope.userID,
                    at: unit.now)),
            of: HookMessage.testType, at: unit.now, housekeepingTime: unit.housekeepingTime)
        _ = try change.record(HooksFeed.tested)
        unit.transaction.afterCommit { sender.wake(input.id) }
        return Response(
            delivery: HookDelivery(
                number: number, id: delivery, type: HookMessage.testType,
                recordType: HookMessage.testRecord, recordID: input.id.text, occurredAt: unit.now,
                state: .waiting, attempts: 0, problem: nil, deliveredAt: nil))
    }
}

extension ReplayHook {
    /// Lets deliveries wait again and attempts the first of them at once.
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ unit: UnitOfWork, _ sender: any HookWaking
    ) throws -> Response {
        let change = HookChange(input.id, scope, unit)
        _ = try change.hook()
        let queued = try HookRepository(scope, unit.transaction)
            .replay(input.id, after: input.after, in: unit.transaction)
        let hook = try change.record(HooksFeed.replayed)
        unit.transaction.afterCommit { sender.wakeNow(input.id) }
        return Response(hook: hook, queued: queued)
    }
}

extension RemoveHook {
    /// Removes a hook. A message that is being sent at this moment may still arrive.
    static func handle(
        _ input: Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let hook = try HookChange(input.id, scope, unit).record(HooksFeed.removed)
        try HookRepository(scope, unit.transaction).remove(input.id, in: unit.transaction)
        return Response(removed: hook)
    }
}

/// A change of one of the caller's own hooks. Those of others are not found.
@Memberwise(labels: false)
struct HookChange {
    private let id: HookID
    private let scope: FamilyScope
    private let unit: UnitOfWork

    /// The hook as it is now.
    func hook() throws -> Hook {
        guard let hook = try HookRepository(scope, unit.transaction).own(id) else {
            throw ServiceError.notFound(.hook)
        }
        return hook
    }

    /// Records what was done in the feed and returns the hook. The feed has no more of the address
    /// than its origin, since parents read the history.
    func record(_ type: String) throws -> Hook {
        let hook = try hook()
        let address = try HookRepository(scope, unit.transaction).address(of: id)
        try unit.record(
            NewChange(
                type, of: "hook", id, family: scope.familyID,
                payload: HooksFeed.HookPayload(
                    id: id, familyUnitID: scope.familyID, userID: scope.userID,
                    name: address?.origin ?? "", records: hook.records)))
        return hook
    }
}
