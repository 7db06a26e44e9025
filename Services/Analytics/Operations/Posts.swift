import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension AddPost {
    /// The message for a second post with the same address.
    static let duplicate = "Your family already has a post with this address"

    /// Adds a single post to the family in force. Returns the encoded `Response`.
    static func handle(
        _ input: PostInput, _ scope: FamilyScope, _ unit: UnitOfWork, _ cache: AnswerCache
    ) throws -> [UInt8] {
        var writer = try PostWriter(scope.familyID, unit.transaction, cache)
        let references = try writer.references(of: input)
        let address = input.url.map(PostAddress.init) ?? .none
        if let url = input.url, try writer.has(url, at: address) {
            throw ServiceError(.conflict, duplicate)
        }
        let origin = PostWriter.Origin(
            createdBy: scope.userID, createdAt: unit.now, importNo: nil)
        let id = try writer.insert(input, at: address, references, origin)
        let post = try JSONCoding.encode(Post(id, of: scope.familyID, input, references, origin))
        try unit.record(
            NewChange(
                AnalyticsFeed.added, of: PostChange.aggregate, id, family: scope.familyID,
                json: post))
        var response = JSONWriter(capacity: post.count + 16)
        response.beginObject()
        response.key("post")
        response.raw(json: post)
        response.endObject()
        return response.bytes
    }
}

/// Names used for posts in the change feed.
enum PostChange {
    static let aggregate = "post"
}

extension ListPosts {
    /// The most rows in an answer without a limit, about 20 MiB.
    static let rowsMax = 50_000

    /// Lists posts, newest first.
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let scope = try context.requireFamily()
        let family = try Family.find(scope.familyID, transaction)
        let selection = try PostSelection(
            input, at: context.now,
            familyZone: { try IdentityReplica.timeZone(of: scope.familyID, in: transaction) })
        var rows = JSONWriter(capacity: 65_536)
        var count = 0
        rows.beginArray()
        let posts = family.map { PostRepository(family: $0, transaction: transaction) }
        // With a known total, reading ends with the last row instead of with the window.
        let known = selection.isSearch ? nil : try posts?.count(selection)
        let limit = min(input.limit ?? rowsMax, rowsMax, known ?? rowsMax)
        try posts?.forEach(selection, limit: limit) { post in
            post.write(to: &rows)
            count += 1
        }
        rows.endArray()
        let total = try known ?? (count < limit ? count : posts?.count(selection) ?? 0)
        let chips = try input.chips { _, id in
            try family.flatMap { try schoolName(SchoolID(id), $0, transaction) }
        }
        return json(chips, total: total, rows)
    }

    static let schoolNameSQL = """
        SELECT name FROM family_schools WHERE family_no = ?1 AND school_id = ?2
        """

    private static func schoolName(
        _ id: SchoolID, _ family: Family, _ transaction: ReadTransaction
    ) throws -> String? {
        try transaction.first(schoolNameSQL, family.no, id) {
            try $0.textOrNil(0)
        } ?? nil
    }

    /// Encodes the response exactly as `JSONCoding.encode(Response)` does.
    private static func json(
        _ chips: [ActiveFilter], total: Int, _ rows: borrowing JSONWriter
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 1_024)
        json.beginObject()
        json.member("active_filters", chips)
        json.member("has_active_filters", !chips.isEmpty)
        json.key("posts")
        let place = json.reserveValue()
        json.member("total", total)
        json.endObject()
        return json.bytes(placing: rows, at: place)
    }
}

extension FindPosts {
    static func handle(
        _ input: Request.Input, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        guard let family = try Family.find(scope.familyID, transaction) else {
            return Response(posts: [])
        }
        let posts = PostRepository(family: family, transaction: transaction)
        return Response(
            posts: try posts.find(
                ending: input.digits.uppercased(), limit: FindInteractions.matchesMax))
    }
}

extension DeletePost {
    static let message = "Post deleted"
    /// The name for posts in answers and operation counts.
    static let table = "social_media_posts"

    static func handle(
        _ input: Request, _ scope: FamilyScope, _ unit: UnitOfWork, _ cache: AnswerCache
    ) throws -> Response {
        let family = try Family.find(scope.familyID, unit.transaction)
        let post = try family.flatMap {
            try PostRepository(family: $0, transaction: unit.transaction).find(input.id)
        }
        guard let post else { throw ServiceError.notFound(.post) }
        var writer = try PostWriter(scope.familyID, unit.transaction, cache)
        guard try writer.delete(post.id, by: unit.operationID, at: unit.now) else {
            throw ServiceError.notFound(.post)
        }
        try unit.recordOperation(name, of: scope, counts: [table: 1])
        try unit.record(
            NewChange(
                AnalyticsFeed.deleted, of: PostChange.aggregate, post.id, version: 2,
                family: scope.familyID, payload: post))
        return Response(deleted: [table: 1], message: message, operationID: unit.operationID)
    }
}
