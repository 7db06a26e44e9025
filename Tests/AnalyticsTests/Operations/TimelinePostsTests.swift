import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Analytics

@Suite("Timelines: posts")
struct TimelinePostsTests {
    private let harness: AnalyticsHarness

    init() throws { harness = try AnalyticsHarness() }

    private func page(
        _ subject: TimelineSubject, after cursor: String? = nil, limit: Int? = nil,
        as person: ServiceFixture.Person? = nil
    ) throws -> TimelineAnswer {
        try harness.fixture.call(
            ListTimeline<TimelinePosts>.self,
            TimelineRequest(subject, after: cursor, limit: limit), as: person ?? harness.player,
            in: harness.family)
    }

    // N-40, N-41, R-15
    @Test func pagesJoinedAreThePostsOfASchoolOrACoach() throws {
        let (school, other) = (try harness.school("Duke"), try harness.school("Elon"))
        let (coach, second) = (try harness.coach(), try harness.coach())
        try harness.settle()
        var numbers = SeededNumbers(seed: 7)
        var posts: [Post] = []
        for _ in 0..<60 {
            let day = Int.random(in: 10...14, using: &numbers)
            let schools: [SchoolID?] = [nil, school, school, other]
            let coaches: [CoachID?] = [nil, coach, coach, second]
            posts.append(
                try harness.add("2026-01-\(day)T10:00:00Z") { form in
                    form.schoolID = FormField(schools.randomElement(using: &numbers)??.text)
                    form.coachID = FormField(coaches.randomElement(using: &numbers)??.text)
                })
        }
        let gone = try #require(posts.first { $0.schoolID == school && $0.coachID == coach })
        _ = try harness.fixture.call(
            DeletePost.self, .init(id: gone.id), as: harness.player, in: harness.family)
        posts.removeAll { $0.id == gone.id }
        posts.sort { $0.postDate == $1.postDate ? $0.id < $1.id : $0.postDate > $1.postDate }
        for subject in [
            TimelineSubject.school(school), .school(other), .coach(coach), .coach(second),
        ] {
            let expected = posts.filter { post in
                switch subject {
                case .school(let id): post.schoolID == id
                case .coach(let id): post.coachID == id
                }
            }
            #expect(expected.count > 5)
            for limit in [1, 7, 100] {
                for person in [harness.player, harness.sibling, harness.parent] {
                    var (entries, cursor): ([TimelineEntry], String?) = ([], nil)
                    repeat {
                        let page = try page(subject, after: cursor, limit: limit, as: person)
                        entries += page.entries
                        cursor = page.hasMore ? page.entries.last?.cursor : nil
                    } while cursor != nil
                    #expect(entries == expected.map { TimelineEntry($0) }, "\(limit)")
                }
            }
        }
    }

    // N-40, R-15
    @Test func strangersFindNothing() throws {
        let school = try harness.school("Duke")
        try harness.settle()
        try harness.add("2026-01-10T10:00:00Z") { $0.schoolID = FormField(school.text) }
        let request = TimelineRequest(.school(school))
        let refusal = harness.fixture.refusal(
            of: ListTimeline<TimelinePosts>.self, request, as: harness.stranger,
            in: harness.family)
        #expect(refusal?.code == .notFound)
        _ = try harness.fixture.call(
            AddPost.self, PostForm(platform: "twitter", postDate: "2026-01-10T10:00:00Z"),
            as: harness.stranger, in: harness.otherFamily)
        let own = try harness.fixture.call(
            ListTimeline<TimelinePosts>.self, request, as: harness.stranger, in: harness.otherFamily
        )
        #expect(own.entries.isEmpty)
    }

    // N-40: posts come through an index, and only those of the page are read whole.
    @Test func pagesAreReadThroughIndexes() throws {
        for (sql, index) in [
            (PostRepository.schoolTimelineSQL, "posts_by_time (family_no=? AND posted_at<?)"),
            (PostRepository.coachTimelineSQL, "posts_by_coach (family_no=? AND coach=?)"),
        ] {
            let plan = try harness.fixture.plan(of: sql)
            #expect(plan.contains(index), "\(plan)")
            #expect(!plan.contains("SCAN p;"), "\(plan)")
        }
    }
}
