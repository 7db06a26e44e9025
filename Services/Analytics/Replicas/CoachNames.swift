import Contracts
import DataServiceKit
import Storage

/// The replica of the names of coaches, which posts show and by which searches find them. Other
/// replicas of the feed have stored the coaches before.
struct CoachNames: Replica {
    let cache: AnswerCache

    var producer: ServiceName { .coaches }

    /// ?1 family, ?2 coach, ?3 name.
    static let nameSQL = """
        UPDATE family_coaches SET name = ?3
        WHERE coach_id = ?2 AND name IS NOT ?3
            AND family_no = (SELECT no FROM families WHERE family_unit_id = ?1)
        """

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.coachChanged, CoachesFeed.coachRestored, CoachesFeed.coachMerged,
            CoachesFeed.coachSeparated:
            try store([change.decodedPayload()], in: transaction)
        case CoachesFeed.coachesImported:
            let imported: CoachesFeed.CoachesPayload = try change.decodedPayload()
            try store(imported.coaches, in: transaction)
        default:
            break
        }
    }

    /// Stores the names of coaches of one family. Answers with an old name are not given again.
    private func store(
        _ coaches: [CoachesFeed.CoachPayload], in transaction: WriteTransaction
    ) throws {
        guard let familyID = coaches.first?.familyUnitID else { return }
        var areNew = false
        for coach in coaches {
            let count = try transaction.execute(
                Self.nameSQL, coach.familyUnitID, coach.id,
                "\(coach.firstName) \(coach.lastName)")
            if count > 0 { areNew = true }
        }
        guard areNew else { return }
        var family = try Family.make(familyID, transaction)
        try family.incrementVersion(transaction)
        cache.require(family.version, of: familyID)
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE family_coaches SET name = NULL /* all families: a rebuild */")
    }
}
