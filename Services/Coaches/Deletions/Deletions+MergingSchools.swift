import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Merging schools: the one that goes is deleted as by a deletion that spans services, except that
/// its coaches and what refers to it in the other services move to the one that stays.
extension Deletions {
    /// Moves the other school to the trash, fills what the kept one lacks, moves the coaches, and
    /// asks the other services to move what refers to the school. Throws `not_found` for either.
    func merge(
        _ input: MergeSchools.Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> MergeSchools.Response {
        let (kept, other) = try pair(input.id, input.otherID, SchoolRepository.self, scope, unit)
        let merge = try SchoolMerge(keeping: kept, other: other)
        let subject = Subject(kind: .school, id: RecordID(other.id), coaches: [], school: other)
        let expected = try RecordDependents(scope.familyID, unit.transaction)
            .moving(from: other.id)
        // The kept one can have the other one's id of the catalogue only when that has gone.
        try mark(subject, scope, unit)
        var school = merge.result
        school.advance(at: unit.now)
        try store(school, as: CoachesFeed.schoolMerged, unit)
        let repository = SchoolMergeRepository(scope.familyID, unit.transaction)
        let coaches = try repository.coaches(of: other.id)
        try repository.insert(
            StoredMerge(
                operationID: unit.operationID, before: kept, after: school, mergedID: other.id,
                coaches: coaches))
        // Other services know where the coaches are before they move what refers to the school.
        let moved = try move(coaches, from: other.id, to: kept.id, scope, unit)
        try unit.recordOperation(MergeSchools.name, of: scope, counts: subject.counts)
        try request(subject, into: RecordID(kept.id), scope, unit)
        let isRehearsed = unit.context?.isDryRun == true
        var counts = moved > 0 ? [Kind.coaches: moved] : [:]
        if isRehearsed {
            for blocker in expected { counts[blocker.type] = blocker.count }
        }
        return MergeSchools.Response(
            school,
            MergeRemarks(
                mergedID: other.id, mergedName: other.name, filled: merge.filled,
                moved: counts, state: isRehearsed ? .done : .running, operationID: unit.operationID)
        )
    }

    private enum Kind { static let coaches = "coaches" }

    private func store(_ school: School, as type: String, _ unit: UnitOfWork) throws {
        try School.table.store(school, unit.transaction)
        try unit.record(NewChange(type, of: school))
    }

    /// Moves coaches to another school and records the change of those not in the trash. Versions
    /// stay the same, because nobody edited them. Returns the number of recorded changes.
    private func move(
        _ coaches: [CoachID], from old: SchoolID, to new: SchoolID, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> Int {
        let repository = SchoolMergeRepository(scope.familyID, unit.transaction)
        let reader = CoachRepository(scope, unit.transaction)
        var count = 0
        for id in coaches where try repository.move(id, from: old, to: new) {
            guard let coach = try reader.find(id) else { continue }
            count += 1
            _ = try CoachChange.store(coach, unit)
        }
        return count
    }

    // MARK: Undoing

    /// Throws `conflict` if the school that stayed was deleted, or merged into another one, and can
    /// still be restored: what moved is there, so that has to be undone first.
    func requireKept(
        _ merge: StoredMerge<School>, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let repository = SchoolMergeRepository(scope.familyID, unit.transaction)
        guard let other = try repository.deletion(of: merge.keptID) else { return }
        throw ServiceError(
            .conflict,
            "The school that was kept has since been deleted or merged; "
                + "undo that first (\(other))")
    }

    /// Takes back what the merge changed in the school that stayed, before the other one comes
    /// back. Later changes remain.
    func restoreKept(
        _ merge: StoredMerge<School>, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        guard let current = try SchoolRepository(scope, unit.transaction).find(merge.keptID) else {
            return
        }
        var school = SchoolMerge.undone(current, before: merge.before, after: merge.after)
        if school.version == current.version { school.advance(at: unit.now) }
        try store(school, as: CoachesFeed.schoolSeparated, unit)
    }

    /// Moves the coaches of a merge back to the school that is there again, unless somebody moved
    /// them elsewhere since. What was stored for the undo is not needed again.
    func moveBack(
        _ merge: StoredMerge<School>, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Int {
        try SchoolMergeRepository(scope.familyID, unit.transaction).erase(merge.operationID)
        return try move(merge.coaches, from: merge.keptID, to: merge.mergedID, scope, unit)
    }
}
