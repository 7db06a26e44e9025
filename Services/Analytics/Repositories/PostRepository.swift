import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// The filters and the time window of a list of posts.
struct PostSelection {
    let filters: ListInput<PostFilter>
    let window: DateWindow

    /// SQL of the filters. The window determines the range of the index that is read.
    static let conditions = FilterConditions<PostFilter>(parametersFrom: 5) { filter in
        switch filter {
        case .platform: .equal("(CASE p.platform WHEN 0 THEN 'twitter' ELSE 'instagram' END)")
        case .schoolID:
            .meets {
                """
                p.school = (SELECT number FROM family_schools \
                WHERE family_no = ?1 AND school_id = \($0))
                """
            }
        case .recruiting: .equal("p.recruiting")
        case .sentiment:
            .equal(
                """
                (CASE p.sentiment WHEN 0 THEN 'very_positive' WHEN 1 THEN 'positive' \
                WHEN 2 THEN 'neutral' WHEN 3 THEN 'negative' END)
                """)
        case .search, .days, .since, .until: .own
        }
    }

    /// The folded search text, or `nil`. Texts of posts are not stored folded, since there may be a
    /// million of them; a search reads every post that the other filters leave.
    private let searched: String?

    init(
        _ filters: ListInput<PostFilter>, at now: Instant, familyZone: () throws -> TimeZone
    ) rethrows {
        self.filters = filters
        if case .text(let text) = filters[.search] {
            searched = SearchFolding.fold(text)
        } else {
            searched = nil
        }
        window = try DateWindow(filters, at: now, familyZone: familyZone)
    }

    var isSearch: Bool { searched != nil }

    /// Whether a post contains the search text.
    func finds(_ post: Post) -> Bool {
        guard let searched else { return true }
        let fields = [post.postContent, post.authorName, post.authorHandle]
        return SearchFolding.fold(fields: fields)?.contains(searched) == true
    }

    /// The bounds of the window in milliseconds since 1970.
    var ends: (first: Int64, last: Int64) {
        (
            window.since?.milliseconds ?? .min,
            window.until?.milliseconds ?? .max
        )
    }
}

/// Reads the posts of one family.
struct PostRepository {
    /// Without statistics SQLite would read the whole family, so statements name their index
    /// (<https://sqlite.org/lang_indexedby.html>). ?1 family number, ?2 and ?3 window, ?4 limit, ?5
    /// and following: other filters.
    static let listSQL = """
        SELECT \(PostRow.columns) FROM posts AS p INDEXED BY posts_by_time \(PostRow.joins)
        WHERE p.family_no = ?1 AND p.posted_at BETWEEN ?2 AND ?3
            AND p.deleted_at IS NULL\(PostSelection.conditions.sql)
        ORDER BY p.posted_at DESC, p.id LIMIT ?4
        """
    static let byIDSQL = """
        SELECT \(PostRow.columns) FROM posts AS p \(PostRow.joins)
        WHERE p.id = ?2 AND p.family_no = ?1 AND p.deleted_at IS NULL
        """
    /// ?2 number of digits, ?3 digits, ?4 limit.
    static let byEndingSQL = """
        SELECT \(PostRow.columns) FROM posts AS p INDEXED BY posts_by_time \(PostRow.joins)
        WHERE p.family_no = ?1 AND p.deleted_at IS NULL AND substr(hex(p.id), -?2) = ?3
        ORDER BY p.posted_at DESC, p.id LIMIT ?4
        """
    /// ?2 earliest time, ?3 limit.
    static let recruitingSQL = """
        SELECT \(PostRow.columns) FROM posts AS p INDEXED BY posts_recruiting \(PostRow.joins)
        WHERE p.family_no = ?1 AND p.posted_at >= ?2 AND p.recruiting = 1
            AND p.deleted_at IS NULL
        ORDER BY p.posted_at DESC, p.id LIMIT ?3
        """

    let family: Family
    let transaction: ReadTransaction

    /// Calls `row` for each post of a list, newest first, then by id.
    func forEach(
        _ selection: PostSelection, limit: Int?, row: (Post) throws -> Void
    ) throws {
        let rowsMax = limit ?? .max
        var count = 0
        do {
            try transaction.query(
                Self.listSQL,
                values: values(selection, limit: selection.isSearch ? -1 : limit ?? -1),
                row: {
                    let post = try PostRow.post($0, of: family.id)
                    guard selection.finds(post) else { return }
                    try row(post)
                    count += 1
                    if count >= rowsMax { throw HasEnough() }
                })
        } catch is HasEnough {}
    }

    /// Thrown to end a query early.
    private struct HasEnough: Error {}

    private func values(_ selection: PostSelection, limit: Int) -> [any SQLBindable] {
        [family.no, selection.ends.first, selection.ends.last, limit]
            + PostSelection.conditions.values(of: selection.filters)
    }

    /// Returns one post of the family, or `nil`.
    func find(_ id: PostID) throws -> Post? {
        try transaction.first(Self.byIDSQL, family.no, id) {
            try PostRow.post($0, of: family.id)
        }
    }

    /// Returns posts whose id ends in these upper-case hexadecimal digits.
    func find(ending digits: String, limit: Int) throws -> [Post] {
        try transaction.rows(Self.byEndingSQL, family.no, digits.utf8.count, digits, limit) {
            try PostRow.post($0, of: family.id)
        }
    }

    /// Returns the newest posts about recruiting.
    func recruiting(notBefore start: Instant, limit: Int) throws -> [Post] {
        try transaction.rows(Self.recruitingSQL, family.no, start, limit) {
            try PostRow.post($0, of: family.id)
        }
    }
}
