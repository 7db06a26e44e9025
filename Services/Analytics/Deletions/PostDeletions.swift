import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The posts that are deleted together with coaches and schools: marked and restored with their
/// rollups.
///
/// A post whose school or coach was removed for good returns without that reference; a post whose
/// address was taken meanwhile stays in the trash as an operation of its own.
struct PostDeletions: DependentRecords {
    let cache: AnswerCache

    /// Posts of the schools of an operation. ?1 family number, ?2 family, ?3 operation. Deleting a
    /// school is rare, so this reads the family's index instead of making every insert maintain one
    /// more.
    static let ofSchoolsSQL = """
        SELECT \(PostWriter.storedColumns) FROM posts INDEXED BY posts_by_time
        WHERE family_no = ?1 AND deleted_at IS NULL AND school IN (
            SELECT s.number FROM deletion_tombstones AS t
            JOIN family_schools AS s ON s.family_no = ?1 AND s.school_id = t.record_id
            WHERE t.family_unit_id = ?2 AND t.operation_id = ?3 AND t.kind = 'school')
        """
    /// Posts of the coaches of an operation; same parameters.
    static let ofCoachesSQL = """
        SELECT \(PostWriter.storedColumns) FROM posts INDEXED BY posts_by_coach
        WHERE family_no = ?1 AND deleted_at IS NULL AND coach IS NOT NULL AND coach IN (
            SELECT c.no FROM deletion_tombstones AS t
            JOIN family_coaches AS c ON c.family_no = ?1 AND c.coach_id = t.record_id
            WHERE t.family_unit_id = ?2 AND t.operation_id = ?3 AND t.kind = 'coach')
        """
    /// The number of posts that an operation has marked. ?1 family number, ?2 operation.
    static let markedSQL = """
        SELECT count(*) FROM posts INDEXED BY posts_by_operation
        WHERE family_no = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """
    /// The tombstone of a post's school or coach that belongs to an operation other than ?3 and can
    /// still be undone.
    private static let otherSQL = """
        FROM deletion_tombstones AS t
        WHERE t.family_unit_id = ?2 AND t.operation_id <> ?3 AND NOT t.is_gone AND (
            (t.kind = 'school' AND t.record_id = (
                SELECT school_id FROM family_schools
                WHERE family_no = ?1 AND number = posts.school))
            OR (t.kind = 'coach' AND t.record_id = (
                SELECT coach_id FROM family_coaches
                WHERE family_no = ?1 AND no = posts.coach)))
        """
    static let passOverSQL = """
        UPDATE posts INDEXED BY posts_by_operation SET (operation_id, deleted_at) = (
            SELECT t.operation_id, t.deleted_at \(otherSQL) LIMIT 1)
        WHERE family_no = ?1 AND operation_id = ?3 AND deleted_at IS NOT NULL
            AND EXISTS (SELECT 1 \(otherSQL))
        """
    /// The deletions to which posts of an operation are reassigned; same parameters.
    static let receiversSQL = """
        SELECT DISTINCT (SELECT t.operation_id \(otherSQL) LIMIT 1) AS receiver
        FROM posts INDEXED BY posts_by_operation
        WHERE family_no = ?1 AND operation_id = ?3 AND deleted_at IS NOT NULL
            AND receiver IS NOT NULL
        """

    /// XORed into the id of a deletion to form the id of the operation for posts set aside. Reading
    /// the same deletion again yields the same id.
    private static let asideBits: UInt64 = 0x5A5A_5A5A
    static let asideSQL = """
        UPDATE posts INDEXED BY posts_by_operation SET operation_id = ?3, deleted_at = ?4
        WHERE family_no = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """

    func mark(_ work: DeletionWork, at instant: Instant) throws {
        var writer = try PostWriter(work.family, work.unit.transaction, cache)
        var count = 0
        for sql in [Self.ofSchoolsSQL, Self.ofCoachesSQL] {
            count += try writer.delete(
                sql, writer.family.no, work.family, work.operationID,
                by: work.operationID, at: instant)
        }
        try tell(AnalyticsFeed.removed, work, count, &writer)
    }

    func counts(_ work: DeletionWork) throws -> [String: Int] {
        let family = try Family.make(work.family, work.unit.transaction)
        return [
            DeletePost.table: try work.unit.transaction.count(
                Self.markedSQL, family.no, work.operationID)
        ]
    }

    func receivers(_ work: DeletionWork) throws -> [OperationID] {
        let family = try Family.make(work.family, work.unit.transaction)
        return try work.unit.transaction.rows(
            Self.receiversSQL, family.no, work.family, work.operationID
        ) {
            try $0.identifier(0)
        }
    }

    func restore(_ work: DeletionWork) throws -> RestoredRecords {
        var writer = try PostWriter(work.family, work.unit.transaction, cache)
        try work.unit.transaction.execute(
            Self.passOverSQL, writer.family.no, work.family, work.operationID)
        let lost = try writer.releaseLost(deletedBy: work.operationID)
        let count = try writer.restore(
            deletedBy: work.operationID, limit: .max, passingOverTaken: true)
        try keepAside(work, writer.family)
        try tell(AnalyticsFeed.returned, work, count, &writer)
        return RestoredRecords(
            counts: [DeletePost.table: count],
            lost: [
                LostReference(type: DeletePost.table, kind: .coach, count: lost.ofCoaches),
                LostReference(type: DeletePost.table, kind: .school, count: lost.ofSchools),
            ])
    }

    /// Other services keep no data about posts.
    func willErase(_ work: DeletionWork) throws {}

    // MARK: Parts

    /// Turns posts that conflict with a newer post into an operation of their own in the trash.
    /// They can be restored once the newer post is deleted, and are otherwise purged in due time.
    private func keepAside(_ work: DeletionWork, _ family: Family) throws {
        let counts = try counts(work)
        guard counts.values.contains(where: { $0 > 0 }) else { return }
        let (unit, operation) = (work.unit, work.operationID)
        let own = OperationID(high: operation.high, low: operation.low ^ Self.asideBits)
        try unit.transaction.execute(Self.asideSQL, family.no, operation, own, unit.now)
        guard try unit.operation(own, of: family.id) == nil else { return }
        try unit.recordOperation(
            DeletePost.name, of: family.id, by: unit.actor, counts: counts, as: own)
    }

    private func tell(
        _ type: String, _ work: DeletionWork, _ count: Int, _ writer: inout PostWriter
    ) throws {
        guard count > 0 else { return }
        try work.unit.record(
            NewChange(
                type, of: DeletionFeed.aggregate, work.operationID, family: work.family,
                payload: try writer.batch(work.operationID, count: count)))
    }
}
