import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lets posts refer to the coach who stays when two are merged, or to the school that stays, as
/// whose posts they are counted then. Figures count posts by school, so that a merge of coaches
/// leaves them as they are.
struct PostsOfMerged: MergedRecords {
    let cache: AnswerCache

    /// The statements about one kind of records, each with ?1 family number. They find the posts of
    /// a record (?2 its number), in the trash or not, and the number of a record (?2 its id).
    private struct Finding {
        let live: String
        let trashed: String
        let number: String
    }

    private static let ofCoaches = Finding(
        live: """
            SELECT id FROM posts INDEXED BY posts_by_coach
            WHERE family_no = ?1 AND coach = ?2 AND coach IS NOT NULL AND deleted_at IS NULL
            """,
        trashed: """
            SELECT id FROM posts INDEXED BY posts_by_operation
            WHERE family_no = ?1 AND operation_id IS NOT NULL AND coach = ?2
                AND deleted_at IS NOT NULL
            """,
        number: "SELECT no FROM family_coaches WHERE family_no = ?1 AND coach_id = ?2")

    /// Merging schools is rare, so this reads the family's index instead of making every insert
    /// maintain one more.
    private static let ofSchools = Finding(
        live: """
            SELECT id FROM posts INDEXED BY posts_by_time
            WHERE family_no = ?1 AND school = ?2 AND deleted_at IS NULL
            """,
        trashed: """
            SELECT id FROM posts INDEXED BY posts_by_operation
            WHERE family_no = ?1 AND operation_id IS NOT NULL AND school = ?2
                AND deleted_at IS NOT NULL
            """,
        number: PostRepository.schoolNumberSQL)

    /// ?1 family number, ?2 post, ?3 old coach, ?4 new coach.
    static let moveSQL = """
        UPDATE posts SET coach = ?4 WHERE id = ?2 AND +family_no = ?1 AND coach = ?3
        """
    static let isLiveSQL = """
        SELECT deleted_at IS NULL FROM posts WHERE id = ?2 AND +family_no = ?1
        """

    /// Every statement, for tests of their plans.
    static let statements =
        [ofCoaches, ofSchools].flatMap { [$0.live, $0.trashed, $0.number] } + [moveSQL, isLiveSQL]

    func move(_ merge: Merge, _ work: DeletionWork, at instant: Instant) throws {
        let family = try Family.make(work.family, work.unit.transaction)
        guard let from = try number(of: merge.from, merge, family, work) else { return }
        let finding = Self.finding(merge)
        var ids: [RecordID] = []
        for (sql, areTrashed) in [(finding.live, false), (finding.trashed, true)] {
            let found = try work.unit.transaction.rows(sql, family.no, from) {
                try $0.identifier(0) as RecordID
            }
            try MovedRecords(work).note(found, in: DeletePost.table, areTrashed: areTrashed)
            ids += found
        }
        _ = try refer(ids, merge, work)
    }

    func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int] {
        let ids = try MovedRecords(work).ids(in: DeletePost.table)
        return [DeletePost.table: try refer(ids, merge.reversed, work)]
    }

    private static func finding(_ merge: Merge) -> Finding {
        merge.kind == .coach ? ofCoaches : ofSchools
    }

    private func number(
        of record: RecordID, _ merge: Merge, _ family: Family, _ work: DeletionWork
    ) throws -> Int64? {
        try work.unit.transaction.scalar(Self.finding(merge).number, family.no, record)
    }

    /// Changes the coach or school of posts, and reports the number of those that are not in the
    /// trash. Returns this number.
    private func refer(_ ids: [RecordID], _ merge: Merge, _ work: DeletionWork) throws -> Int {
        guard !ids.isEmpty else { return 0 }
        let writer = try PostWriter(work.family, work.unit.transaction, cache)
        guard let from = try number(of: merge.from, merge, writer.family, work),
            let into = try number(of: merge.into, merge, writer.family, work)
        else { return 0 }
        var live = 0
        for id in ids {
            let isLive =
                merge.kind == .coach
                ? try move(id, fromCoach: from, to: into, writer.family, work)
                : try writer.move(PostID(id), from: from, to: into)
            if isLive == true { live += 1 }
        }
        if live > 0 {
            try work.unit.record(
                NewChange(
                    AnalyticsFeed.moved, of: DeletionFeed.aggregate, work.operationID,
                    family: work.family,
                    payload: AnalyticsFeed.MovedPayload(
                        familyUnitID: work.family, operationID: work.operationID, count: live,
                        fromID: merge.from, intoID: merge.into, kind: merge.kind)))
            // The writer only knows of posts whose school changed.
            if merge.kind == .coach { writer.touch() }
        }
        return live
    }

    /// Lets a post be one of another coach. Returns whether it is not in the trash; nil if it is
    /// not one of the old coach.
    private func move(
        _ id: RecordID, fromCoach old: Int64, to new: Int64, _ family: Family,
        _ work: DeletionWork
    ) throws -> Bool? {
        let transaction = work.unit.transaction
        guard try transaction.execute(Self.moveSQL, family.no, id, old, new) > 0 else { return nil }
        return try transaction.scalar(Self.isLiveSQL, family.no, id) == 1
    }
}
