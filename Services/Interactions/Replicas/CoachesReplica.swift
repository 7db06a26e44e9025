import Contracts
import DataServiceKit
import Storage

/// The replica of the coaches feed: names, and the school of each coach.
typealias CoachesReplica = NamesReplica<CoachesFeed.CoachPayload>

extension NamesReplica where Coach == CoachesFeed.CoachPayload {
    init() {
        self.init { coach, transaction in
            try transaction.execute(
                """
                INSERT INTO coaches (family_unit_id, id, school_id, name)
                VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (family_unit_id, id) DO UPDATE
                SET school_id = excluded.school_id, name = excluded.name
                """, coach.familyUnitID, coach.id, coach.schoolID,
                "\(coach.firstName) \(coach.lastName)")
        }
    }
}
