import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lets posts refer to the coach who stays when two are merged, or to the school that stays
/// (`PostsOfMergedSchools`). Figures count posts by school, so that a merge of coaches leaves them
/// as they are.
struct PostsOfMerged: MergedRecords {
    let cache: AnswerCache

    /// ?1 family number, ?2 coach number.
    static let liveSQL = """
        SELECT id FROM posts INDEXED BY posts_by_coach
        WHERE family_no = ?1 AND coach = ?2 AND coach IS NOT NULL AND deleted_at IS NULL
        """
    static let trashedSQL = """
        SELECT id FROM posts INDEXED BY posts_by_operation
        WHERE family_no = ?1 AND operation_id IS NOT NULL AND coach = ?2
            AND deleted_at IS NOT NULL
        """
    /// ?1 family number, ?2 post, ?3 old coach, ?4 new coach.
    static let moveSQL = """
        UPDATE posts SET coach = ?4 WHERE id = ?2 AND +family_no = ?1 AND coach = ?3
        """
    static let isLiveSQL = """
        SELECT deleted_at IS NULL FROM posts WHERE id = ?2 AND +family_no = ?1
        """
    static let numberSQL = """
        SELECT no FROM family_coaches WHERE family_no = ?1 AND coach_id = ?2
        """

    /// Every statement, for tests of their plans.
    static let statements = [liveSQL, trashedSQL, moveSQL, isLiveSQL, numberSQL]

    func move(_ merge: Merge, _ work: DeletionWork, at instant: Instant) throws {
        guard merge.kind == .coach else {
            return try PostsOfMergedSchools(cache: cache).move(merge, work)
        }
        let family = try Family.make(work.family, work.unit.transaction)
        guard let from = try number(of: merge.from, family, work) else { return }
        let ids = try [Self.liveSQL, Self.trashedSQL].flatMap { sql in
            try work.unit.transaction.rows(sql, family.no, from) {
                try $0.identifier(0) as RecordID
            }
        }
        try MovedRecords(work).note(ids, in: DeletePost.table)
        _ = try refer(ids, from: merge.from, to: merge.into, family, work)
    }

    func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int] {
        guard merge.kind == .coach else {
            return try PostsOfMergedSchools(cache: cache).moveBack(merge, work)
        }
        let family = try Family.make(work.family, work.unit.transaction)
        let ids = try MovedRecords(work).ids(in: DeletePost.table)
        return [
            DeletePost.table: try refer(ids, from: merge.into, to: merge.from, family, work)
        ]
    }

    private func number(
        of coach: RecordID, _ family: Family, _ work: DeletionWork
    ) throws -> Int64? {
        try work.unit.transaction.scalar(Self.numberSQL, family.no, coach)
    }

    /// Changes the coach of posts, and reports the number of those that are not in the trash.
    /// Returns how many there were.
    private func refer(
        _ ids: [RecordID], from old: RecordID, to new: RecordID, _ family: Family,
        _ work: DeletionWork
    ) throws -> Int {
        let transaction = work.unit.transaction
        guard !ids.isEmpty, let from = try number(of: old, family, work),
            let into = try number(of: new, family, work)
        else { return 0 }
        var (count, live) = (0, 0)
        for id in ids {
            guard try transaction.execute(Self.moveSQL, family.no, id, from, into) > 0 else {
                continue
            }
            count += 1
            if try transaction.scalar(Self.isLiveSQL, family.no, id) == 1 { live += 1 }
        }
        guard live > 0 else { return count }
        try work.unit.record(
            NewChange(
                AnalyticsFeed.moved, of: DeletionFeed.aggregate, work.operationID,
                family: work.family,
                payload: AnalyticsFeed.MovedPayload(
                    familyUnitID: work.family, operationID: work.operationID, count: live,
                    fromID: old, intoID: new, kind: .coach)))
        var writer = try PostWriter(work.family, transaction, cache)
        try writer.touch()
        return count
    }
}
