import Contracts
import DataServiceKit
import Storage

/// The replica of the analytics feed: the number of posts that refer to each coach and school,
/// which block a simple delete. Posts change by the thousand, so the feed reports and the replica
/// stores only numbers.
struct PostCounts: RecordingReplica {
    static let countSQL = """
        SELECT row_count FROM post_counts
        WHERE family_unit_id = ?1 AND kind = ?2 AND record_id = ?3
        """

    var producer: ServiceName { .analytics }

    /// The fields of a post that are used.
    @JSONObject
    private struct NamedPost: Decodable, JSONReadable {
        let familyUnitID: FamilyID
        let schoolID: SchoolID?
        let coachID: CoachID?
    }

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        switch change.type {
        case AnalyticsFeed.added, AnalyticsFeed.restored:
            try add(1, of: try change.decodedPayload() as NamedPost, change, unit)
        case AnalyticsFeed.deleted:
            try add(-1, of: try change.decodedPayload() as NamedPost, change, unit)
        case AnalyticsFeed.imported, AnalyticsFeed.returned:
            try add(1, of: try change.decodedPayload() as AnalyticsFeed.BatchPayload, change, unit)
        case AnalyticsFeed.removed:
            try add(-1, of: try change.decodedPayload() as AnalyticsFeed.BatchPayload, change, unit)
        case AnalyticsFeed.moved:
            let moved: AnalyticsFeed.MovedPayload = try change.decodedPayload()
            let late = LateReferences(of: change, moved.familyUnitID, unit)
            let kind = moved.kind ?? .coach
            try add(-moved.count, kind, moved.fromID, late, unit)
            try add(moved.count, kind, moved.intoID, late, unit)
        default:
            break
        }
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM post_counts /* all families: a rebuild */")
    }

    private func add(
        _ sign: Int, of post: NamedPost, _ change: Change, _ unit: UnitOfWork
    ) throws {
        let late = LateReferences(of: change, post.familyUnitID, unit)
        if let id = post.schoolID {
            try add(sign, .school, RecordID(id), late, unit)
        }
        if let id = post.coachID {
            try add(sign, .coach, RecordID(id), late, unit)
        }
    }

    private func add(
        _ sign: Int, of batch: AnalyticsFeed.BatchPayload, _ change: Change, _ unit: UnitOfWork
    ) throws {
        let late = LateReferences(of: change, batch.familyUnitID, unit)
        let counts = [(DeletionFeed.Kind.school, batch.schools), (.coach, batch.coaches)]
        for (kind, records) in counts {
            for (text, count) in records {
                guard let id = RecordID(text: text) else { continue }
                try add(sign * count, kind, id, late, unit)
            }
        }
    }

    private func add(
        _ count: Int, _ kind: DeletionFeed.Kind, _ id: RecordID, _ late: LateReferences,
        _ unit: UnitOfWork
    ) throws {
        if count > 0 { try late.restore(kind, id) }
        try unit.transaction.execute(
            """
            INSERT INTO post_counts (family_unit_id, kind, record_id, row_count)
            VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (family_unit_id, kind, record_id)
            DO UPDATE SET row_count = row_count + excluded.row_count
            """, late.family, kind.rawValue, id, count)
    }
}
