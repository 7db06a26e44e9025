import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension Deletions {
    /// Serves the deletions of coaches and schools. Who deletes a record alone, or asks what stands
    /// in the way, waits until the feeds of those are read that keep what may.
    func serve(on service: DataService) {
        serveBlockers(on: service)
        serve(DeleteCoach.self, on: service, cascades: false, Deletions.coach) { $0.id }
        serve(CascadeDeleteCoach.self, on: service, cascades: true, Deletions.coach) { $0.id }
        serve(DeleteSchool.self, on: service, cascades: false, Deletions.school) { $0.id }
        serve(CascadeDeleteSchool.self, on: service, cascades: true, Deletions.school) { $0.id }
        service.job(ShowDeletion.self, pool: desk.onlookers) { [desk] input, context, service in
            let family = try context.requireFamily().familyID
            let found = try desk.wait(
                for: input.operationID,
                by: min(.now + input.wait, context.deadline - DeletionDesk.margin)
            ) { try Self.find(input.operationID, of: family, service) }
            guard let found else { throw ServiceError.notFound("Operation") }
            return ShowDeletion.Response(found)
        }
    }

    private func serveBlockers(on service: DataService) {
        service.job(ListCoachBlockers.self, pool: desk.jobs) { input, context, service in
            try Self.blockers(context, service) { scope, transaction in
                try Deletions.coach(input.id, scope, transaction)
            }
        }
        service.job(ListSchoolBlockers.self, pool: desk.jobs) { input, context, service in
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
        // Whoever asks for what is not theirs does not wait for others.
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
            operation, pool: desk.jobs,
            prepare: { [weak service] _, context in
                // A cascade need not know what there is, unless it only tells.
                guard !cascades || context.isDryRun else { return }
                try service?.catchUp(with: RecordDependents.producers, by: context.deadline)
            },
            { input, context, unit in
                let scope = try context.requireFamily()
                return try delete(
                    try find(id(input), scope, unit.transaction), cascades: cascades, as: Op.name,
                    scope, unit)
            },
            complete: { [weak service] answer, context in
                guard let service else { return answer }
                return try complete(answer, cascades: cascades, context, service)
            })
    }

    /// The answer with the counts of all services, or as far as they go when the time is over.
    private func complete(
        _ answer: DeletionAnswer, cascades: Bool, _ context: CallContext, _ service: DataService
    ) throws -> DeletionAnswer {
        let (id, family) = (answer.operationID, try context.requireFamily().familyID)
        let found = try desk.wait(for: id, by: context.deadline - DeletionDesk.margin) {
            try Self.find(id, of: family, service)
        }
        guard let found else { return answer }
        return DeletionAnswer(
            of: found.kind, state: found.saga.phase == .deleting ? .running : .done,
            counts: found.deleted, cascades: cascades, operationID: id)
    }

    /// The same for an undo; that of an import is whole by itself.
    func complete(
        _ answer: UndoOperation.Response, _ context: CallContext, _ service: DataService
    ) throws -> UndoOperation.Response {
        let (id, family) = (answer.operationID, try context.requireFamily().familyID)
        let found = try desk.wait(for: id, by: context.deadline - DeletionDesk.margin) {
            try Self.find(id, of: family, service)
        }
        guard let found else { return answer }
        return UndoOperation.Response(
            id, restored: found.restored.filter { $0.value > 0 }, ids: answer.ids,
            state: found.state)
    }

    static func find(
        _ id: OperationID, of family: FamilyID, _ service: DataService
    ) throws -> StoredDeletion? {
        try service.database.read { try DeletionRepository.find(id, of: family, $0) }
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
