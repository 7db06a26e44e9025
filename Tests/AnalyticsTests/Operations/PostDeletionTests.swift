import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Analytics

/// Deletions of schools and coaches take their posts along, and bring them back.
@Suite struct PostDeletionTests {
    private let harness: AnalyticsHarness
    private let school: SchoolID
    private let coach: CoachID

    init() throws {
        harness = try AnalyticsHarness()
        school = try harness.school("Duke")
        coach = try harness.coach()
        try harness.settle()
    }

    private func add(_ url: String, _ school: SchoolID?, _ coach: CoachID?) throws -> Post {
        try harness.add("2026-02-09T10:00:00Z") { form in
            form.postURL = FormField(url)
            form.schoolID = FormField(school?.text)
            form.coachID = FormField(coach?.text)
        }
    }

    private func request(
        _ operation: OperationID, _ kind: DeletionFeed.Kind, into kept: RecordID? = nil
    ) throws {
        try harness.coaches.appendDeletion(
            operation, of: kind == .school ? school : nil,
            coaches: kind == .coach ? [coach] : [], in: harness.family,
            by: harness.player.userID, into: kept)
        try harness.settle()
    }

    private func receive(_ type: String, _ operation: OperationID) throws {
        try harness.coaches.append(type, operation, in: harness.family)
        try harness.settle()
    }

    private func posts() throws -> [Post] {
        try harness.fixture.call(
            ListPosts.self, .init(), as: harness.player, in: harness.family
        ).posts
    }

    private func answers(_ type: String) throws -> [[String: Int]] {
        try harness.fixture.changes().filter { $0.type == type }.map {
            let payload: DeletionFeed.CountsPayload = try $0.decodedPayload()
            return payload.counts
        }
    }

    @Test func aSchoolsPostsGoAlongAndComeBackAsTheyWere() throws {
        let mine = try add("https://x.example/1", school, coach)
        let other = try add("https://x.example/2", nil, nil)
        let before = try posts()
        let figures = try harness.figures()
        let operation = OperationID(high: 1, low: 1)
        try request(operation, .school)
        #expect(try posts() == [other])
        #expect(try harness.figures().summary.activeSchools == 0)
        #expect(try answers(DeletionFeed.applied) == [["social_media_posts": 1]])
        let told = try #require(
            try harness.fixture.changes().last { $0.type == AnalyticsFeed.removed })
        let payload: AnalyticsFeed.BatchPayload = try told.decodedPayload()
        #expect(payload.schools == [school.text: 1] && payload.coaches == [coach.text: 1])
        try receive(DeletionFeed.undone, operation)
        #expect(try posts() == before && before.contains(mine))
        #expect(try harness.figures() == figures)
        #expect(try answers(DeletionFeed.restored) == [["social_media_posts": 1]])
    }

    @Test func whatIsDeletedCannotBeNamedAndComesBackOnlyWithIt() throws {
        let post = try add("https://x.example/1", nil, coach)
        let deletion = try harness.fixture.call(
            DeletePost.self, .init(id: post.id), as: harness.player, in: harness.family)
        let operation = OperationID(high: 1, low: 2)
        try request(operation, .coach)
        var form = PostForm(platform: "twitter", postDate: "2026-02-09T10:00:00Z")
        form.coachID = FormField(coach.text)
        let late = harness.fixture.refusal(
            of: AddPost.self, form, as: harness.player, in: harness.family)
        #expect(late?.errors["coach_id"] != nil)
        let undo = UndoOperation.Request(operationID: deletion.operationID)
        let obstructed = harness.fixture.refusal(
            of: UndoOperation.self, undo, as: harness.player, in: harness.family)
        #expect(obstructed?.code == .conflict)
        #expect(obstructed?.message.contains(operation.text) == true)
        try receive(DeletionFeed.undone, operation)
        _ = try harness.fixture.call(
            UndoOperation.self, undo, as: harness.player, in: harness.family)
        #expect(try posts() == [post])
    }

    @Test func whatTwoDeletionsCoverComesBackWithTheLast() throws {
        _ = try add("https://x.example/1", school, coach)
        let (first, second) = (OperationID(high: 1, low: 3), OperationID(high: 1, low: 4))
        try request(first, .coach)
        try request(second, .school)
        try receive(DeletionFeed.undone, first)
        #expect(try posts().isEmpty)
        try receive(DeletionFeed.undone, second)
        #expect(try posts().count == 1)
    }

    // N-154: a post in the trash follows its coach or school, and is not counted.
    @Test(arguments: [DeletionFeed.Kind.coach, .school])
    func aMergeCountsWhatIsToBeSeen(kind: DeletionFeed.Kind) throws {
        let (otherSchool, otherCoach) = (
            try harness.school("Duke University", id: SchoolID(high: 0x5C, low: 2)),
            try harness.coach()
        )
        try harness.settle()
        _ = try add("https://x.example/1", school, coach)
        let gone = try add("https://x.example/2", school, coach)
        let own = try harness.fixture.call(
            DeletePost.self, .init(id: gone.id), as: harness.player, in: harness.family
        ).operationID
        let operation = OperationID(high: 1, low: 9)
        try request(
            operation, kind,
            into: kind == .coach
                ? RecordID(high: otherCoach.high, low: otherCoach.low)
                : RecordID(high: otherSchool.high, low: otherSchool.low))
        #expect(try answers(DeletionFeed.applied) == [["social_media_posts": 1]])
        _ = try harness.fixture.call(
            UndoOperation.self, .init(operationID: own), as: harness.player, in: harness.family)
        let moved = try posts()
        #expect(
            moved.count == 2
                && moved.allSatisfy {
                    kind == .coach ? $0.coachID == otherCoach : $0.schoolID == otherSchool
                })
        // It is to be seen now, and moves back with the other one.
        try receive(DeletionFeed.undone, operation)
        #expect(try answers(DeletionFeed.restored) == [["social_media_posts": 2]])
        #expect(try posts().allSatisfy { $0.coachID == coach && $0.schoolID == school })
    }

    @Test func aTakenAddressStaysInTheTrash() throws {
        _ = try add("https://x.example/1", school, nil)
        let operation = OperationID(high: 1, low: 5)
        try request(operation, .school)
        let newer = try add("https://x.example/1", nil, nil)
        try receive(DeletionFeed.undone, operation)
        #expect(try posts() == [newer])
        // It is an operation of its own there, and comes back when there is room for it.
        let trash = try harness.fixture.call(
            ListOperations.self, .init(), as: harness.player, in: harness.family
        ).operations
        let aside = try #require(trash.first)
        #expect(trash.count == 1 && aside.counts == ["social_media_posts": 1])
        let undo = UndoOperation.Request(operationID: aside.id)
        let refused = harness.fixture.refusal(
            of: UndoOperation.self, undo, as: harness.player, in: harness.family)
        #expect(refused?.message == "A post with the same address was added in the meantime")
        _ = try harness.fixture.call(
            DeletePost.self, .init(id: newer.id), as: harness.player, in: harness.family)
        _ = try harness.fixture.call(
            UndoOperation.self, undo, as: harness.player, in: harness.family)
        #expect(try posts().map(\.schoolID) == [school])
    }

    /// A post comes back without the school that is gone, with what had deleted it.
    @Test(arguments: [false, true])
    func aPostComesBackWithoutWhatIsGone(isOwn: Bool) throws {
        let post = try add("https://x.example/1", school, coach)
        let (first, second) = (OperationID(high: 1, low: 7), OperationID(high: 1, low: 8))
        var own: OperationID?
        if isOwn {
            own = try harness.fixture.call(
                DeletePost.self, .init(id: post.id), as: harness.player, in: harness.family
            ).operationID
        } else {
            try request(first, .coach)
        }
        try request(second, .school)
        try receive(DeletionFeed.purged, second)
        if let own {
            let answer = try harness.fixture.call(
                UndoOperation.self, .init(operationID: own), as: harness.player,
                in: harness.family)
            // N-143
            #expect(
                answer.lost == [
                    LostReference(type: "social_media_posts", kind: .school, count: 1)
                ])
        } else {
            try receive(DeletionFeed.undone, first)
            // N-143
            let told = try #require(
                try harness.fixture.changes().last { $0.type == DeletionFeed.restored })
            let report: DeletionFeed.CountsPayload = try told.decodedPayload()
            #expect(
                report.lost == [
                    LostReference(type: "social_media_posts", kind: .school, count: 1)
                ])
        }
        #expect(try posts().map(\.id) == [post.id])
        #expect(try posts().map(\.schoolID) == [nil])
        #expect(try posts().map(\.coachID) == [coach])
        #expect(try harness.figures().summary.activeSchools == 0)
    }

    @Test func whatIsPurgedIsGoneForGood() throws {
        _ = try add("https://x.example/1", school, nil)
        let operation = OperationID(high: 1, low: 6)
        try request(operation, .school)
        try receive(DeletionFeed.purged, operation)
        harness.fixture.service.doHousekeeping()
        // The tasks' steps come first, one after the other.
        var rows: Int64? = 1
        for _ in 0..<50 where rows != 0 {
            rows = try harness.fixture.service.database.write { transaction in
                try transaction.scalar("SELECT count(*) FROM posts")
            }
        }
        #expect(rows == 0)
        #expect(try answers(DeletionFeed.erased) == [["social_media_posts": 1]])
    }

    @Test func aFeedThatIsReadAgainChangesNothing() throws {
        _ = try add("https://x.example/1", school, nil)
        let operation = OperationID(high: 1, low: 7)
        try request(operation, .school)
        harness.coaches.beginAnew()
        try harness.school("Another")
        try harness.settle()
        #expect(try posts().isEmpty)
        try receive(DeletionFeed.undone, operation)
        #expect(try posts().count == 1)
        #expect(try harness.figures(.all).topSchools.first?.name == "Duke")
    }
}
