import Contracts
import DataServiceKit
import Storage

/// Erases what players decided about coaches that were erased for good. The decisions about a coach
/// in the trash stay, so that they come back with the coach.
struct FollowUpsOfErased: Replica {
    var producer: ServiceName { .coaches }

    static let coachesStatement = """
        SELECT record_id FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND kind = 'coach'
        """

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case DeletionFeed.purged:
            let purged: DeletionFeed.OperationPayload = try change.decodedPayload()
            let coaches = try transaction.rows(
                Self.coachesStatement, purged.familyUnitID, purged.operationID
            ) { try $0.identifier(0, as: CoachID.self) }
            for coach in coaches { try erase(coach, purged.familyUnitID, transaction) }
        case CoachesFeed.coachesRemoved:
            let removed: CoachesFeed.RemovedPayload = try change.decodedPayload()
            for coach in removed.ids.compactMap({ CoachID(text: $0) }) {
                try erase(coach, removed.familyUnitID, transaction)
            }
        default:
            break
        }
    }

    private func erase(
        _ coach: CoachID, _ family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(FollowUpRepository.erase, family, coach)
    }

    /// Keeps everything: decisions are records of this service.
    func clear(in transaction: WriteTransaction) throws {}
}
