import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Counts the records in all services that depend on a coach or school, according to the feeds read
/// so far (CO-29, D-22, D-23).
@Memberwise(labels: false)
struct RecordDependents {
    let family: FamilyID
    let transaction: ReadTransaction

    static let producers: [ServiceName] = [.interactions, .events, .analytics]

    static let eventsSQL = """
        SELECT count(*) FROM events_of_schools WHERE family_unit_id = ?1 AND school_id = ?2
        """

    static let coachPostsSQL = """
        SELECT sum(row_count) FROM coaches INDEXED BY coaches_by_school
        CROSS JOIN post_counts ON post_counts.family_unit_id = ?1 AND post_counts.kind = 'coach'
            AND post_counts.record_id = coaches.id
        WHERE coaches.family_unit_id = ?1 AND coaches.school_id = ?2
            AND coaches.deleted_at IS NULL
        """
    static let coachesSQL = """
        SELECT count(*) FROM coaches INDEXED BY coaches_by_school
        WHERE family_unit_id = ?1 AND school_id = ?2 AND deleted_at IS NULL
        """

    /// Retries the command after the feeds of those services are read to the end.
    static func requireNews(_ unit: UnitOfWork) throws {
        for producer in producers where !unit.hasCaughtUp(with: producer) {
            throw UnknownReference(
                producer,
                refusal: ServiceError(
                    .unavailable, "The service \(producer.rawValue) is not available; try again"))
        }
    }

    /// The tables in which the record has dependents, with their counts.
    func blockers(of kind: DeletionFeed.Kind, _ id: RecordID) throws -> [DeletionBlocker] {
        try kind.dependents.compactMap { table in
            let count = try count(table, of: kind, id)
            return count > 0 ? DeletionBlocker(type: table, count: count) : nil
        }
    }

    /// The records that name a school itself and move when it is merged into another one, by table.
    /// Those of its coaches follow the coaches. Records in the trash move, too, and are not
    /// counted.
    func moving(from school: SchoolID) throws -> [DeletionBlocker] {
        let id = RecordID(school)
        let counts = [
            ("interactions", try ContactLog(family, transaction).count(naming: school)),
            ("events", try number(Self.eventsSQL, id)),
            ("social_media_posts", try posts(.school, id)),
        ]
        return counts.filter { $0.1 > 0 }.map { DeletionBlocker(type: $0.0, count: $0.1) }
    }

    private func count(_ table: String, of kind: DeletionFeed.Kind, _ id: RecordID) throws -> Int {
        let log = ContactLog(family, transaction)
        switch (table, kind) {
        case ("interactions", .coach): return try log.count(with: CoachID(id))
        case ("interactions", .school): return try log.count(with: SchoolID(id))
        case ("coaches", .school): return try number(Self.coachesSQL, id)
        case ("events", .school): return try number(Self.eventsSQL, id)
        case ("social_media_posts", _): return try posts(of: kind, id)
        default: return 0
        }
    }

    /// The number of posts of a coach or school. Most posts of a school's coaches refer to the
    /// school as well, which counts alone do not show. The larger count is used; the reply to the
    /// deletion has the exact one.
    private func posts(of kind: DeletionFeed.Kind, _ id: RecordID) throws -> Int {
        let own = try posts(kind, id)
        guard kind == .school else { return own }
        let coaches =
            try transaction.scalar(Self.coachPostsSQL, family, id) ?? 0
        return max(own, Int(coaches))
    }

    private func posts(_ kind: DeletionFeed.Kind, _ id: RecordID) throws -> Int {
        let count = try transaction.scalar(PostCounts.countSQL, family, kind.rawValue, id)
        return Int(count ?? 0)
    }

    private func number(_ sql: String, _ id: RecordID) throws -> Int {
        try transaction.count(sql, family, id)
    }
}
