import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Applies deletions of coaches and schools to posts: marks and restores them, with the rollups, in
/// the transaction that advances the cursor in the coaches feed. It does what `DeletionParticipant`
/// does for tables that refer to coaches and schools by id.
///
/// Reading the feed again changes no post; it only repeats the replies. Undo never fails: a post
/// that another deletion also covers is reassigned to it; a post whose school or coach was removed
/// for good returns without that reference; a post whose address was taken meanwhile stays in the
/// trash as an operation of its own.
struct PostDeletions: RecordingReplica {
    var producer: ServiceName { .coaches }

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

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        switch change.type {
        case DeletionFeed.requested:
            try delete(try change.decodedPayload(), at: change.occurredAt, unit)
        case DeletionFeed.undone:
            try restore(try change.decodedPayload(), unit)
        case DeletionFeed.purged:
            try erase(try change.decodedPayload(), unit)
        case DeletionFeed.finished:
            // Also covers deletions purged before tombstones recorded `is_gone`.
            let end: DeletionFeed.FinishedPayload = try change.decodedPayload()
            guard end.phase == .purged else { break }
            try DeletionTombstones.close(
                end.operationID, end.familyUnitID, unit.transaction)
        default:
            try DeletionTombstones.bury(removedBy: change, unit.transaction)
        }
    }

    /// Deletes the tombstones, which the feed reports again. Marks stay.
    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM deletion_tombstones /* all families: a rebuild */")
    }

    // MARK: Steps

    private func delete(
        _ request: DeletionFeed.RequestedPayload, at instant: Instant, _ unit: UnitOfWork
    ) throws {
        DeletionStep.received.reach()
        let (family, operation) = (request.familyUnitID, request.operationID)
        try DeletionTombstones.bury(request, at: instant, unit.transaction)
        DeletionStep.tombstoned.reach()
        var writer = try PostWriter(family, unit.transaction, cache)
        var count = 0
        for sql in [Self.ofSchoolsSQL, Self.ofCoachesSQL] {
            count += try writer.delete(
                sql, writer.family.no, family, operation,
                by: operation, at: instant)
        }
        try tell(AnalyticsFeed.removed, operation, count, &writer, unit)
        try writer.finish()
        DeletionStep.marked.reach()
        // Marks from an earlier reading of the feed count as well.
        try answer(
            DeletionFeed.applied, operation, try marked(operation, writer, unit), version: 1,
            family, unit)
        DeletionStep.applied.reach()
        DeletionStep.appliedCommitted.reach(afterCommitOf: unit)
    }

    private func restore(
        _ operation: DeletionFeed.OperationPayload, _ unit: UnitOfWork
    ) throws {
        DeletionStep.received.reach()
        let (family, id) = (operation.familyUnitID, operation.operationID)
        var writer = try PostWriter(family, unit.transaction, cache)
        let key = (writer.family.no, family, id)
        let receivers = try unit.transaction.rows(Self.receiversSQL, key.0, key.1, key.2) {
            try $0.identifier(0) as OperationID
        }
        try unit.transaction.execute(Self.passOverSQL, key.0, key.1, key.2)
        try writer.releaseLost(deletedBy: id)
        let count = try writer.restore(deletedBy: id, limit: .max, passingOverTaken: true)
        try keepAside(id, &writer, unit)
        try unit.transaction.execute(
            "DELETE FROM deletion_tombstones WHERE family_unit_id = ?1 AND operation_id = ?2",
            family, id)
        try tell(AnalyticsFeed.returned, id, count, &writer, unit)
        try writer.finish()
        DeletionStep.restored.reach()
        for receiver in receivers {
            try answer(
                DeletionFeed.applied, receiver, try marked(receiver, writer, unit), version: 1,
                family, unit)
        }
        try answer(DeletionFeed.restored, id, count, version: 2, family, unit)
        DeletionStep.told.reach()
        DeletionStep.toldCommitted.reach(afterCommitOf: unit)
    }

    /// Turns posts that conflict with a newer post into an operation of their own in the trash.
    /// They can be restored once the newer post is deleted, and are otherwise purged in due time.
    private func keepAside(
        _ operation: OperationID, _ writer: inout PostWriter, _ unit: UnitOfWork
    ) throws {
        let count = try marked(operation, writer, unit)
        guard count > 0 else { return }
        let own = OperationID(high: operation.high, low: operation.low ^ Self.asideBits)
        try unit.transaction.execute(Self.asideSQL, writer.family.no, operation, own, unit.now)
        guard try unit.operation(own, of: writer.family.id) == nil else { return }
        try unit.recordOperation(
            DeletePost.name, of: writer.family.id, by: unit.actor,
            counts: [DeletePost.table: count], as: own)
    }

    /// Schedules the posts for removal after COMMIT, as emptying the trash does. The tombstones
    /// stay, so that no post can refer to the records again.
    private func erase(_ operation: DeletionFeed.OperationPayload, _ unit: UnitOfWork) throws {
        let (family, id) = (operation.familyUnitID, operation.operationID)
        let writer = try PostWriter(family, unit.transaction, cache)
        let count = try marked(id, writer, unit)
        try DeletionTombstones.close(id, family, unit.transaction)
        try unit.eraseRecords(of: id, family)
        try answer(DeletionFeed.erased, id, count, version: 3, family, unit)
    }

    // MARK: Parts

    private func marked(
        _ operation: OperationID, _ writer: PostWriter, _ unit: UnitOfWork
    ) throws -> Int {
        try unit.transaction.count(Self.markedSQL, writer.family.no, operation)
    }

    private func tell(
        _ type: String, _ operation: OperationID, _ count: Int, _ writer: inout PostWriter,
        _ unit: UnitOfWork
    ) throws {
        guard count > 0 else { return }
        try unit.record(
            NewChange(
                type, of: DeletionFeed.aggregate, operation, family: writer.family.id,
                payload: try writer.batch(operation, count: count)))
    }

    private func answer(
        _ type: String, _ operation: OperationID, _ count: Int, version: Int64,
        _ family: FamilyID, _ unit: UnitOfWork
    ) throws {
        try unit.record(
            NewChange(
                type, of: DeletionFeed.aggregate, operation, version: version, family: family,
                payload: DeletionFeed.CountsPayload(
                    operationID: operation, familyUnitID: family,
                    counts: count > 0 ? [DeletePost.table: count] : [:])))
    }
}
