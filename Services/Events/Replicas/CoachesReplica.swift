import Contracts
import DataServiceKit
import Storage

/// The replica of the coaches feed: names of schools, and coaches with school, role and contact
/// details.
typealias CoachesReplica = NamesReplica<KnownCoach>

/// A coach as in a change, whose payload is the whole record.
@JSONObject
struct KnownCoach: Decodable {
    var familyUnitID: FamilyID
    var id: CoachID
    var schoolID: SchoolID?
    var role: CoachRole
    var firstName: String
    var lastName: String
    var email: String?
    var phone: String?
}

extension NamesReplica where Coach == KnownCoach {
    init() {
        self.init { coach, transaction in
            try transaction.execute(
                """
                INSERT INTO coaches
                    (family_unit_id, id, school_id, role, name, name_folded, email, phone)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (family_unit_id, id) DO UPDATE
                SET school_id = excluded.school_id, role = excluded.role, name = excluded.name,
                    name_folded = excluded.name_folded, email = excluded.email,
                    phone = excluded.phone
                """, coach.familyUnitID, coach.id, coach.schoolID, coach.role.rawValue,
                "\(coach.firstName) \(coach.lastName)",
                CaseFolding.fold(fields: [coach.lastName, coach.firstName]), coach.email,
                coach.phone)
        }
    }
}
