import Contracts
import Foundation
import ServiceKit

/// Calls that are repeated until their outcome is known, and checks of their responses.
extension TrashLife {
    func household(_ actor: TrashActor) -> TrashHousehold { households[actor.household] }

    func person(_ actor: TrashActor) -> Person { household(actor).players[actor.player] }

    /// Returns an operation's response or refusal. Repeats a call without an outcome with the same
    /// key.
    func ask<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as actor: TrashActor,
        at service: ServiceName? = nil, key: IdempotencyKey? = nil
    ) throws -> Result<Op.Response, ServiceError> {
        let key = key ?? IdempotencyKey.make(at: system.clock.now())
        let end = ContinuousClock.now + Self.restLimit
        while true {
            do {
                let response = try system.call(
                    operation, request, as: person(actor), in: household(actor).id,
                    at: service, key: Op.isReadOnly ? nil : key, budget: .seconds(4))
                note("\(actor.household).\(actor.player) \(Op.name) \(request) -> \(response)")
                return .success(response)
            } catch let failure as Caller.Failure {
                note("\(actor.household).\(actor.player) \(Op.name) \(request): \(failure.error)")
                guard failure.isOutcomeUnknown || failure.error.code.isRetryable else {
                    if failure.error.code == .internal {
                        report("\(Op.name): \(failure.error.message)")
                    }
                    return .failure(failure.error)
                }
                guard ContinuousClock.now < end else { throw failure }
                Waiting.pass(.milliseconds(5))
            }
        }
    }

    /// Returns the response, or `nil` if it was refused.
    func answer<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as actor: TrashActor,
        at service: ServiceName? = nil
    ) throws -> Op.Response? {
        try? ask(operation, request, as: actor, at: service).get()
    }

    /// Also repeats the call with the same key until every service has done its part.
    private func whole<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as actor: TrashActor,
        at service: ServiceName? = nil, _ isWhole: (Op.Response) -> Bool
    ) throws -> Result<Op.Response, ServiceError> {
        let key = IdempotencyKey.make(at: system.clock.now())
        let end = ContinuousClock.now + Self.restLimit
        while true {
            let found = try ask(operation, request, as: actor, at: service, key: key)
            guard case .success(let response) = found, !isWhole(response) else { return found }
            guard ContinuousClock.now < end else {
                report("\(Op.name) does not come to its end")
                return found
            }
        }
    }

    // MARK: Deleting

    /// Deletes across services, and checks that the reported counts equal the marked rows.
    func delete<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as actor: TrashActor
    ) throws -> Bool where Op.Response == DeletionAnswer {
        let found = try whole(operation, request, as: actor) { $0.state == .done }
        guard let answer = try? found.get() else { return false }
        try check(answer.deleted, areMarkedBy: answer.operationID, Op.name)
        know(answer.operationID, .coaches, actor)
        return true
    }

    /// Deletes within one service, with the same check.
    func delete<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as actor: TrashActor
    ) throws -> Bool where Op.Response == DeleteInteraction.Response {
        guard let answer = try answer(operation, request, as: actor) else { return false }
        try check(answer.deleted, areMarkedBy: answer.operationID, Op.name)
        know(answer.operationID, Op.service ?? .coaches, actor)
        return true
    }

    func know(_ id: OperationID, _ service: ServiceName, _ actor: TrashActor) {
        households[actor.household].operations.append(
            .init(id: id, service: service, player: actor.player))
    }

    private func check(
        _ told: [String: Int], areMarkedBy id: OperationID, _ name: String
    ) throws {
        let marked = try TrashFiles(system: system).marked(by: id).mapValues(\.count)
        if told.filter({ $0.value > 0 }) != marked {
            report("\(name) told \(told) and marked \(marked)")
        }
    }

    // MARK: Undoing

    /// Undoes a recent operation, and checks that the reported counts equal the restored rows, that
    /// no rows of the operation remain in the trash, and that a remedy named by a refusal exists.
    func undo(as actor: TrashActor) throws -> Bool {
        guard let known = recent(household(actor).operations) else { return false }
        let files = TrashFiles(system: system)
        let before = try files.marked(by: known.id)
        let found = try whole(
            UndoOperation.self, .init(operationID: known.id), as: actor, at: known.service
        ) { $0.state == .done }
        switch found {
        case .failure(let refusal):
            let after = try files.marked(by: known.id)
            if after != before, try files.isUndoable(known.id) {
                report("a refused undo changed \(known.id)")
            }
            if refusal.message.contains("undo that first ("),
                let first = OperationID(text: String(refusal.message.suffix(37).dropLast())),
                try !files.isUndoable(first)
            {
                report("the remedy is none: \(refusal.message)")
            }
            return false
        case .success(let answer):
            let left = try files.marked(by: known.id)
            if answer.restored.isEmpty, before.isEmpty {
                // This was the undo of an import.
                if answer.removed.filter({ $0.value > 0 }) != left.mapValues(\.count) {
                    report("undo told \(answer.removed) removed and marked \(left)")
                }
            } else {
                let there = try files.visible(of: before)
                if answer.restored != there {
                    report("undo of \(known.id) told \(answer.restored) and restored \(there)")
                }
                if !left.isEmpty { report("undone, \(known.id) still holds \(left)") }
            }
            return true
        }
    }

    // MARK: Purging

    func purge(as actor: TrashActor) throws -> Bool {
        guard let known = recent(household(actor).operations) else { return false }
        let before = try TrashFiles(system: system).marked(by: known.id)
        try remember()
        guard
            let answer = try answer(
                PurgeOperations.self, .init(operationID: known.id), as: actor, at: known.service)
        else { return false }
        try check(answer, removed: before, as: actor)
        return true
    }

    /// Empties the trash of one service.
    func purgeAll(as actor: TrashActor) throws -> Bool {
        let services: [ServiceName] = [.coaches, .interactions, .events, .analytics]
        let service = choose(from: services) ?? .coaches
        let files = TrashFiles(system: system)
        let lists = try answer(ListOperations.self, .init(), as: actor, at: service)
        var before: [OperationID: [String: Set<String>]] = [:]
        // The housekeeper may remove what has expired in the meantime.
        let now = system.clock.now()
        for operation in lists?.operations ?? [] where operation.expiresAt ?? .latest > now {
            before[operation.id] = try files.marked(by: operation.id)
        }
        try remember()
        guard let answer = try answer(PurgeOperations.self, .init(), as: actor, at: service) else {
            return false
        }
        var removed: [String: Set<String>] = [:]
        for id in answer.purged { removed.merge(before[id] ?? [:]) { $0.union($1) } }
        try check(answer, removed: removed, as: actor)
        let listed = Set((lists?.operations ?? []).map(\.id))
        let answered = Set(answer.purged + answer.kept)
        if !answered.isSuperset(of: before.keys) || !listed.isSuperset(of: answered) {
            report("of \(before.count) operations \(answer.purged.count) were removed")
        }
        return true
    }

    private func check(
        _ answer: PurgeOperations.Response, removed: [String: Set<String>], as actor: TrashActor
    ) throws {
        if answer.counts.filter({ $0.value > 0 }) != removed.mapValues(\.count) {
            report("purge told \(answer.counts) and removed \(removed.mapValues(\.count))")
        }
        self.removed(removed["interactions"] ?? [], by: person(actor))
    }
}
