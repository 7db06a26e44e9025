import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Records a participant's replies to deletions and ignores its other changes.
struct DeletionReports: RecordingReplica {
    let producer: ServiceName
    let waiters: DeletionWaiters

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        guard let answer = DeletionSaga.Answer(change.type) else { return }
        let report: DeletionFeed.CountsPayload = try change.decodedPayload()
        let found = try DeletionRepository.find(
            report.operationID, of: report.familyUnitID, unit.transaction)
        // The deletion is missing if this database was restored from an older backup.
        guard var deletion = found else { return }
        let hearing = deletion.saga.hear(answer, from: producer)
        try DeletionRepository.note(
            answer, report, from: producer, isHeard: hearing != .late, of: deletion,
            unit.transaction)
        DeletionStep.noted.reach()
        if hearing == .late, answer == .applied, deletion.saga.phase == .deleted {
            // Records of a deletion that was undone were reassigned to this one.
            try recount(report, unit)
        }
        guard hearing == .settled else { return }
        try settle(report, unit)
    }

    private func recount(_ report: DeletionFeed.CountsPayload, _ unit: UnitOfWork) throws {
        let found = try DeletionRepository.find(
            report.operationID, of: report.familyUnitID, unit.transaction)
        guard let found else { return }
        try unit.recount(
            found.operationID, of: found.family, found.deleted.filter { $0.value > 0 })
    }

    private func settle(_ report: DeletionFeed.CountsPayload, _ unit: UnitOfWork) throws {
        let (id, family) = (report.operationID, report.familyUnitID)
        guard
            var deletion = try DeletionRepository.find(id, of: family, unit.transaction)
        else { return }
        // No participant is awaited any more.
        deletion.saga = DeletionSaga(
            phase: deletion.saga.phase.settled, awaited: [],
            participants: deletion.saga.participants)
        try DeletionRepository.settle(deletion, unit.transaction)
        if deletion.saga.phase == .deleted {
            // Updates the counts in the list of operations.
            try unit.recount(id, of: family, deletion.deleted.filter { $0.value > 0 })
        }
        if deletion.saga.phase == .restored {
            try CoachRepository.endRestoring(by: id, of: family, unit.transaction)
        }
        let phase = deletion.saga.phase
        try unit.record(
            NewChange(
                DeletionFeed.finished, of: DeletionFeed.aggregate, id,
                version: phase == .deleted ? 2 : 4, family: family,
                payload: DeletionFeed.FinishedPayload(
                    operationID: id, familyUnitID: family, phase: phase,
                    counts: phase == .restored ? deletion.restored : deletion.deleted)))
        DeletionStep.settled.reach()
        DeletionStep.settledCommitted.reach(afterCommitOf: unit)
        unit.transaction.afterCommit { [waiters] in waiters.ended(id) }
    }

    /// Keeps the replies: they stay valid when the participant's feed is rebuilt.
    func clear(in transaction: WriteTransaction) throws {}
}
