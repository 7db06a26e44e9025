import Contracts
import ServiceKit
import Storage
import Synchronization

/// The trash and history settings of a running data service.
final class Trash: Sendable {
    /// What the service deletes and how it restores it.
    let plan = Mutex(TrashPlan.none)
    /// Whether the schema contains the tables of imports.
    let hasImports = Mutex(false)
    /// The part of the change feed that people may read.
    let history = Mutex(HistoryPlan())
    /// Selects a member's name; ?1 family, ?2 user.
    let memberNameSQL = Mutex(
        "SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?2")

    func ledger(_ scope: FamilyScope, _ transaction: ReadTransaction) -> OperationLedger {
        OperationLedger(
            scope: scope, plan: plan.withLock { $0 },
            memberNameSQL: memberNameSQL.withLock { $0 }, transaction: transaction)
    }

    var erasure: Erasure {
        Erasure(plan: plan.withLock { $0 }, hasImports: hasImports.withLock { $0 })
    }
}

extension DataService {
    /// Declares what the service deletes and how it undoes; call it before the first request.
    public func keepTrash(_ plan: TrashPlan) { trash.plan.withLock { $0 = plan } }

    /// Replaces the statement for members' names, which reads the replica of identity by default:
    /// ?1 is the family, ?2 the user.
    public func nameMembers(by statement: StaticString) {
        trash.memberNameSQL.withLock { $0 = "\(statement)" }
    }

    /// Declares the part of the change feed that people may read; call it before the first request.
    public func tellHistory(_ plan: HistoryPlan) { trash.history.withLock { $0 = plan } }

    /// Serves the trash and history operations of every data service, and erases expired records.
    func serveTrash() {
        query(ListOperations.self) { [trash] input, context, transaction in
            let ledger = trash.ledger(try context.requireFamily(), transaction)
            var response = ListOperations.Response(operations: try ledger.list(input))
            if response.operations.isEmpty, let ending = input.ending {
                let taken = try ledger.taken(ending, limit: input.limit)
                if !taken.isEmpty { response.taken = taken }
            }
            return response
        }
        awaitingCommand(
            UndoOperation.self,
            { [trash] input, context, unit in
                try trash.undo(input.operationID, try context.requireFamily(), unit)
            },
            complete: { [trash] answer, context, done in
                trash.plan.withLock { $0 }.completing(answer, context, done)
            })
        command(PurgeOperations.self) { [weak self, trash] input, context, unit in
            unit.transaction.afterCommit { self?.doHousekeeping() }
            return try trash.purge(input, try context.requireFamily(), unit)
        }
        serveHistory()
        addHousekeeping("trash past its time", removesByTime: true) { [trash] unit in
            try trash.erasure.expire(unit)
        }
        addHousekeeping("erased trash") { [trash] unit in try trash.erasure.step(unit) }
    }

    private func serveHistory() {
        @Sendable func page(
            _ input: ListHistory.Input, _ context: CallContext, _ transaction: ReadTransaction
        ) throws -> ListHistory.Response {
            try HistoryReader(
                scope: try context.requireFamily(), plan: trash.history.withLock { $0 },
                memberNameSQL: trash.memberNameSQL.withLock { $0 }, transaction: transaction
            ).page(input)
        }
        query(ListHistory.self) { try page($0, $1, $2) }
        waitingQuery(
            WatchChanges.self, for: { .milliseconds($0.waitMilliseconds) },
            look: { input, context, transaction in
                let newest = try page(.init(limit: 1, counts: true), context, transaction)
                let response = WatchChanges.Response(newest: newest.entries.first?.id)
                return (response, isNews: response.newest != input.newest)
            })
    }
}

extension Trash {
    /// Undoes an operation of the family if the player may.
    fileprivate func undo(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        let plan = plan.withLock { $0 }
        let found = try visible(id, scope, plan, unit)
        try found.requireUndoable()
        if hasImports.withLock({ $0 }) {
            try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        }
        return try plan.undo(id, found, scope, unit)
    }

    private func visible(
        _ id: OperationID, _ scope: FamilyScope, _ plan: TrashPlan, _ unit: UnitOfWork
    ) throws -> UnitOfWork.RecordedOperation {
        guard let found = try unit.operation(id, of: scope),
            !plan.isOwnOnly || found.actor == scope.userID
        else { throw ServiceError.notFound(.operation) }
        return found
    }

    /// Closes one operation, or all visible operations in the trash except those that must stay
    /// until they expire.
    fileprivate func purge(
        _ input: PurgeOperations.Input, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> PurgeOperations.Response {
        let plan = plan.withLock { $0 }
        var chosen: [UndoableOperation]
        switch input {
        case .one(let id):
            try visible(id, scope, plan, unit).requireInTrash()
            if let refusal = try plan.keeping(id, scope, unit) { throw refusal }
            chosen = try ledger(scope, unit.transaction).list(
                ListOperations.Input(ending: RecordEnding(id), limit: 1))
        case .all:
            chosen = try ledger(scope, unit.transaction).list(ListOperations.Input(limit: .max))
        }
        var response = PurgeOperations.Response(purged: [], counts: [:])
        for operation in chosen {
            guard try plan.keeping(operation.id, scope, unit) == nil else {
                response.kept.append(operation.id)
                continue
            }
            try erasure.close(
                operation.id, of: scope.familyID, operation.kind, by: operation.actor,
                counts: try JSONCoding.encodedText(operation.counts),
                unit)
            response.purged.append(operation.id)
            response.counts.merge(operation.counts, uniquingKeysWith: +)
        }
        return response
    }
}

extension UnitOfWork.RecordedOperation {
    /// Throws `conflict` with the reason if the operation cannot be undone.
    func requireUndoable() throws(ServiceError) {
        guard purgedAt == nil else {
            throw ServiceError(
                .conflict, "What this operation deleted was removed for good and cannot be restored"
            )
        }
        guard undoneAt == nil else {
            throw ServiceError(.conflict, "This operation was already undone")
        }
    }

    /// Throws `conflict` if none of the operation's records are in the trash.
    fileprivate func requireInTrash() throws(ServiceError) {
        guard purgedAt == nil else {
            throw ServiceError(
                .conflict, "What this operation deleted was already removed for good")
        }
        guard (undoneAt == nil) == (effect == .deleted) else {
            throw ServiceError(.conflict, "Nothing from this operation is in the trash")
        }
    }
}
