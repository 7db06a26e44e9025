import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lets posts refer to the school that stays when two are merged, and counts them as its posts.
struct PostsOfMergedSchools {
    let cache: AnswerCache

    /// Merging schools is rare, so this reads the family's index instead of making every insert
    /// maintain one more. ?1 family number, ?2 school number.
    static let liveSQL = """
        SELECT id FROM posts INDEXED BY posts_by_time
        WHERE family_no = ?1 AND school = ?2 AND deleted_at IS NULL
        """
    static let trashedSQL = """
        SELECT id FROM posts INDEXED BY posts_by_operation
        WHERE family_no = ?1 AND operation_id IS NOT NULL AND school = ?2
            AND deleted_at IS NOT NULL
        """
    static let numberSQL = """
        SELECT number FROM family_schools WHERE family_no = ?1 AND school_id = ?2
        """

    /// Every statement, for tests of their plans.
    static let statements = [liveSQL, trashedSQL, numberSQL]

    func move(_ merge: Merge, _ work: DeletionWork) throws {
        let family = try Family.make(work.family, work.unit.transaction)
        guard let from = try number(of: merge.from, family, work) else { return }
        let ids = try [Self.liveSQL, Self.trashedSQL].flatMap { sql in
            try work.unit.transaction.rows(sql, family.no, from) {
                try $0.identifier(0) as RecordID
            }
        }
        try MovedRecords(work).note(ids, in: DeletePost.table)
        _ = try refer(ids, merge, work)
    }

    func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int] {
        let ids = try MovedRecords(work).ids(in: DeletePost.table)
        return [DeletePost.table: try refer(ids, merge.reversed, work)]
    }

    private func number(
        of school: RecordID, _ family: Family, _ work: DeletionWork
    ) throws -> Int64? {
        try work.unit.transaction.scalar(Self.numberSQL, family.no, school)
    }

    /// Changes the school of posts, and reports the number of those that are not in the trash.
    /// Returns how many there were.
    private func refer(
        _ ids: [RecordID], _ merge: Merge, _ work: DeletionWork
    ) throws -> Int {
        guard !ids.isEmpty else { return 0 }
        var writer = try PostWriter(work.family, work.unit.transaction, cache)
        guard let from = try number(of: merge.from, writer.family, work),
            let into = try number(of: merge.into, writer.family, work)
        else { return 0 }
        var (count, live) = (0, 0)
        for id in ids {
            guard let isLive = try writer.move(PostID(id), from: from, to: into) else { continue }
            count += 1
            if isLive { live += 1 }
        }
        if live > 0 {
            try work.unit.record(
                NewChange(
                    AnalyticsFeed.moved, of: DeletionFeed.aggregate, work.operationID,
                    family: work.family,
                    payload: AnalyticsFeed.MovedPayload(
                        familyUnitID: work.family, operationID: work.operationID, count: live,
                        fromID: merge.from, intoID: merge.into, kind: .school)))
        }
        try writer.finish()
        return count
    }
}
