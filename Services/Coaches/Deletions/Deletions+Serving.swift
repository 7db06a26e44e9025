import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension Deletions {
    /// Registers the deletions of coaches and schools. A simple delete or a request for blockers
    /// first waits until the feeds of the services with dependents are read to the end.
    func serve(on service: DataService) {
        serveBlockers(on: service)
        serveMerges(on: service)
        serve(DeleteCoach.self, on: service, cascades: false, Deletions.coach) { $0.id }
        serve(CascadeDeleteCoach.self, on: service, cascades: true, Deletions.coach) { $0.id }
        serve(DeleteSchool.self, on: service, cascades: false, Deletions.school) { $0.id }
        serve(CascadeDeleteSchool.self, on: service, cascades: true, Deletions.school) { $0.id }
        service.awaitingQuery(ShowDeletion.self) { [waiters, weak service] input, context, done in
            let family = try context.requireFamily().familyID
            guard let service else { return }
            let deadline = min(.now + input.wait, context.deadline - DeletionWaiters.margin)
            waiters.wait(for: input.operationID, of: family, by: deadline, on: service) { result in
                done(
                    Result {
                        guard let found = try result.get() else {
                            throw ServiceError.notFound(.operation)
                        }
                        return ShowDeletion.Response(found)
                    })
            }
        }
    }

    private func serveBlockers(on service: DataService) {
        service.job(ListCoachBlockers.self, pool: waiters.jobs) { input, context, service in
            try Self.blockers(context, service) { scope, transaction in
                try Deletions.coach(input.id, scope, transaction)
            }
        }
        service.job(ListSchoolBlockers.self, pool: waiters.jobs) { input, context, service in
            try Self.blockers(context, service) { scope, transaction in
                try Deletions.school(input.id, scope, transaction)
            }
        }
    }

    private static func blockers(
        _ context: CallContext, _ service: DataService,
        _ find: @escaping @Sendable (FamilyScope, ReadTransaction) throws -> Subject
    ) throws -> DeletionBlockers {
        let scope = try context.requireFamily()
        // A record of another family is rejected before any waiting.
        let subject = try service.database.read { try find(scope, $0) }
        try service.catchUp(with: RecordDependents.producers, by: context.deadline)
        return try service.database.read { transaction in
            DeletionBlockers(
                of: subject.kind,
                try RecordDependents(scope.familyID, transaction)
                    .blockers(of: subject.kind, subject.id))
        }
    }

    private func serve<Op: Operation, ID>(
        _ operation: Op.Type, on service: DataService, cascades: Bool,
        _ find: @escaping @Sendable (ID, FamilyScope, ReadTransaction) throws -> Subject,
        _ id: @escaping @Sendable (Op.Request.Input) -> ID
    ) where Op.Response == DeletionAnswer {
        service.awaitingCommand(
            operation,
            { input, context, unit in
                let scope = try context.requireFamily()
                let subject = try find(id(input), scope, unit.transaction)
                // A cascade does not depend on current counts, except in a dry run, which reports
                // them.
                if !cascades || context.isDryRun { try RecordDependents.requireNews(unit) }
                return try delete(subject, cascades: cascades, as: Op.name, scope, unit)
            },
            complete: { [weak service] answer, context, done in
                guard let service else { return done(.success(answer)) }
                complete(answer, cascades: cascades, context, service, done)
            })
    }

    /// Completes the reply with the counts of all services, or with the counts known at the
    /// deadline.
    private func complete(
        _ answer: DeletionAnswer, cascades: Bool, _ context: CallContext, _ service: DataService,
        _ done: @escaping Completion<DeletionAnswer>
    ) {
        wait(for: answer.operationID, context, service) { result in
            done(
                result.map { found in
                    guard let found else { return answer }
                    return DeletionAnswer(
                        of: found.kind, state: found.saga.phase == .deleting ? .running : .done,
                        counts: found.deleted, cascades: cascades,
                        operationID: answer.operationID)
                })
        }
    }

    /// Completes an undo in the same way. The undo of an import is complete when the others know
    /// what it removed: what is recorded from then on cannot refer to it.
    func complete(
        _ answer: UndoOperation.Response, _ context: CallContext, _ service: DataService,
        _ done: @escaping Completion<UndoOperation.Response>
    ) {
        wait(for: answer.operationID, context, service) { [weak service] result in
            guard let service, case .success(.none) = result else {
                return done(
                    result.map { found in
                        guard let found else { return answer }
                        var answer = answer
                        answer.restored = found.restored.filter { $0.value > 0 }
                        answer.lost = LostReference.summed(
                            (answer.lost ?? []) + found.lostElsewhere)
                        answer.state = found.state
                        return answer
                    })
            }
            service.waitForFollowers(
                DeletionWaiters.participants, by: context.deadline - DeletionWaiters.margin
            ) { isKnown in
                var answer = answer
                if !isKnown { answer.state = .running }
                done(.success(answer))
            }
        }
    }

    func wait(
        for id: OperationID, _ context: CallContext, _ service: DataService,
        _ done: @escaping Completion<StoredDeletion?>
    ) {
        do {
            waiters.wait(
                for: id, of: try context.requireFamily().familyID,
                by: context.deadline - DeletionWaiters.margin, on: service, done: done)
        } catch {
            done(.failure(error))
        }
    }
}

extension ShowDeletion.Response {
    init(_ deletion: StoredDeletion) {
        self.init(
            operationID: deletion.operationID, kind: deletion.kind, id: deletion.recordID,
            phase: deletion.saga.phase, deleted: deletion.deleted, restored: deletion.restored,
            awaited: deletion.saga.awaited.map(\.rawValue).sorted())
    }
}
