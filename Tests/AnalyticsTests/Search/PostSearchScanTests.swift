import Contracts
import Foundation
import Storage
import Support
import Testing

@testable import Analytics

/// A search finds the posts that a plain walk over all posts finds.
@Suite("posts.search equals a scan")
struct PostSearchScanTests {
    private static let queries =
        ScannedRecord.queries + [
            "1", "2 camp", "elon camp", "coach:dora", "coach:zo", "coach:camp", "school:elon",
            "school:duke camp", "school:\"duke uni\" x", "camp type:twitter", "off type:post",
            "dora", "duke", "camp after:2026-02-01", "x before:2026-02-01",
            "x after:2026-01-20 before:2026-02-05",
        ]

    private let home: AnalyticsHarness
    private let schools: [(id: SchoolID, name: String)]
    private let coaches: [(id: CoachID, name: String)]
    private var numbers = SeededNumbers(seed: 0)

    init() throws {
        let home = try AnalyticsHarness()
        self.home = home
        schools = try ["Duke University", "Elon"].map { (try home.school($0), $0) }
        coaches = try [("Dora", "Camp"), ("Zoë", "Lee")].map {
            (try home.coach($0, $1), "\($0) \($1)")
        }
        try home.settle()
    }

    private func record(of post: Post) -> ScannedRecord {
        ScannedRecord(
            .post, id: post.id.text, type: post.platform.rawValue,
            day: CivilDay(daysSince1970: post.postDate.milliseconds / 86_400_000),
            title: "\(post.authorName ?? "") \(post.authorHandle ?? "")",
            coach: coaches.first { $0.id == post.coachID }?.name ?? "",
            school: schools.first { $0.id == post.schoolID }?.name ?? "",
            texts: [post.postContent])
    }

    private mutating func text(_ count: Int) -> String {
        // The index has the numbers of schools and coaches as words.
        ScannedRecord.text(count, with: ["1", "2"], using: &numbers)
    }

    private mutating func add(
        in family: FamilyID, as person: ServiceFixture.Person
    ) throws -> Post {
        let today = ScannedRecord.today.daysSince1970
        let time = Int64.random(in: today - 29..<today, using: &numbers) * 86_400_000
        var form = PostForm(
            platform: Bool.random(using: &numbers) ? "twitter" : "instagram",
            postDate: Instant(milliseconds: time).text)
        form.authorName = FormField(Bool.random(using: &numbers) ? text(2) : nil)
        form.authorHandle = FormField(Bool.random(using: &numbers) ? "@zo_camp" : nil)
        form.postContent = FormField(Bool.random(using: &numbers) ? text(6) : nil)
        if family == home.family {
            form.schoolID = FormField(schools.randomElement(using: &numbers)?.id.text)
            form.coachID = FormField(
                Bool.random(using: &numbers)
                    ? coaches.randomElement(using: &numbers)?.id.text : nil)
        }
        return try home.fixture.call(AddPost.self, form, as: person, in: family).post
    }

    // N-140, N-21, N-22
    @Test(arguments: 0..<3 as Range<UInt64>)
    mutating func aSearchFindsWhatAScanFinds(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        var posts: [Post] = []
        var others: [Post] = []
        for _ in 0..<4 {
            for _ in 0..<15 {
                posts.append(try add(in: home.family, as: home.player))
                others.append(try add(in: home.otherFamily, as: home.stranger))
            }
            var deletions: [(post: Post, operation: OperationID)] = []
            for _ in 0..<4 {
                let place = Int.random(in: posts.indices, using: &numbers)
                let operation = try home.fixture.call(
                    DeletePost.self, .init(id: posts[place].id), as: home.sibling, in: home.family
                ).operationID
                deletions.append((posts.remove(at: place), operation))
            }
            let undone = deletions.removeFirst()
            _ = try home.fixture.call(
                UndoOperation.self, .init(operationID: undone.operation), as: home.player,
                in: home.family)
            posts.append(undone.post)
            if let purged = deletions.first {
                _ = try home.fixture.call(
                    PurgeOperations.self, .init(operationID: purged.operation), as: home.player,
                    in: home.family)
            }
            _ = try ScannedRecord.compare(
                posts.map { record(of: $0) }, with: Self.queries, SearchedPosts.self,
                of: home.fixture, as: [home.player, home.sibling, home.parent], in: home.family)
            _ = try ScannedRecord.compare(
                others.map { record(of: $0) }, with: Self.queries, SearchedPosts.self,
                of: home.fixture, as: [home.stranger], in: home.otherFamily)
        }
    }
}
