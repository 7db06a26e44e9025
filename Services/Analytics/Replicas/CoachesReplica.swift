import Contracts
import DataServiceKit
import Storage

/// The replica of the coaches feed: the schools and coaches that posts may refer to, and the names
/// of schools. A removed school keeps its number because posts may refer to it.
struct CoachesReplica: Replica {
    var producer: ServiceName { .coaches }

    let cache: AnswerCache

    static let lastNumberSQL = """
        SELECT number FROM family_schools WHERE family_no = ?1 ORDER BY number DESC LIMIT 1
        """
    static let renameSQL = """
        UPDATE family_schools SET name = ?3 WHERE family_no = ?1 AND school_id = ?2
        """
    static let coachSQL = """
        INSERT INTO family_coaches (family_no, coach_id, is_there) VALUES (?1, ?2, 1)
        ON CONFLICT (family_no, coach_id) DO UPDATE SET is_there = 1
        """
    static let coachGoneSQL = """
        UPDATE family_coaches SET is_there = 0 WHERE family_no = ?1 AND coach_id = ?2
        """

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.schoolChanged, CoachesFeed.schoolMerged, CoachesFeed.schoolSeparated:
            let school: CoachesFeed.SchoolPayload = try change.decodedPayload()
            try store([school], in: transaction)
        case CoachesFeed.schoolsImported:
            let imported: CoachesFeed.SchoolsPayload = try change.decodedPayload()
            try store(imported.schools, in: transaction)
        case CoachesFeed.schoolsRemoved:
            let removed: CoachesFeed.RemovedPayload = try change.decodedPayload()
            try name(
                removed.ids.compactMap { SchoolID(text: $0) }.map { ($0, nil) },
                of: removed.familyUnitID, in: transaction)
        case CoachesFeed.coachChanged, CoachesFeed.coachMerged, CoachesFeed.coachSeparated:
            try store(change.decodedPayload() as CoachesFeed.CoachPayload, in: transaction)
        case CoachesFeed.coachesImported:
            let imported: CoachesFeed.CoachesPayload = try change.decodedPayload()
            for coach in imported.coaches { try store(coach, in: transaction) }
        case CoachesFeed.coachesRemoved:
            let removed: CoachesFeed.RemovedPayload = try change.decodedPayload()
            let family = try Family.make(removed.familyUnitID, transaction)
            for id in removed.ids.compactMap({ CoachID(text: $0) }) {
                try transaction.execute(Self.coachGoneSQL, family.no, id)
            }
        default:
            break
        }
    }

    private func store(
        _ schools: [CoachesFeed.SchoolPayload], in transaction: WriteTransaction
    ) throws {
        guard let family = schools.first?.familyUnitID else { return }
        try name(schools.map { ($0.id, $0.name) }, of: family, in: transaction)
    }

    /// Stores the names of schools; `nil` marks a school as removed.
    private func name(
        _ schools: [(id: SchoolID, name: String?)], of familyID: FamilyID,
        in transaction: WriteTransaction
    ) throws {
        var family = try Family.make(familyID, transaction)
        for school in schools {
            let isKnown = try transaction.execute(Self.renameSQL, family.no, school.id, school.name)
            guard isKnown == 0, let name = school.name else { continue }
            let last = try transaction.scalar(Self.lastNumberSQL, family.no) ?? 0
            try transaction.execute(
                """
                INSERT INTO family_schools (family_no, number, school_id, name)
                VALUES (?1, ?2, ?3, ?4)
                """, family.no, last + 1, school.id, name)
        }
        try family.incrementVersion(transaction)
        cache.require(family.version, of: familyID)
    }

    private func store(
        _ coach: CoachesFeed.CoachPayload, in transaction: WriteTransaction
    ) throws {
        let family = try Family.make(coach.familyUnitID, transaction)
        try transaction.execute(Self.coachSQL, family.no, coach.id)
    }

    /// Marks all schools and coaches as removed until the feed reports them again. Numbers are
    /// kept.
    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE family_schools SET name = NULL /* all families: a rebuild */")
        try transaction.execute(
            "UPDATE family_coaches SET is_there = 0 /* all families: a rebuild */")
        try transaction.execute(
            "UPDATE families SET version = version + 1 /* all families: a rebuild */")
        let families = try transaction.rows(
            "SELECT family_unit_id, version FROM families /* all families: a rebuild */"
        ) {
            (try $0.identifier(0) as FamilyID, try $0.int64(1))
        }
        for (family, version) in families { cache.require(version, of: family) }
    }
}
