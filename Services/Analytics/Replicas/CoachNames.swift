import Contracts
import DataServiceKit
import Storage

/// The replica of the names of coaches, by which searches find their posts. Other replicas of the
/// feed have stored the coaches before.
struct CoachNames: Replica {
    var producer: ServiceName { .coaches }

    /// ?1 family, ?2 coach, ?3 name.
    static let nameSQL = """
        UPDATE family_coaches SET name = ?3
        WHERE coach_id = ?2 AND family_no = (SELECT no FROM families WHERE family_unit_id = ?1)
        """

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.coachChanged, CoachesFeed.coachRestored, CoachesFeed.coachMerged,
            CoachesFeed.coachSeparated:
            try store(change.decodedPayload(), in: transaction)
        case CoachesFeed.coachesImported:
            let imported: CoachesFeed.CoachesPayload = try change.decodedPayload()
            for coach in imported.coaches { try store(coach, in: transaction) }
        default:
            break
        }
    }

    private func store(
        _ coach: CoachesFeed.CoachPayload, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            Self.nameSQL, coach.familyUnitID, coach.id, "\(coach.firstName) \(coach.lastName)")
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE family_coaches SET name = NULL /* all families: a rebuild */")
    }
}
