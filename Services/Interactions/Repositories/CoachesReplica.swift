import Contracts
import DataServiceKit
import Storage

/// What interactions keep of coaches: the names that lists show, and which coach belongs to which
/// school.
struct CoachesReplica: Replica {
    var producer: ServiceName { .coaches }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.schoolChanged:
            let school: CoachesFeed.SchoolPayload = try payload(change)
            try transaction.execute(
                """
                INSERT INTO schools (family_unit_id, id, name) VALUES (?1, ?2, ?3)
                ON CONFLICT (family_unit_id, id) DO UPDATE SET name = excluded.name
                """, SQLValue(school.familyUnitID), SQLValue(school.id), .text(school.name))
        case CoachesFeed.coachChanged:
            let coach: CoachesFeed.CoachPayload = try payload(change)
            try transaction.execute(
                """
                INSERT INTO coaches (family_unit_id, id, school_id, name)
                VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (family_unit_id, id) DO UPDATE
                SET school_id = excluded.school_id, name = excluded.name
                """, SQLValue(coach.familyUnitID), SQLValue(coach.id), SQLValue(coach.schoolID),
                .text("\(coach.firstName) \(coach.lastName)"))
        default:
            break
        }
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM schools")
        try transaction.execute("DELETE FROM coaches")
    }

    private func payload<Payload: Decodable>(_ change: Change) throws -> Payload {
        try JSONCoding.decodeResponse(Payload.self, from: Array(change.payload.utf8))
    }
}
