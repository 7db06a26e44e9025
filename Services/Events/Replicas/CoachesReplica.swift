import Contracts
import DataServiceKit
import Storage

/// What events keeps of coaches: the schools' names, and the coaches with their school, role and
/// the ways to reach them.
struct CoachesReplica: Replica {
    /// A coach as a change tells of them: the whole record stands in it.
    private struct CoachRecord: Decodable {
        var familyUnitID: FamilyID
        var id: CoachID
        var schoolID: SchoolID?
        var role: CoachRole
        var firstName: String
        var lastName: String
        var email: String?
        var phone: String?

        enum CodingKeys: String, CodingKey {
            case id, role, email, phone
            case familyUnitID = "family_unit_id"
            case schoolID = "school_id"
            case firstName = "first_name"
            case lastName = "last_name"
        }
    }

    private struct CoachRecords: Decodable {
        var coaches: [CoachRecord]
    }

    var producer: ServiceName { .coaches }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.schoolChanged:
            try store(change.decodedPayload() as CoachesFeed.SchoolPayload, in: transaction)
        case CoachesFeed.coachChanged:
            try store(change.decodedPayload() as CoachRecord, in: transaction)
        case CoachesFeed.schoolsImported:
            let imported: CoachesFeed.SchoolsPayload = try change.decodedPayload()
            for school in imported.schools { try store(school, in: transaction) }
        case CoachesFeed.coachesImported:
            let imported: CoachRecords = try change.decodedPayload()
            for coach in imported.coaches { try store(coach, in: transaction) }
        case CoachesFeed.schoolsRemoved:
            try remove(try change.decodedPayload(), from: "schools", in: transaction)
        case CoachesFeed.coachesRemoved:
            try remove(try change.decodedPayload(), from: "coaches", in: transaction)
        default:
            break
        }
    }

    private func store(
        _ school: CoachesFeed.SchoolPayload, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO schools (family_unit_id, id, name) VALUES (?1, ?2, ?3)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET name = excluded.name
            """, SQLValue(school.familyUnitID), SQLValue(school.id), .text(school.name))
    }

    private func store(_ coach: CoachRecord, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO coaches
                (family_unit_id, id, school_id, role, name, name_folded, email, phone)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (family_unit_id, id) DO UPDATE
            SET school_id = excluded.school_id, role = excluded.role, name = excluded.name,
                name_folded = excluded.name_folded, email = excluded.email,
                phone = excluded.phone
            """, SQLValue(coach.familyUnitID), SQLValue(coach.id), SQLValue(coach.schoolID),
            .text(coach.role.rawValue), .text("\(coach.firstName) \(coach.lastName)"),
            SQLValue(SearchFolding.fold(fields: [coach.lastName, coach.firstName])),
            SQLValue(coach.email), SQLValue(coach.phone))
    }

    private func remove(
        _ removed: CoachesFeed.RemovedPayload, from table: StaticString,
        in transaction: WriteTransaction
    ) throws {
        for id in removed.ids.compactMap({ RecordID(text: $0) }) {
            try transaction.execute(
                "DELETE FROM \(table) WHERE family_unit_id = ?1 AND id = ?2",
                SQLValue(removed.familyUnitID), SQLValue(id))
        }
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM schools")
        try transaction.execute("DELETE FROM coaches")
    }
}
