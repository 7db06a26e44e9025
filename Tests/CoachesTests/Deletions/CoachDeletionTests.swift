import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// Deleting a coach, alone and with what depends on the coach.
@Suite struct CoachDeletionTests {
    private let family: DeletionFamily
    private let pat: Coach

    init() throws { (family, _, pat) = try DeletionFamily.withCoach() }

    private func json(_ value: some Encodable) throws -> String {
        try JSONCoding.encodedText(value)
    }

    // CO-26, CO-27, D-22, X-26: nothing depends on the coach. Offers count as 0.
    @Test func aCoachWithoutDependentsGoesAlone() throws {
        let answer = try family.call(DeleteCoach.self, .init(id: pat.id))
        #expect(
            try json(answer)
                == #"{"deleted":{"coaches":1,"interactions":0,"offers":0,"social_media_posts":0},"#
                + #""message":"Coach deleted","operation_id":"\#(answer.operationID)","#
                + #""state":"done","success":true}"#)
        #expect(answer.sentence(of: .coach) == "Coach deleted")
        #expect(try family.home.page().coaches.isEmpty)
    }

    // CO-28, CO-27, U-12, X-24, R-11: whoever logged them, counted in the answer.
    @Test func theCascadeCountsWhatWentAlong() throws {
        try family.log(3, with: pat)
        let answer = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        #expect(answer.success && answer.state == .done)
        #expect(
            answer.deleted == [
                "coaches": 1, "interactions": 3, "offers": 0, "social_media_posts": 0,
            ])
        #expect(answer.message == "Coach and related records deleted")
        #expect(answer.sentence(of: .coach) == "Coach and 3 interactions deleted")
    }

    // U-12
    @Test(arguments: [
        (0, 0, "Coach deleted"), (1, 0, "Coach and 1 interaction deleted"),
        (2, 1, "Coach, 2 interactions and 1 social media post deleted"),
    ])
    func theSentenceHasSingularAndPlural(interactions: Int, posts: Int, text: String) {
        let answer = DeletionAnswer(
            of: .coach, state: .done,
            counts: ["coaches": 1, "interactions": interactions, "social_media_posts": posts],
            cascades: true, operationID: OperationID(high: 1, low: 1))
        #expect(answer.sentence(of: .coach) == text)
    }

    // CO-26, D-20: the plain way is refused with the counts, and nothing is deleted.
    @Test func dependentsStandInTheWayOfThePlainDeletion() throws {
        try family.log(2, with: pat)
        let refused = family.refusal(of: DeleteCoach.self, .init(id: pat.id))
        #expect(refused?.code == .hasDependents)
        #expect(refused?.message == "Coach has 2 interactions")
        #expect(refused?.errors == ["interactions": "2"])
        #expect(try family.home.page().coaches.map(\.id) == [pat.id])
        let requests = try family.home.fixture.changes().count {
            $0.type == DeletionFeed.requested
        }
        #expect(requests == 0)
    }

    // CO-29, D-23: exact, since the feed of interactions is read first.
    @Test func theBlockersAreCounted() throws {
        let none = try family.call(ListCoachBlockers.self, .init(id: pat.id))
        #expect(
            try json(none)
                == #"{"blockers":[],"canDelete":true,"message":"Coach has no related records"}"#)
        try family.log(1, with: pat)
        let one = try family.call(ListCoachBlockers.self, .init(id: pat.id))
        #expect(
            try json(one)
                == #"{"blockers":[{"count":1,"type":"interactions"}],"canDelete":false,"#
                + #""message":"Coach has 1 interaction"}"#)
        try family.log(2, with: pat)
        #expect(
            try family.call(ListCoachBlockers.self, .init(id: pat.id)).message
                == "Coach has 3 interactions")
    }

    /// Posts are told by their number, those of a file together.
    @Test func postsAreCounted() throws {
        func tell(_ type: String, _ count: Int) throws {
            try family.analytics.told.append(
                type,
                AnalyticsFeed.BatchPayload(
                    familyUnitID: family.home.family, operationID: OperationID(high: 1, low: 1),
                    count: count, schools: pat.schoolID.map { [$0.text: count] } ?? [:],
                    coaches: [pat.id.text: count]))
        }
        func blockers() throws -> [DeletionBlocker] {
            try family.call(ListCoachBlockers.self, .init(id: pat.id)).blockers
        }
        try tell(AnalyticsFeed.imported, 3)
        #expect(try blockers() == [.init(type: "social_media_posts", count: 3)])
        let school = try #require(pat.schoolID)
        #expect(
            try family.call(ListSchoolBlockers.self, .init(id: school)).message
                == "School has 1 coach and 3 social media posts")
        try tell(AnalyticsFeed.removed, 3)
        #expect(try blockers().isEmpty)
        try tell(AnalyticsFeed.returned, 1)
        #expect(try blockers() == [.init(type: "social_media_posts", count: 1)])
    }

    // CO-30: deleted by somebody else, or of another family: the same answer.
    @Test func whatIsGoneIsNotFound() throws {
        _ = try family.call(DeleteCoach.self, .init(id: pat.id))
        for refused in [
            family.refusal(of: DeleteCoach.self, .init(id: pat.id)),
            family.refusal(of: CascadeDeleteCoach.self, .init(id: pat.id)),
            family.refusal(of: ListCoachBlockers.self, .init(id: pat.id)),
        ] {
            #expect(refused == .notFound(.coach))
        }
    }

    // R-10, R-11: parents only read, every player of the family may delete.
    @Test func parentsAreRefusedAndSiblingsAreNot() throws {
        try family.log(1, with: pat)
        let parent = family.refusal(
            of: CascadeDeleteCoach.self, .init(id: pat.id), as: family.home.parent)
        #expect(parent == ServiceError(.forbidden, "Only players can delete coaches"))
        let stranger = family.refusal(
            of: CascadeDeleteCoach.self, .init(id: pat.id), as: family.home.stranger)
        #expect(stranger?.code == .notFound)
        let sibling = ServiceFixture.Person([family.home.family: .player])
        let answer = try family.call(CascadeDeleteCoach.self, .init(id: pat.id), as: sibling)
        #expect(answer.deleted["interactions"] == 1)
    }

    // X-25
    @Test func withoutItsConfirmationACascadeDeletesNothing() throws {
        var request = CascadeDeleteCoach.Request(id: pat.id)
        for value in [nil, false] as [Bool?] {
            request.confirmDelete = FormField(value)
            let refused = family.refusal(of: CascadeDeleteCoach.self, request)
            #expect(refused?.errors.keys.sorted() == ["confirmDelete"])
        }
        #expect(try family.home.page().coaches.count == 1)
    }

    @Test func aDryRunTellsWhatWouldGoAndChangesNothing() throws {
        try family.log(2, with: pat)
        let before = try family.pages(pat)
        let answer = try family.call(
            CascadeDeleteCoach.self, .init(id: pat.id), isDryRun: true)
        #expect(answer.deleted["interactions"] == 2)
        #expect(answer.state == .done)
        #expect(try family.pages(pat) == before)
    }

    // Part 3, 3: undone, everything is the same to the byte, the figures included.
    @Test func anUndoBringsEverythingBackToTheByte() throws {
        try family.log(4, with: pat)
        let before = try family.pages(pat)
        family.clock.advance(.seconds(60))
        let answer = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        #expect(try family.home.page().coaches.isEmpty)
        family.clock.advance(.seconds(60))
        let undone = try family.undo(answer.operationID)
        #expect(undone.state == .done)
        #expect(undone.restored == ["coaches": 1, "interactions": 4])
        #expect(undone.ids == [pat.id.text])
        #expect(try family.pages(pat) == before)
        let types = try family.home.fixture.changes().map(\.type).suffix(6)
        #expect(
            Array(types) == [
                CoachesFeed.coachDeleted, DeletionFeed.requested, DeletionFeed.finished,
                CoachesFeed.coachRestored, DeletionFeed.undone, DeletionFeed.finished,
            ])
        let again = family.refusal(
            of: UndoOperation.self, .init(operationID: answer.operationID))
        #expect(again == ServiceError(.conflict, "This operation was already undone"))
    }

    // CO-31: what had no answer in time can be asked again, with the same key and nothing twice.
    @Test func aRepetitionUnderTheSameKeyGetsTheWholeCounts() throws {
        try family.log(2, with: pat)
        let key = IdempotencyKey(high: 1, low: 1)
        family.interactions.setSilent(true)
        let first = try family.call(
            CascadeDeleteCoach.self, .init(id: pat.id), key: key, budget: .milliseconds(300))
        #expect(first.state == .running)
        #expect(first.deleted["coaches"] == 1)
        // For the family the coach is gone at once.
        #expect(try family.home.page().coaches.isEmpty)
        family.interactions.setSilent(false)
        let second = try family.call(CascadeDeleteCoach.self, .init(id: pat.id), key: key)
        #expect(second.state == .done)
        #expect(second.operationID == first.operationID)
        #expect(second.deleted["interactions"] == 2)
    }

    @Test func aDeletionThatRunsTooLongIsStuck() throws {
        family.notifications.setSilent(true)
        let answer = try family.call(
            DeleteCoach.self, .init(id: pat.id), budget: .milliseconds(300))
        #expect(answer.state == .running)
        func gauges() -> [Int64?] {
            [
                family.home.waiters.gauges["deletions.running"],
                family.home.waiters.gauges["deletions.stuck"],
            ]
        }
        // A clock that is set has no part in it.
        family.clock.jump(DeletionLimit.stuckAfter * 2)
        family.clock.advance(DeletionLimit.stuckAfter)
        #expect(gauges() == [1, 0])
        family.clock.advance(.milliseconds(1))
        #expect(gauges() == [1, 1])
        // A service that starts now waits for it anew.
        let waiters = DeletionWaiters(clock: family.clock.clock)
        try waiters.load(from: family.home.fixture.service.database)
        #expect(waiters.gauges["deletions.running"] == 1)
        #expect(waiters.gauges["deletions.stuck"] == 0)
        family.clock.advance(DeletionLimit.stuckAfter + .milliseconds(1))
        #expect(waiters.gauges["deletions.stuck"] == 1)
        func show(_ wait: Int) throws -> ShowDeletion.Response {
            try family.call(
                ShowDeletion.self,
                .init(operationID: answer.operationID, waitMilliseconds: wait),
                as: family.home.parent)
        }
        #expect(try show(0).phase == .deleting)
        #expect(try show(0).awaited.contains("notifications"))
        family.notifications.setSilent(false)
        #expect(try show(DeletionLimit.waitMax).phase == .deleted)
        #expect(gauges() == [0, 0])
    }

    @Test func anUndoMayOvertakeTheDeletion() throws {
        try family.log(1, with: pat)
        let before = try family.pages(pat)
        family.interactions.setSilent(true)
        let answer = try family.call(
            CascadeDeleteCoach.self, .init(id: pat.id), budget: .milliseconds(300))
        let undone = try family.call(
            UndoOperation.self, .init(operationID: answer.operationID),
            budget: .milliseconds(300))
        #expect(undone.state == .running)
        family.interactions.setSilent(false)
        let shown = try family.call(
            ShowDeletion.self,
            .init(operationID: answer.operationID, waitMilliseconds: DeletionLimit.waitMax))
        #expect(shown.phase == .restored)
        #expect(shown.restored == ["coaches": 1, "interactions": 1])
        #expect(try family.pages(pat) == before)
    }

    /// Who may stand in the way is not known without them; a cascade need not know.
    @Test func anAbsentServiceIsNamed() throws {
        family.interactions.told.setAway(true)
        for refused in [
            family.refusal(of: DeleteCoach.self, .init(id: pat.id)),
            family.refusal(of: ListCoachBlockers.self, .init(id: pat.id)),
        ] {
            #expect(refused?.code == .unavailable)
            #expect(refused?.message == "The service interactions is not available; try again")
        }
        let answer = try family.call(
            CascadeDeleteCoach.self, .init(id: pat.id), budget: .milliseconds(300))
        #expect(answer.state == .running)
        family.interactions.told.setAway(false)
    }

    @Test func aPurgeReachesEverybody() throws {
        try family.log(1, with: pat)
        let answer = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        _ = try family.call(PurgeOperations.self, .init(operationID: answer.operationID))
        let shown = try family.call(
            ShowDeletion.self,
            .init(operationID: answer.operationID, waitMilliseconds: DeletionLimit.waitMax))
        #expect(shown.phase == .purged)
        let refused = family.refusal(
            of: UndoOperation.self, .init(operationID: answer.operationID))
        #expect(refused?.code == .conflict)
    }

    @Test func noStatementReadsAWholeTable() throws {
        for sql in [
            DeletionRepository.findSQL, DeletionRepository.participantsSQL,
            RecordDependents.coachesSQL, Deletions.missingSchoolSQL, CoachRepository.restoringSQL,
            CoachesTrash.contactsSQL, CoachesTrash.eventsSQL, RecordDependents.eventsSQL,
            RecordDependents.coachPostsSQL, PostCounts.countSQL,
        ] {
            let plan = try family.home.fixture.plan(of: sql)
            #expect(
                !plan.replacing("SCAN (subquery", with: "").contains("SCAN "), "\(sql)\n\(plan)")
        }
    }
}
