import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Trash and undo for posts. Posts belong to the family, so every player may undo.
enum PostsTrash {
    /// Returns the trash plan; `wake` triggers the housekeeping tasks.
    static func plan(_ cache: AnswerCache, wake: @escaping @Sendable () -> Void) -> TrashPlan {
        TrashPlan(
            tables: [
                TrashTable(
                    MarkedTable("social_media_posts"),
                    title: "coalesce(substr(content, 1, 60), author_name, 'Post')")
            ]
        ) { id, operation, scope, unit in
            guard operation.kind == ImportPosts.name else {
                return try restore(id, scope, unit, cache)
            }
            unit.transaction.afterCommit(wake)
            return try undoImport(id, scope, unit, cache)
        }
    }

    private static func undoImport(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork, _ cache: AnswerCache
    ) throws -> UndoOperation.Response {
        let family = try Family.make(scope.familyID, unit.transaction)
        let ledger = PostImportLedger(family: family, transaction: unit.transaction)
        guard let entry = try ledger.find(id) else { throw ServiceError.notFound(.operation) }
        let removed = try PostRemoval.begin(entry, of: scope.familyID, unit, cache)
        _ = try unit.undo(id, of: scope, in: [])
        try unit.recount(id, of: scope.familyID, [DeletePost.table: removed])
        return UndoOperation.Response(id, removed: [DeletePost.table: removed])
    }

    /// Throws if a school or coach of these posts is in the trash and can still be restored: it has
    /// to be restored first.
    private static func requireOwners(
        of posts: [Post], _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let tombstones = DeletionTombstones(scope.familyID, unit.transaction)
        for post in posts {
            let owners = [
                post.schoolID.map { (DeletionFeed.Kind.school, RecordID($0)) },
                post.coachID.map { (DeletionFeed.Kind.coach, RecordID($0)) },
            ]
            for (kind, id) in owners.compactMap({ $0 }) {
                guard let other = try tombstones.restorable(kind, id) else { continue }
                throw DeletionTombstones.refusal(kind, deletedBy: other)
            }
        }
    }

    private static func restore(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork, _ cache: AnswerCache
    ) throws -> UndoOperation.Response {
        var writer = try PostWriter(scope.familyID, unit.transaction, cache)
        try requireOwners(of: try writer.marked(by: id), scope, unit)
        let lost = try writer.releaseLost(deletedBy: id)
        let posts = try writer.marked(by: id)
        let count = try writer.restore(deletedBy: id, limit: posts.count)
        _ = try unit.undo(id, of: scope, in: [])
        for post in posts {
            try unit.record(
                NewChange(
                    AnalyticsFeed.restored, of: PostChange.aggregate, post.id, version: 3,
                    family: scope.familyID, payload: post))
        }
        var response = UndoOperation.Response(
            id, restored: [DeletePost.table: count], ids: posts.map(\.id.text))
        response.noteLost(.coach, of: DeletePost.table, lost.ofCoaches)
        response.noteLost(.school, of: DeletePost.table, lost.ofSchools)
        return response
    }
}
