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
            try store(change.decodedPayload() as CoachesFeed.SchoolPayload, in: transaction)
        case CoachesFeed.coachChanged:
            try store(change.decodedPayload() as CoachesFeed.CoachPayload, in: transaction)
        case CoachesFeed.schoolsImported:
            let imported: CoachesFeed.SchoolsPayload = try change.decodedPayload()
            for school in imported.schools { try store(school, in: transaction) }
        case CoachesFeed.coachesImported:
            let imported: CoachesFeed.CoachesPayload = try change.decodedPayload()
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

    private func store(
        _ coach: CoachesFeed.CoachPayload, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO coaches (family_unit_id, id, school_id, name)
            VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (family_unit_id, id) DO UPDATE
            SET school_id = excluded.school_id, name = excluded.name
            """, SQLValue(coach.familyUnitID), SQLValue(coach.id), SQLValue(coach.schoolID),
            .text("\(coach.firstName) \(coach.lastName)"))
    }

    private func remove(
        _ removed: CoachesFeed.RemovedPayload, from table: StaticString,
        in transaction: WriteTransaction
    ) throws {
        for id in removed.ids.compactMap({ CoachID(text: $0) }) {
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
