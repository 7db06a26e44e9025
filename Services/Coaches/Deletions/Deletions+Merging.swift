import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Merging coaches: the one who goes is deleted as by a deletion that spans services, except that
/// the other services move what refers to them instead of deleting it.
extension Deletions {
    /// Registers the merges of coaches and of schools.
    func serveMerges(on service: DataService) {
        serve(MergeCoaches.self, on: service) { try merge($0, $1, $2) }
        serve(MergeSchools.self, on: service) { try merge($0, $1, $2) }
    }

    /// Serves a merge, whose answer is completed when the other services have moved their records.
    private func serve<Record>(
        _ operation: MergeRecords<Record>.Type, on service: DataService,
        _ merge:
            @escaping @Sendable (
                MergeRequest<Record.Tag>, FamilyScope, UnitOfWork
            ) throws -> MergeRecords<Record>.Response
    ) {
        service.awaitingCommand(
            operation,
            { input, context, unit in
                let scope = try context.requireFamily()
                if context.isDryRun { try RecordDependents.requireNews(unit) }
                return try merge(input, scope, unit)
            },
            complete: { [weak service] answer, context, done in
                guard let service else { return done(.success(answer)) }
                wait(for: answer.operationID, context, service) { result in
                    done(
                        result.map { found in
                            guard let found else { return answer }
                            var answer = answer
                            answer.state = found.saga.phase == .deleting ? .running : .done
                            answer.moved.merge(
                                found.deletedElsewhere.filter { $0.value > 0 }
                            ) { own, _ in own }
                            return answer
                        })
                }
            })
    }

    /// Fills what the kept coach lacks, moves the other one to the trash, and asks the other
    /// services to move what refers to them. Throws `not_found` for either of them.
    func merge(
        _ input: MergeCoaches.Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> MergeCoaches.Response {
        let (kept, other) = try pair(input.id, input.otherID, CoachRepository.self, scope, unit)
        let merge = try CoachMerge(keeping: kept, other: other)
        let subject = try Deletions.coach(other.id, scope, unit.transaction)
        let expected = try RecordDependents(scope.familyID, unit.transaction)
            .blockers(of: .coach, subject.id)
        var coach = merge.result
        coach.advance(at: unit.now)
        coach = try CoachChange.store(coach, unit, as: CoachesFeed.coachMerged)
        try MergeRepository(scope.familyID, unit.transaction).insert(
            StoredMerge(
                operationID: unit.operationID, before: kept, after: coach, mergedID: other.id))
        try delete(subject, as: MergeCoaches.name, into: coach.id, scope, unit)
        let isRehearsed = unit.context?.isDryRun == true
        return MergeCoaches.Response(
            coach,
            MergeRemarks(
                mergedID: other.id, mergedName: other.fullName, filled: merge.filled,
                moved: isRehearsed
                    ? Dictionary(
                        expected.map { ($0.type, $0.count) },
                        uniquingKeysWith: { first, _ in first })
                    : [:],
                state: isRehearsed ? .done : .running, operationID: unit.operationID))
    }

    /// Returns the two records of a merge. Throws if an import is under way, or `not_found` for
    /// either of them.
    func pair<Records: FamilyRecords>(
        _ id: Identifier<Records.Record.Tag>, _ other: Identifier<Records.Record.Tag>,
        _ records: Records.Type, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> (kept: Records.Record, other: Records.Record) {
        try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        let repository = records.init(scope, unit.transaction)
        return (try repository.require(id), try repository.require(other))
    }

    // MARK: Undoing

    /// Throws `conflict` if the coach who stayed was deleted, or merged into another one, and can
    /// still be restored: what moved is there, so that has to be undone first.
    func requireKept(_ merge: StoredMerge<Coach>, _ scope: FamilyScope, _ unit: UnitOfWork) throws {
        let repository = MergeRepository(scope.familyID, unit.transaction)
        guard let other = try repository.deletion(of: merge.keptID) else { return }
        throw ServiceError(
            .conflict,
            "The coach who was kept has since been deleted or merged; "
                + "undo that first (\(other))")
    }

    /// Takes back what the merge changed in the coach who stayed. Later changes remain. What was
    /// stored for this is not needed again.
    func restoreKept(_ merge: StoredMerge<Coach>, _ scope: FamilyScope, _ unit: UnitOfWork) throws {
        try MergeRepository(scope.familyID, unit.transaction).erase(merge.operationID)
        guard let current = try CoachRepository(scope, unit.transaction).find(merge.keptID) else {
            return
        }
        var coach = CoachMerge.undone(current, before: merge.before, after: merge.after)
        if coach.version == current.version { coach.advance(at: unit.now) }
        _ = try CoachChange.store(coach, unit, as: CoachesFeed.coachSeparated)
    }
}
