import Contracts
import DataServiceKit
import Storage

/// Erases what players decided about coaches that were erased for good, and the reminders of them.
/// The decisions about a coach in the trash stay, so that they come back with the coach.
struct FollowUpsOfErased: RecordingReplica {
    var producer: ServiceName { .coaches }

    static let coachesStatement = """
        SELECT record_id FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND kind = 'coach'
        """

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        let transaction = unit.transaction
        switch change.type {
        case DeletionFeed.purged:
            let purged: DeletionFeed.OperationPayload = try change.decodedPayload()
            let coaches = try transaction.rows(
                Self.coachesStatement, purged.familyUnitID, purged.operationID
            ) { try $0.identifier(0, as: CoachID.self) }
            for coach in coaches { try erase(coach, purged.familyUnitID, unit) }
        case CoachesFeed.coachesRemoved:
            let removed: CoachesFeed.RemovedPayload = try change.decodedPayload()
            for coach in removed.ids.compactMap({ CoachID(text: $0) }) {
                try erase(coach, removed.familyUnitID, unit)
            }
        default:
            break
        }
    }

    private func erase(_ coach: CoachID, _ family: FamilyID, _ unit: UnitOfWork) throws {
        try unit.transaction.execute(FollowUpRepository.erase, family, coach)
        let nudges = try NudgeRepository(family, unit.transaction).erase(coach)
        guard let first = nudges.first else { return }
        try unit.record(
            NewChange(
                InteractionsFeed.nudgesErased, of: FollowUpNudges.aggregate, first.id,
                version: first.version + 1, family: family,
                payload: InteractionsFeed.RemovedPayload(
                    familyUnitID: family, ids: nudges.map(\.id.text))))
    }

    /// Keeps everything: decisions are records of this service.
    func clear(in transaction: WriteTransaction) throws {}
}
