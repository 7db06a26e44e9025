import Contracts
import DataServiceKit
import Storage

extension PostRepository {
    static let countSQL = """
        SELECT count(*) FROM posts AS p INDEXED BY posts_by_time
        WHERE p.family_no = ?1 AND p.posted_at BETWEEN ?2 AND ?3 AND ?4 IS NOT 0
            AND p.deleted_at IS NULL\(PostSelection.conditions.sql)
        """
    static let schoolNumberSQL = """
        SELECT number FROM family_schools WHERE family_no = ?1 AND school_id = ?2
        """

    /// The number of rows in a list. Without an answer of the rollups, this reads the posts in the
    /// window.
    func count(_ selection: PostSelection) throws -> Int {
        if let count = try countByRollups(selection) { return count }
        guard selection.isSearch else {
            return try transaction.count(Self.countSQL, values: values(selection, limit: -1))
        }
        var count = 0
        try forEach(selection, limit: nil) { _ in count += 1 }
        return count
    }

    /// The number of rows in a list with at most one filter beside its window, at a cost
    /// independent of the number of posts; nil for a search or several filters, whose posts no
    /// rollup counts.
    func countByRollups(_ selection: PostSelection) throws -> Int? {
        let filters = selection.filters.active.filter { !$0.isWindow }
        guard filters.count <= 1, !selection.isSearch else { return nil }
        let (first, last) = selection.ends
        guard first <= last else { return 0 }
        let reader = RollupReader(family: family, transaction: transaction)
        let value = filters.first.flatMap { selection.filters[$0] }
        let after =
            try last == .max ? 0 : posts(in: reader.totals(from: last + 1), filters.first, value)
        return Int(try posts(in: reader.totals(from: first), filters.first, value) - after)
    }

    /// The posts that a filter leaves of all that are counted.
    private func posts(
        in totals: Totals, _ filter: PostFilter?, _ value: FilterValue?
    ) throws -> Int64 {
        let counts = totals.counts
        switch (filter, value) {
        case (.recruiting, _):
            return counts.recruiting
        case (.platform, .words(let words)):
            return words.reduce(0) {
                let isTwitter = $1.word == SocialPlatform.twitter.rawValue
                return $0 + (isTwitter ? counts.twitter : counts.total - counts.twitter)
            }
        case (.sentiment, .words(let words)):
            return words.compactMap { Sentiment(rawValue: $0.word) }
                .reduce(0) { $0 + counts.sentiments[Int(PostRow.number(of: $1))] }
        case (.schoolID, .record(let id)):
            let number = try transaction.scalar(Self.schoolNumberSQL, family.no, id)
            return number.map { totals.posts(ofSchool: $0) } ?? 0
        default:
            return counts.total
        }
    }
}

extension PostFilter {
    /// Whether the filter bounds the time of publication.
    fileprivate var isWindow: Bool {
        switch self {
        case .days, .since, .until: true
        case .search, .platform, .schoolID, .recruiting, .sentiment: false
        }
    }
}
