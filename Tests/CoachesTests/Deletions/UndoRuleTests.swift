import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import Coaches
@testable import DataServiceKit

/// What may be removed for good, what an undo does when something is gone, and who waits for it.
@Suite struct UndoRuleTests {
    private let family: DeletionFamily
    private let duke: School
    private let pat: Coach

    init() throws { (family, duke, pat) = try DeletionFamily.withCoach() }

    private func purge(
        _ id: OperationID?, as person: ServiceFixture.Person? = nil
    ) throws -> PurgeOperations.Response {
        try family.call(PurgeOperations.self, .init(operationID: id), as: person)
    }

    private func phase(of id: OperationID) throws -> DeletionPhase {
        try family.call(
            ShowDeletion.self,
            .init(operationID: id, waitMilliseconds: DeletionLimit.waitMax)
        ).phase
    }

    /// A sibling logs a contact with the coach.
    private func siblingLogs(
        _ change: (inout Interaction) -> Void = { _ in }
    ) throws -> (sibling: ServiceFixture.Person, record: Interaction) {
        let sibling = ServiceFixture.Person([family.home.family: .player])
        var record = ContactFeedSource.interaction(with: pat, number: 7)
        record.loggedBy = sibling.userID
        change(&record)
        try family.interactions.log(record)
        return (sibling, record)
    }

    // what a sibling logged stays restorable for its 30 days, whoever wants it gone.
    @Test func othersInteractionsKeepADeletionInTheTrash() throws {
        _ = try siblingLogs()
        let deletion = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        let refused = family.refusal(
            of: PurgeOperations.self, .init(operationID: deletion.operationID))
        #expect(refused == ServiceError(.hasDependents, Deletions.othersRefusal))
        let all = try purge(nil)
        #expect(all.purged.isEmpty && all.counts.isEmpty)
        #expect(all.kept == [deletion.operationID])
        // A millisecond before their time is over they are still there, and come back.
        family.clock.advance(TrashLimit.keptFor - .milliseconds(1))
        family.home.fixture.service.doHousekeeping()
        #expect(try family.undo(deletion.operationID).restored["interactions"] == 1)
    }

    // also if its school is gone, which the sibling was free to remove.
    @Test func othersInteractionsWithoutTheirSchoolKeepADeletionToo() throws {
        let (sibling, _) = try siblingLogs { $0.schoolID = duke.id }
        let coach = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        let school = try family.call(DeleteSchool.self, .init(id: duke.id))
        #expect(try purge(school.operationID, as: sibling).purged == [school.operationID])
        #expect(try phase(of: school.operationID) == .purged)
        let refused = family.refusal(
            of: PurgeOperations.self, .init(operationID: coach.operationID))
        #expect(refused == ServiceError(.hasDependents, Deletions.othersRefusal))
    }

    /// A sibling logs a contact with the coach and deletes it.
    private func siblingDeletes(
        _ change: (inout Interaction) -> Void = { _ in }
    ) throws -> ServiceFixture.Person {
        let sibling = ServiceFixture.Person([family.home.family: .player])
        var record = ContactFeedSource.interaction(with: pat, number: 7)
        record.loggedBy = sibling.userID
        change(&record)
        try family.interactions.told.append(InteractionsFeed.created, record)
        try family.interactions.told.append(InteractionsFeed.deleted, record)
        try family.home.fixture.service.catchUp(
            with: [.interactions], by: .now + .seconds(60))
        return sibling
    }

    private func purgeRefusal(_ id: OperationID) -> ServiceError? {
        family.refusal(of: PurgeOperations.self, .init(operationID: id))
    }

    // also if its coach was merged into the deleted one, perhaps by way of a third.
    @Test func othersInteractionsThatFollowedAMergeOfCoachesKeepADeletion() throws {
        let sibling = try siblingDeletes()
        let ann = try family.home.addCoach("Ann", "Lee")
        let bea = try family.home.addCoach("Bea", "Ray")
        let merges = try [(ann, pat), (bea, ann)].map { kept, other in
            try family.call(MergeCoaches.self, .init(id: kept.id, otherID: other.id)).operationID
        }
        let deletion = try family.call(DeleteCoach.self, .init(id: bea.id)).operationID
        #expect(
            purgeRefusal(deletion) == ServiceError(.hasDependents, Deletions.othersRefusal))
        // The merges are undone: the interaction is with Pat again.
        for id in [deletion] + merges.reversed() { _ = try family.undo(id) }
        let alone = try family.call(DeleteCoach.self, .init(id: ann.id)).operationID
        #expect(try purge(alone).purged == [alone])
        let own = try family.call(DeleteCoach.self, .init(id: pat.id)).operationID
        #expect(purgeRefusal(own)?.code == .hasDependents)
        #expect(try purge(own, as: sibling).purged == [own])
    }

    //
    @Test func othersInteractionsThatFollowedAMergeOfSchoolsKeepADeletion() throws {
        _ = try siblingDeletes { $0.coachID = nil }
        let elon = try family.home.addSchool("Elon")
        let merge = try family.call(
            MergeSchools.self, .init(id: elon.id, otherID: duke.id)
        ).operationID
        let deletion = try family.call(CascadeDeleteSchool.self, .init(id: elon.id)).operationID
        #expect(
            purgeRefusal(deletion) == ServiceError(.hasDependents, Deletions.othersRefusal))
        _ = try family.undo(deletion)
        _ = try family.undo(merge)
        let alone = try family.call(DeleteSchool.self, .init(id: elon.id)).operationID
        #expect(try purge(alone).purged == [alone])
    }

    /// The deletion may have received a record that another one, undone since, had taken along more
    /// than 30 days ago.
    @Test func theAgeOfOthersInteractionsDoesNotCount() throws {
        let (_, record) = try siblingLogs()
        try family.interactions.told.append(
            InteractionsFeed.deleted, record, at: family.clock.clock.now())
        family.clock.advance(TrashLimit.keptFor + .milliseconds(1))
        let deletion = try family.call(DeleteCoach.self, .init(id: pat.id))
        let refused = family.refusal(
            of: PurgeOperations.self, .init(operationID: deletion.operationID))
        #expect(refused == ServiceError(.hasDependents, Deletions.othersRefusal))
    }

    /// Whose own records alone went along may remove them.
    @Test func whoLoggedThemMayRemoveThem() throws {
        let (sibling, _) = try siblingLogs()
        let deletion = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        let answer = try purge(deletion.operationID, as: sibling)
        #expect(answer.purged == [deletion.operationID] && answer.kept.isEmpty)
        #expect(answer.counts == ["coaches": 1, "interactions": 1])
        #expect(try phase(of: deletion.operationID) == .purged)
    }

    /// An interaction that was removed for good by its player holds nothing any more.
    @Test func whatIsGoneHoldsNothing() throws {
        let sibling = ServiceFixture.Person([family.home.family: .player])
        var record = ContactFeedSource.interaction(with: pat, number: 7)
        record.loggedBy = sibling.userID
        try family.interactions.told.append(InteractionsFeed.created, record)
        try family.interactions.told.append(InteractionsFeed.deleted, record)
        let deletion = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        #expect(throws: (any Error).self) { try purge(deletion.operationID) }
        try family.interactions.told.append(
            DeletionFeed.removing,
            DeletionFeed.RemovingPayload(
                operationID: OperationID(high: 1, low: 1), familyUnitID: family.home.family,
                ids: [record.id.text]))
        try family.home.fixture.service.catchUp(
            with: [.interactions], by: .now + .seconds(60))
        #expect(try purge(deletion.operationID).purged == [deletion.operationID])
    }

    /// Records pass from one deletion to another while one is under way.
    @Test func nothingIsRemovedWhileADeletionRuns() throws {
        let other = try family.home.addCoach("Ann", "Lee")
        let settled = try family.call(DeleteCoach.self, .init(id: other.id))
        family.notifications.setSilent(true)
        let running = try family.call(
            CascadeDeleteCoach.self, .init(id: pat.id), budget: .milliseconds(300))
        #expect(running.state == .running)
        for id in [settled.operationID, running.operationID] {
            let refused = family.refusal(of: PurgeOperations.self, .init(operationID: id))
            #expect(refused?.code == .conflict)
            #expect(
                refused?.message == "A deletion is still under way; try again in a moment")
        }
        family.notifications.setSilent(false)
        #expect(try phase(of: running.operationID) == .deleted)
        #expect(try purge(nil).purged.count == 2)
    }

    // N-143: the coach comes back, and names no school that is gone; the answer says so.
    @Test func aCoachComesBackWithoutASchoolThatIsGone() throws {
        let coach = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        let school = try family.call(DeleteSchool.self, .init(id: duke.id))
        let refused = family.refusal(
            of: UndoOperation.self, .init(operationID: coach.operationID))
        #expect(refused?.message.contains(school.operationID.text) == true)
        _ = try purge(school.operationID)
        let answer = try family.undo(coach.operationID)
        #expect(answer.restored == ["coaches": 1])
        #expect(answer.lost == [LostReference(type: "coaches", kind: .school, count: 1)])
        let back = try family.call(ShowCoach.self, .init(id: pat.id)).coach
        #expect(back.schoolID == nil && back.schoolName == nil)
        #expect(back.version == pat.version + 1)
        let told = try #require(
            try family.home.fixture.changes().last { $0.type == CoachesFeed.coachRestored })
        #expect(try (told.decodedPayload() as Coach).schoolID == nil)
        // Nothing was lost by the next one.
        let again = try family.call(DeleteCoach.self, .init(id: pat.id))
        #expect(try family.undo(again.operationID).lost == nil)
    }

    // N-143: what records of the other services lost is told with it, each table and kind once.
    @Test func whatTheOthersLostIsToldToo() throws {
        let coach = try family.call(CascadeDeleteCoach.self, .init(id: pat.id))
        let school = try family.call(DeleteSchool.self, .init(id: duke.id))
        _ = try purge(school.operationID)
        func lost(_ type: String, _ kind: LostReference.Kind, _ count: Int) -> LostReference {
            LostReference(type: type, kind: kind, count: count)
        }
        family.interactions.setLost([lost("interactions", .school, 2)])
        family.events.setLost([lost("interactions", .school, 1)])
        family.analytics.setLost([
            lost("social_media_posts", .school, 4), lost("social_media_posts", .coach, 3),
        ])
        let key = IdempotencyKey(high: 7, low: 1)
        let answer = try family.call(
            UndoOperation.self, .init(operationID: coach.operationID), key: key)
        #expect(
            answer.lost == [
                lost("coaches", .school, 1), lost("interactions", .school, 3),
                lost("social_media_posts", .coach, 3), lost("social_media_posts", .school, 4),
            ])
        // Whoever repeats the command learns the same, and nothing twice.
        let again = try family.call(
            UndoOperation.self, .init(operationID: coach.operationID), key: key)
        #expect(again == answer)
    }

    /// The trash tells the numbers of today.
    @Test func aDeletionThatGetsFurtherRecordsTellsThem() throws {
        let deletion = try family.call(CascadeDeleteSchool.self, .init(id: duke.id))
        try family.interactions.told.append(
            DeletionFeed.applied,
            DeletionFeed.CountsPayload(
                operationID: deletion.operationID, familyUnitID: family.home.family,
                counts: ["interactions": 2]))
        try family.home.fixture.service.catchUp(
            with: [.interactions], by: .now + .seconds(60))
        let listed = try family.call(ListOperations.self, .init()).operations
        #expect(listed.first?.counts == ["schools": 1, "coaches": 1, "interactions": 2])
    }

    /// A file names a school that is deleted before the file is stored.
    @Test func aFileWhoseSchoolWasDeletedMeanwhileIsRefused() throws {
        let empty = try family.home.addSchool("Empty")
        let row = CoachImportRow(
            line: 2, form: CoachForm(firstName: "Ann", lastName: "Lee", schoolID: empty.id))
        let staged = try family.call(
            StageImport<CoachImportRow>.self, .init(importID: nil, number: 1, rows: [row]))
        let deletion = try family.call(DeleteSchool.self, .init(id: empty.id))
        func refusal() -> ServiceError? {
            family.refusal(of: CommitImport<CoachImportRow>.self, .init(importID: staged.importID))
        }
        #expect(refusal()?.code == .conflict)
        _ = try family.undo(deletion.operationID)
        #expect(refusal() == nil)
    }

    /// A home made before the others kept what is gone learns it again, once.
    @Test func whatIsGoneIsToldAgain() throws {
        let kept = try family.call(DeleteCoach.self, .init(id: pat.id))
        let gone = try family.call(DeleteSchool.self, .init(id: duke.id))
        _ = try purge(gone.operationID)
        #expect(try phase(of: gone.operationID) == .purged)
        let fixture = family.home.fixture
        let before = try fixture.changes().count
        try fixture.service.database.write { try Migration.tellAgain($0) }
        let told = try fixture.changes().dropFirst(before)
        #expect(told.map(\.type) == [DeletionFeed.finished])
        let payload: DeletionFeed.FinishedPayload? = try told.first?.decodedPayload()
        #expect(payload?.operationID == gone.operationID && payload?.phase == .purged)
        #expect(try family.undo(kept.operationID).restored == ["coaches": 1])
    }

    /// However many of one family wait for a service that is away, another family's undo has its
    /// answer within its own time.
    @Test func whoWaitsTakesNobodysPlace() throws {
        let waiting = 100
        let home = family.home
        var operations: [OperationID] = []
        for number in 0..<waiting {
            let coach = try home.addCoach("Coach", "Number \(number)")
            operations.append(try family.call(DeleteCoach.self, .init(id: coach.id)).operationID)
        }
        let form = CoachForm(firstName: "Other", lastName: "Lee")
        let other = try home.fixture.call(
            AddCoach.self, form, as: home.stranger, in: home.otherFamily
        ).coach
        let theirs = try home.fixture.call(
            DeleteCoach.self, .init(id: other.id), as: home.stranger, in: home.otherFamily)
        family.interactions.setSilent(true)
        let states = Mutex<[OperationState?]>([])
        let fixture = home.fixture
        let (player, id) = (home.player, home.family)
        for operation in operations {
            Thread {
                let json = try? fixture.answer(
                    UndoOperation.self, .init(operationID: operation), as: player, in: id,
                    budget: .seconds(120)
                ).json
                let answer = json.flatMap {
                    try? JSONCoding.decodeResponse(UndoOperation.Response.self, from: $0)
                }
                states.withLock { $0.append(answer?.state) }
            }.start()
        }
        while home.waiters.waitingCount < waiting { sched_yield() }
        let answer = try JSONCoding.decodeResponse(
            UndoOperation.Response.self,
            from: fixture.answer(
                UndoOperation.self, .init(operationID: theirs.operationID), as: home.stranger,
                in: home.otherFamily, budget: .seconds(2)
            ).json)
        #expect(answer.state == .running && answer.ids == [other.id.text])
        // None of the others has given up meanwhile: they wait on.
        #expect(states.withLock { $0.count } == 0)
        family.interactions.setSilent(false)
        while states.withLock({ $0.count }) < waiting { sched_yield() }
        #expect(states.withLock { $0.allSatisfy { $0 == .done } })
        #expect(home.waiters.waitingCount == 0)
    }

    @Test func noStatementReadsAWholeTable() throws {
        for sql in [
            Deletions.missingSchoolSQL, Deletions.othersSQL,
            CoachRepository.releaseSQL, ReferenceRepository.orphanedCoachSQL,
            LateReferences.schoolSQL,
        ] + MergedContacts.statements {
            let plan = try family.home.fixture.plan(of: sql)
            #expect(
                !plan.replacing("SCAN CONSTANT ROW", with: "").contains("SCAN "),
                "\(sql)\n\(plan)")
        }
    }
}
