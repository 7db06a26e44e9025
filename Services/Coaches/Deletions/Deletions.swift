import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Deletes coaches and schools across services: marks its own rows at once, and asks the other
/// services through the feed.
struct Deletions: Sendable {
    private static let coaches = CoachRepository.table
    private static let schools: MarkedTable = MarkedTable("schools")

    let waiters: DeletionWaiters

    /// The record to delete.
    struct Subject: Sendable {
        let kind: DeletionFeed.Kind
        let id: RecordID
        let coaches: [Coach]
        let school: School?

        /// The number of this service's rows to delete, by table.
        var counts: [String: Int] {
            var counts: [String: Int] = [:]
            if school != nil { counts["schools"] = 1 }
            if kind == .coach || !coaches.isEmpty { counts["coaches"] = coaches.count }
            return counts
        }
    }

    // MARK: Finding

    static func coach(
        _ id: CoachID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Subject {
        let coach = try CoachRepository(scope, transaction).require(id)
        return Subject(kind: .coach, id: RecordID(id), coaches: [coach], school: nil)
    }

    static func school(
        _ id: SchoolID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Subject {
        let school = try SchoolRepository(scope, transaction).require(id)
        return Subject(
            kind: .school, id: RecordID(id),
            coaches: try CoachRepository(scope, transaction).list(of: id), school: school)
    }

    // MARK: Deleting

    /// Deletes a record alone, or with `cascades` together with everything that depends on it.
    /// Records logged a moment ago and not yet counted are deleted in both cases, since nothing may
    /// refer to a deleted record. Throws `has_dependents`.
    func delete(
        _ subject: Subject, cascades: Bool, as operation: String, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> DeletionAnswer {
        try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        let blockers = try RecordDependents(scope.familyID, unit.transaction)
            .blockers(of: subject.kind, subject.id)
        guard cascades || blockers.isEmpty else {
            throw ServiceError.hasDependents(subject.kind, blockers)
        }
        try delete(subject, as: operation, scope, unit)
        let expected = Dictionary(
            blockers.map { ($0.type, $0.count) }, uniquingKeysWith: { first, _ in first })
        let isRehearsed = unit.context?.isDryRun == true
        return DeletionAnswer(
            of: subject.kind, state: isRehearsed ? .done : .running,
            counts: isRehearsed
                ? expected.merging(subject.counts) { _, own in own } : subject.counts,
            cascades: cascades, operationID: unit.operationID)
    }

    /// Marks the rows of this service and asks the other services to delete or, with `kept`, to
    /// move theirs.
    func delete(
        _ subject: Subject, as operation: String, into kept: CoachID? = nil,
        _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        try mark(subject, scope, unit)
        try unit.recordOperation(operation, of: scope, counts: subject.counts)
        try request(subject, into: kept.map { RecordID($0) }, scope, unit)
    }

    /// Marks the rows of this service as deleted.
    func mark(_ subject: Subject, _ scope: FamilyScope, _ unit: UnitOfWork) throws {
        for coach in subject.coaches {
            _ = try unit.markDeleted(coach.id, in: Self.coaches, of: scope)
            try unit.record(NewChange(CoachesFeed.coachDeleted, of: coach))
        }
        if let school = subject.school {
            _ = try unit.markDeleted(school.id, in: Self.schools, of: scope)
            try unit.record(NewChange(CoachesFeed.schoolDeleted, of: school))
        }
    }

    /// Asks the other services to delete or, with `kept`, to move what refers to a record.
    func request(
        _ subject: Subject, into kept: RecordID?, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let (id, now) = (unit.operationID, unit.now)
        let deletion = StoredDeletion(
            family: scope.familyID, operationID: id, kind: subject.kind, recordID: subject.id,
            ownCounts: subject.counts, saga: DeletionSaga(of: DeletionWaiters.participants))
        try DeletionRepository.insert(deletion, at: now, unit.transaction)
        try unit.record(
            NewChange(
                DeletionFeed.requested, of: DeletionFeed.aggregate, id, family: scope.familyID,
                payload: DeletionFeed.RequestedPayload(
                    operationID: id, familyUnitID: scope.familyID, kind: subject.kind,
                    id: subject.id, coachIDs: subject.coaches.map(\.id), actor: scope.userID,
                    into: kept)))
        DeletionStep.requested.reach()
        DeletionStep.requestedCommitted.reach(afterCommitOf: unit)
        unit.transaction.afterCommit { [waiters] in waiters.began(id) }
    }

    // MARK: Restoring

    /// The rows that an undo restored in this service.
    struct Return {
        let counts: [String: Int]
        let ids: [String]
        let state: OperationState
        /// The number of coaches whose school was removed for good.
        let withoutSchool: Int
        /// Of a merge, the number of records that moved back in this service; nil for other
        /// deletions.
        let movedBack: [String: Int]?
    }

    /// Restores this service's rows of a deletion and asks the other services to do the same.
    /// Returns `nil` for other operations. Throws `conflict` if the deletion cannot be undone now.
    func undo(_ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork) throws -> Return? {
        let found = try DeletionRepository.find(id, of: scope.familyID, unit.transaction)
        guard var deletion = found else { return nil }
        try deletion.saga.undo()
        try requireSchools(of: id, scope, unit)
        let merge = try MergeRepository(scope.familyID, unit.transaction).find(id)
        if let merge { try requireKept(merge, scope, unit) }
        let schoolMerge = try SchoolMergeRepository(scope.familyID, unit.transaction).find(id)
        if let schoolMerge {
            try requireKept(schoolMerge, scope, unit)
            // Gives the other school's id of the catalogue back before that school returns.
            try restoreKept(schoolMerge, scope, unit)
        }
        let withoutSchool = try CoachRepository.releaseLostSchools(
            of: id, scope.familyID, unit.transaction)
        try CoachRepository.beginRestoring(by: id, of: scope.familyID, unit.transaction)
        _ = try unit.undo(id, of: scope, in: [Self.schools, Self.coaches])
        try DeletionRepository.enter(deletion, at: unit.now, unit.transaction)
        let ids = try tellReturn(of: deletion, scope, unit)
        var movedBack: [String: Int]?
        if let merge {
            try restoreKept(merge, scope, unit)
            movedBack = [:]
        }
        if let schoolMerge {
            let count = try moveBack(schoolMerge, scope, unit)
            movedBack = count > 0 ? ["coaches": count] : [:]
        }
        try ask(DeletionFeed.undone, deletion, version: 3, unit)
        DeletionStep.undone.reach()
        DeletionStep.undoneCommitted.reach(afterCommitOf: unit)
        let isRehearsed = unit.context?.isDryRun == true
        return Return(
            counts: isRehearsed ? deletion.deleted : deletion.ownCounts, ids: ids,
            state: isRehearsed ? .done : .running, withoutSchool: withoutSchool,
            movedBack: movedBack)
    }

    private func tellReturn(
        of deletion: StoredDeletion, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> [String] {
        var ids: [String] = []
        let coaches = CoachRepository(scope, unit.transaction)
        if deletion.kind == .school,
            let school = try SchoolRepository(scope, unit.transaction)
                .find(SchoolID(deletion.recordID))
        {
            try unit.record(NewChange(CoachesFeed.schoolRestored, of: school))
            ids.append(school.id.text)
        }
        for coach in try coaches.restoring(by: deletion.operationID) {
            try unit.record(NewChange(CoachesFeed.coachRestored, of: coach))
            ids.append(coach.id.text)
        }
        return ids
    }

    // MARK: Parts

    func ask(
        _ type: String, _ deletion: StoredDeletion, version: Int64, _ unit: UnitOfWork
    ) throws {
        let id = deletion.operationID
        try unit.record(
            NewChange(
                type, of: DeletionFeed.aggregate, id, version: version, family: deletion.family,
                payload: DeletionFeed.OperationPayload(
                    operationID: id, familyUnitID: deletion.family)))
        unit.transaction.afterCommit { [waiters] in
            waiters.began(id)
            waiters.ended(id, isRunning: true)
        }
    }
}
