import Contracts
import Storage
import Support
import Testing

@testable import Analytics
@testable import DataServiceKit

@Suite struct PostTotalsTests {
    private let harness: AnalyticsHarness

    init() throws { harness = try AnalyticsHarness() }

    /// Adds posts as several commands of one group would, each with a writer of its own. Returns
    /// the ranges of new posts of the family.
    @discardableResult
    private func addInOneGroup(
        _ posts: [(family: FamilyID, date: String)]
    ) throws -> [ClosedRange<Int64>] {
        let (family, now) = (harness.family, harness.fixture.now)
        return try harness.fixture.service.database.write { [cache = harness.cache] transaction in
            for post in posts {
                var writer = try PostWriter(post.family, transaction, cache)
                let input = try PostForm(platform: "twitter", postDate: post.date).validated()
                _ = try writer.insert(
                    input, at: .none, .init(),
                    .init(createdBy: UserID(high: 1, low: 1), createdAt: now, importNo: nil))
            }
            let totals = transaction.groupWork(PostTotals.self)
            return totals.totals(of: try Family.make(family, transaction), cache).newPosts
        }
    }

    private func addInOneGroup(_ dates: [String]) throws -> [ClosedRange<Int64>] {
        try addInOneGroup(dates.map { (harness.family, $0) })
    }

    private var version: Int64? {
        get throws {
            try harness.fixture.service.database.read {
                try $0.scalar("SELECT version FROM families")
            }
        }
    }

    @Test func commandsOfAGroupShareOneVersionAndOneRange() throws {
        #expect(try addInOneGroup(["2026-02-09T10:00:00Z"]) == [1...1])
        let before = try #require(try version)
        let dates = ["2026-02-08T10:00:00Z", "2026-02-09T11:00:00Z", "2026-02-09T12:00:00Z"]
        #expect(try addInOneGroup(dates) == [2...4])
        #expect(try version == before + 1)
    }

    @Test func postsBeforeAndAfterThoseOfAnotherFamilyAreTwoRanges() throws {
        let families = [harness.family, harness.otherFamily, harness.family]
        #expect(try addInOneGroup(families.map { ($0, "2026-02-09T10:00:00Z") }) == [1...1, 3...3])
    }

    @Test func totalsOfAGroupAreThoseOfItsPosts() throws {
        #expect(try harness.figures(.all).summary.totalPosts == 0)
        _ = try addInOneGroup(["2026-02-08T10:00:00Z", "2026-02-09T11:00:00Z"])
        #expect(try harness.figures(.all).summary.totalPosts == 2)
        let post = try harness.add("2026-02-09T13:00:00Z")
        #expect(try harness.figures(.all).summary.totalPosts == 3)
        _ = try harness.fixture.call(
            DeletePost.self, .init(id: post.id), as: harness.player, in: harness.family)
        #expect(try harness.figures(.all).summary.totalPosts == 2)
    }
}
