import Contracts
import DataServiceKit
import Storage

/// What interactions keep of coaches: the names that lists show, and which coach belongs to which
/// school.
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
                """, SQLValue(coach.familyUnitID), SQLValue(coach.id), SQLValue(coach.schoolID),
                .text("\(coach.firstName) \(coach.lastName)"))
        }
    }
}
