import Contracts
import ServiceKit
import Support
import Testing

@testable import Analytics

@Suite struct PostOperationTests {
    private let harness: AnalyticsHarness

    init() throws { harness = try AnalyticsHarness() }

    private func list(
        as person: ServiceFixture.Person? = nil,
        _ change: (inout ListPosts.Request) -> Void = { _ in }
    ) throws -> ListPosts.Response {
        var request = ListPosts.Request()
        change(&request)
        return try harness.fixture.call(
            ListPosts.self, request, as: person ?? harness.player, in: harness.family)
    }

    // SA-34, SA-35
    @Test func aPostIsTheFamilysAndNobodyElses() throws {
        let school = try harness.school("Duke")
        let coach = try harness.coach()
        try harness.settle()
        let post = try harness.add("2026-02-10T11:00:00.123Z") { form in
            form.schoolID = FormField(school.text)
            form.coachID = FormField(coach.text)
            form.postURL = "https://x.example/1"
            form.postContent = "Camp <b>open</b>, 5<6"
            form.authorHandle = "@fict"
            form.authorName = " Fict Doyle "
            form.isRecruitingRelated = FormField(true)
            form.sentiment = "positive"
            form.engagementCount = FormField(7)
        }
        #expect(post.schoolName == "Duke" && post.coachID == coach)
        // N-170
        #expect(post.coachName == "A B" && post.authorText == "@fict")
        #expect(post.postContent == "Camp open, 5<6" && post.authorName == "Fict Doyle")
        #expect(post.postDate.text == "2026-02-10T11:00:00.123Z" && post.engagementCount == 7)
        for person in [harness.player, harness.sibling, harness.parent] {
            #expect(try list(as: person).posts == [post])
        }
        let foreign = harness.fixture.refusal(
            of: ListPosts.self, .init(), as: harness.stranger, in: harness.family)
        #expect(foreign?.code == .notFound)
        let parent = harness.fixture.refusal(
            of: AddPost.self, PostForm(platform: "twitter", postDate: "2026-02-10T11:00:00Z"),
            as: harness.parent, in: harness.family)
        #expect(parent?.code == .forbidden && parent?.message == "Only players can add posts")
        let other = try harness.fixture.call(
            SocialAnalytics.self, .init(range: .all), as: harness.stranger, in: harness.otherFamily)
        #expect(other.summary.totalPosts == 0)
    }

    @Test func whatIsNotTheFamilysCannotBeNamed() throws {
        let foreign = try harness.school("Foreign", of: harness.otherFamily)
        try harness.settle()
        var form = PostForm(platform: "twitter", postDate: "2026-02-10T11:00:00Z")
        form.schoolID = FormField(foreign.text)
        let school = harness.fixture.refusal(
            of: AddPost.self, form, as: harness.player, in: harness.family)
        #expect(school?.errors == ["school_id": "Please select a school"])
        form.schoolID = FormField(nil)
        form.coachID = FormField(CoachID(high: 1, low: 2).text)
        let coach = harness.fixture.refusal(
            of: AddPost.self, form, as: harness.player, in: harness.family)
        #expect(coach?.errors == ["coach_id": "Invalid coach selection"])
    }

    // X-28, SA-26
    @Test func newestFirstThenById() throws {
        let dates = ["2026-02-01", "2026-02-03", "2026-02-02", "2026-02-03"]
        for date in dates { try harness.add("\(date)T10:00:00Z") }
        let posts = try list().posts
        #expect(posts.map { $0.postDate.text.prefix(10) } == dates.sorted(by: >).map { $0[...] })
        #expect(posts[0].id < posts[1].id)
        #expect(try list { $0.limit = FormField(2) }.posts == Array(posts.prefix(2)))
        #expect(try list { $0.limit = FormField(2) }.total == 4)
    }

    @Test func filtersCombine() throws {
        let school = try harness.school("Duke")
        try harness.settle()
        try harness.add("2026-02-09T10:00:00Z") {
            $0.schoolID = FormField(school.text)
            $0.isRecruitingRelated = FormField(true)
            $0.sentiment = "negative"
        }
        try harness.add("2026-02-08T10:00:00Z") {
            $0.platform = "instagram"
            $0.isRecruitingRelated = FormField(true)
        }
        try harness.add("2026-01-01T10:00:00Z") { $0.sentiment = "negative" }
        #expect(try list { $0[.platform] = "instagram" }.total == 1)
        #expect(try list { $0[.recruiting] = "true" }.total == 2)
        #expect(try list { $0[.sentiment] = "negative" }.total == 2)
        // N-48
        #expect(try list { $0[.platform] = "instagram,twitter" }.total == 3)
        #expect(try list { $0[.sentiment] = "positive,negative" }.total == 2)
        #expect(try list { $0[.sentiment] = "positive,neutral" }.total == 0)
        #expect(try list { $0[.schoolID] = school.text }.total == 1)
        #expect(try list { $0[.days] = "7" }.total == 2)
        #expect(try list { $0[.until] = "2026-02-08T23:00:00Z" }.total == 2)
        let both = try list {
            $0[.sentiment] = "negative"
            $0[.days] = "30"
            $0[.schoolID] = school.text
            $0[.recruiting] = "true"
            $0.limit = FormField(1)
        }
        #expect(both.total == 1 && both.hasActiveFilters)
        #expect(
            both.activeFilters.map(\.label) == ["Duke", "Recruiting", "Negative", "Last 30 days"])
    }

    // SA-34, N-130: what posts say, who posted it, and under which handle; without regard to case
    // and accents.
    @Test func aSearchFindsTextsAuthorsAndHandles() throws {
        let texts = ["Camp is open", "Élan in the CAMP", "Nothing here", "Signing day"]
        for (day, text) in texts.enumerated() {
            try harness.add("2026-02-0\(day + 1)T10:00:00Z") {
                $0.postContent = FormField(text)
                $0.authorName = FormField(day == 2 ? "Coach Camp" : "Somebody")
                $0.authorHandle = FormField(day == 3 ? "@campus" : "@x")
                $0.isRecruitingRelated = FormField(day == 0 ? true : nil)
            }
        }
        let found = try list { $0[.search] = "cAMp" }
        #expect(found.total == 4 && found.posts.count == 4)
        #expect(found.activeFilters.map(\.name) == ["search"])
        #expect(try list { $0[.search] = "ÉLAN" }.posts.map(\.postContent) == [texts[1]])
        #expect(try list { $0[.search] = "elan" }.posts.map(\.postContent) == [texts[1]])
        let page = try list {
            $0[.search] = "camp"
            $0.limit = FormField(2)
        }
        #expect(page.posts.map(\.postContent) == [texts[3], texts[2]] && page.total == 4)
        let both = try list {
            $0[.search] = "camp"
            $0[.recruiting] = "true"
        }
        #expect(both.posts.map(\.postContent) == [texts[0]] && both.total == 1)
        #expect(try list { $0[.search] = "" }.total == 4)
    }

    @Test func deletingAndBringingBack() throws {
        let post = try harness.add("2026-02-09T10:00:00Z") { $0.postURL = "https://x.example/9" }
        let before = try harness.figures()
        let deletion = try harness.fixture.call(
            DeletePost.self, .init(id: post.id), as: harness.sibling, in: harness.family)
        #expect(deletion.deleted == ["social_media_posts": 1])
        #expect(try list().posts.isEmpty)
        #expect(try harness.figures().summary.totalPosts == 0)
        let again = harness.fixture.refusal(
            of: DeletePost.self, .init(id: post.id), as: harness.player, in: harness.family)
        #expect(again?.code == .notFound)
        let undo = UndoOperation.Request(operationID: deletion.operationID)
        let back = try harness.fixture.call(
            UndoOperation.self, undo, as: harness.player, in: harness.family)
        #expect(back.restored == ["social_media_posts": 1])
        #expect(try list().posts == [post])
        #expect(try harness.figures() == before)
        let twice = harness.fixture.refusal(
            of: UndoOperation.self, undo, as: harness.player, in: harness.family)
        #expect(twice?.code == .conflict)
        #expect(
            try harness.fixture.changes().map(\.type) == [
                AnalyticsFeed.added, AnalyticsFeed.deleted, AnalyticsFeed.restored,
            ])
    }

    @Test func anAddressIsTakenOnce() throws {
        let post = try harness.add("2026-02-09T10:00:00Z") { $0.postURL = "https://x.example/9" }
        var form = PostForm(platform: "twitter", postDate: "2026-02-09T10:00:00Z")
        form.postURL = "https://x.example/9"
        let second = harness.fixture.refusal(
            of: AddPost.self, form, as: harness.player, in: harness.family)
        #expect(second?.code == .conflict)
        let deletion = try harness.fixture.call(
            DeletePost.self, .init(id: post.id), as: harness.player, in: harness.family)
        // A deleted post does not stand in the way of a new one, but then of coming back.
        _ = try harness.fixture.call(AddPost.self, form, as: harness.player, in: harness.family)
        let back = harness.fixture.refusal(
            of: UndoOperation.self, .init(operationID: deletion.operationID), as: harness.player,
            in: harness.family)
        #expect(back?.code == .conflict)
        #expect(try list().total == 1)
    }

    @Test func idsAreFoundByTheirEnd() throws {
        let post = try harness.add("2026-02-09T10:00:00Z")
        let found = try harness.fixture.call(
            FindPosts.self, .init(ending: String(post.id.text.suffix(8))), as: harness.parent,
            in: harness.family)
        #expect(found.posts == [post])
        let foreign = try harness.fixture.call(
            FindPosts.self, .init(ending: String(post.id.text.suffix(8))), as: harness.stranger,
            in: harness.otherFamily)
        #expect(foreign.posts.isEmpty)
    }

    @Test func aRehearsalChangesNothingAndKeepsTheAnswersInForce() throws {
        try harness.add("2026-02-09T10:00:00Z")
        let before = try harness.figures()
        let question = AnswerCache.Question(
            family: harness.family,
            input: try SocialAnalytics.Request(range: .month, timeZone: nil).validated())
        #expect(harness.cache.answer(question, now: harness.fixture.now) != nil)
        _ = try harness.fixture.call(
            AddPost.self, PostForm(platform: "twitter", postDate: "2026-02-09T10:00:00Z"),
            as: harness.player, in: harness.family, isDryRun: true)
        #expect(harness.cache.answer(question, now: harness.fixture.now) != nil)
        #expect(try harness.figures() == before)
    }
}
