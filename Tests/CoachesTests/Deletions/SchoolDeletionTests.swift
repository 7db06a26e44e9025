import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// Deleting a school, alone and with its coaches and what depends on either.
@Suite struct SchoolDeletionTests {
    private let family: DeletionFamily
    private let duke: School

    init() throws {
        family = try DeletionFamily()
        duke = try family.home.addSchool("Duke")
    }

    @Test func aSchoolWithoutDependentsGoesAlone() throws {
        let answer = try family.call(DeleteSchool.self, .init(id: duke.id))
        #expect(answer.message == "School deleted")
        #expect(
            answer.deleted == [
                "schools": 1, "coaches": 0, "interactions": 0, "events": 0, "offers": 0,
                "social_media_posts": 0,
            ])
        #expect(
            family.refusal(of: DeleteSchool.self, .init(id: duke.id))
                == .notFound(.school))
    }

    /// Events of a school are told by their own service; one that moves away counts no more.
    @Test func eventsStandInTheWay() throws {
        func tell(_ type: String, _ school: SchoolID?) throws {
            try family.events.told.append(
                type,
                EventsFeed.EventPayload(
                    familyUnitID: family.home.family, id: EventID(high: 1, low: 1), name: "Camp",
                    schoolID: school))
        }
        func message() throws -> String {
            try family.call(ListSchoolBlockers.self, .init(id: duke.id)).message
        }
        try tell(EventsFeed.eventChanged, duke.id)
        #expect(try message() == "School has 1 event")
        #expect(
            family.refusal(of: DeleteSchool.self, .init(id: duke.id))?.errors == ["events": "1"])
        try tell(EventsFeed.eventDeleted, duke.id)
        #expect(try message() == "School has no related records")
        try tell(EventsFeed.eventRestored, duke.id)
        try tell(EventsFeed.eventChanged, nil)
        #expect(try message() == "School has no related records")
    }

    // Issue 4, 5: a school's blockers are its coaches and what names it or them, each once.
    @Test func coachesAndInteractionsStandInTheWay() throws {
        let pat = try family.home.addCoach("Pat", "Doyle", at: duke)
        let ann = try family.home.addCoach("Ann", "Lee", at: duke)
        try family.log(2, with: pat)
        try family.log(1, with: ann)
        let blockers = try family.call(ListSchoolBlockers.self, .init(id: duke.id))
        #expect(!blockers.canDelete)
        #expect(
            blockers.blockers == [
                .init(type: "coaches", count: 2), .init(type: "interactions", count: 3),
            ])
        #expect(blockers.message == "School has 2 coaches and 3 interactions")
        let refused = family.refusal(of: DeleteSchool.self, .init(id: duke.id))
        #expect(refused?.code == .hasDependents)
        #expect(refused?.errors == ["coaches": "2", "interactions": "3"])
    }

    @Test func theCascadeTakesTheCoachesAlongAndTheUndoBringsThemBack() throws {
        let pat = try family.home.addCoach("Pat", "Doyle", at: duke)
        _ = try family.home.addCoach("Ann", "Lee", at: duke)
        try family.log(2, with: pat)
        let before = try family.pages(pat)
        let answer = try family.call(CascadeDeleteSchool.self, .init(id: duke.id))
        #expect(answer.message == "School and related records deleted")
        #expect(
            answer.sentence(of: .school) == "School, 2 coaches and 2 interactions deleted")
        #expect(try family.home.page().coaches.isEmpty)
        let undone = try family.undo(answer.operationID)
        #expect(undone.restored == ["schools": 1, "coaches": 2, "interactions": 2])
        #expect(try family.pages(pat) == before)
    }

    //
    @Test func parentsAreRefused() {
        #expect(
            family.refusal(
                of: CascadeDeleteSchool.self, .init(id: duke.id), as: family.home.parent)
                == ServiceError(.forbidden, "Only players can delete schools"))
    }

    /// A coach who was deleted before the school comes back after it.
    @Test func aCoachDoesNotReturnToADeletedSchool() throws {
        let pat = try family.home.addCoach("Pat", "Doyle", at: duke)
        let first = try family.call(DeleteCoach.self, .init(id: pat.id))
        let second = try family.call(DeleteSchool.self, .init(id: duke.id))
        let refused = family.refusal(
            of: UndoOperation.self, .init(operationID: first.operationID))
        #expect(
            refused
                == ServiceError(
                    .conflict,
                    "The coach's school has since been deleted; "
                        + "undo that first (\(second.operationID))"
                ))
        _ = try family.undo(second.operationID)
        #expect(try family.undo(first.operationID).restored == ["coaches": 1])
    }

    // Deleted rows never block new ones; what was added since stands in the way of the return.
    @Test func aDeletedSchoolDoesNotBlockItsCatalogueEntry() throws {
        func add() throws -> School {
            try family.call(AddSchool.self, .init(catalogueID: "102553")).school
        }
        let deleted = try family.call(DeleteSchool.self, .init(id: try add().id))
        _ = try add()
        let refused = family.refusal(
            of: UndoOperation.self, .init(operationID: deleted.operationID))
        #expect(
            refused
                == ServiceError(.conflict, "A record that was added since then prevents it"))
    }

    /// The trash counts what went in all services, once they have answered.
    @Test func theTrashListsTheWholeOperation() throws {
        let pat = try family.home.addCoach("Pat", "Doyle", at: duke)
        try family.log(1, with: pat)
        let answer = try family.call(CascadeDeleteSchool.self, .init(id: duke.id))
        let listed = try family.call(ListOperations.self, .init()).operations
        #expect(listed.map(\.id) == [answer.operationID])
        #expect(listed.first?.title == "Duke")
        #expect(listed.first?.counts == ["schools": 1, "coaches": 1, "interactions": 1])
    }

    /// Stages a file with a coach and a school from the catalogue. Returns the import's id.
    private func stagedCoach() throws -> OperationID {
        let row = CoachImportRow(
            line: 2, key: nil, school: SchoolReference(catalogueID: "102553"), addsSchool: true,
            form: CoachForm(firstName: "Ann", lastName: "Lee"))
        return try family.call(
            StageImport<CoachImportRow>.self, .init(importID: nil, number: 1, rows: [row])
        ).importID
    }

    /// Imports that file. Returns the import's id and the coach.
    private func importedCoach() throws -> (OperationID, Coach) {
        let id = try stagedCoach()
        _ = try family.call(CommitImport<CoachImportRow>.self, .init(importID: id))
        return (id, try #require(try family.home.page().coaches.first))
    }

    /// Waits until the service has applied the other services' changes.
    private func catchUp() throws {
        try family.home.fixture.service.catchUp(
            with: RecordDependents.producers, by: .now + .seconds(60))
    }

    private func trash() throws -> [UndoableOperation] {
        try family.call(ListOperations.self, .init()).operations
    }

    // Another service accepts a record before it knows of the undo.
    @Test(arguments: [InteractionsFeed.created, EventsFeed.eventChanged, AnalyticsFeed.added])
    func aLateReferenceBringsBackWhatAnUndoneImportRemoved(type: String) throws {
        let (id, ann) = try importedCoach()
        #expect(try family.undo(id).removed == ["schools": 1, "coaches": 1])
        let schools = try family.call(ListSchools.self, .init()).schools.count
        let now = family.clock.clock.now()
        switch type {
        case EventsFeed.eventChanged:
            var event = Event(
                id: .make(at: now), familyUnitID: family.home.family, userID: ann.createdBy,
                type: .camp, name: "Camp", startDate: CivilDay(daysSince1970: 20_000), at: now)
            event.schoolID = ann.schoolID
            try family.events.told.append(type, event, at: now)
        case AnalyticsFeed.added:
            try family.analytics.told.append(
                type,
                [
                    "family_unit_id": family.home.family.text, "coach_id": ann.id.text,
                    "school_id": ann.schoolID?.text,
                ], at: now)
        default:
            try family.interactions.told.append(
                type, ContactFeedSource.interaction(with: ann), at: now)
        }
        let isOfCoach = type != EventsFeed.eventChanged
        try catchUp()
        #expect(try family.call(ListSchools.self, .init()).schools.count == schools + 1)
        #expect(try family.home.page().coaches.contains { $0.id == ann.id } == isOfCoach)
        #expect(try trash().first?.counts == (isOfCoach ? [:] : ["coaches": 1]))
        let back = try family.home.fixture.changes().suffix(isOfCoach ? 2 : 1).map(\.type)
        #expect(
            back
                == (isOfCoach
                    ? [CoachesFeed.schoolChanged, CoachesFeed.coachChanged]
                    : [CoachesFeed.schoolChanged]))
    }

    /// A reference from before the undo was known to it, as when a feed is read again.
    @Test(arguments: [
        (LateReferences.tolerance, true), (LateReferences.tolerance + .milliseconds(1), false),
    ])
    func onlyALateReferenceBringsBack(age: Duration, isBack: Bool) throws {
        let (id, ann) = try importedCoach()
        _ = try family.undo(id)
        let removedAt = family.clock.clock.now()
        try family.interactions.told.append(
            InteractionsFeed.created, ContactFeedSource.interaction(with: ann),
            at: removedAt.advanced(by: .zero - age))
        try catchUp()
        #expect(try family.home.page().coaches.contains { $0.id == ann.id } == isBack)
    }

    /// The family follows the school of the catalogue again in the meantime.
    @Test func aSchoolThatIsBackLosesACatalogueIDTakenSince() throws {
        let (id, ann) = try importedCoach()
        _ = try family.undo(id)
        let again = try family.call(AddSchool.self, .init(catalogueID: "102553")).school
        try family.interactions.told.append(
            InteractionsFeed.created, ContactFeedSource.interaction(with: ann),
            at: family.clock.clock.now())
        try catchUp()
        let schools = try family.call(ListSchools.self, .init()).schools
        #expect(schools.first { $0.id == ann.schoolID }?.catalogueID == nil)
        #expect(schools.first { $0.id == again.id }?.catalogueID == "102553")
    }

    /// The family imports the file again, and the school is not visible yet.
    @Test func aSchoolThatIsBackLosesACatalogueIDOfAnImportUnderWay() throws {
        let (id, ann) = try importedCoach()
        _ = try family.undo(id)
        let again = try stagedCoach()
        let home = family.home
        let (kind, now) = (CommitImport<CoachImportRow>.name, family.clock.clock.now())
        let scope = FamilyScope(resuming: home.player.userID, as: .player, in: home.family)
        // Decided as its commit does; its records wait for the next step.
        try home.fixture.service.database.write { transaction in
            try ImportsUnderWay(transaction).begin(
                again, kind, scope, counts: ["schools": 1, "coaches": 1], trace: nil, at: now)
            try transaction.execute(
                "UPDATE imports SET state = 'committed' WHERE import_id = ?1", again)
        }
        try family.interactions.told.append(
            InteractionsFeed.created, ContactFeedSource.interaction(with: ann), at: now)
        try catchUp()
        let steps = ImportSteps(
            plan: CoachImport(catalogue: try CatalogueTests.catalogue()), kind: kind,
            feed: home.fixture.service.feed)
        try home.fixture.service.database.write { [family = home.family] transaction in
            while try steps.reveal(again, of: family, transaction, now: now) {}
        }
        let schools = try family.call(ListSchools.self, .init()).schools
        #expect(schools.contains { $0.id == ann.schoolID && $0.catalogueID == nil })
        #expect(schools.count { $0.catalogueID == "102553" } == 1)
    }

    // Issue 4, 5: nothing may refer to what the undoing of an import takes away.
    @Test func anImportIsNotUndoneWhileInteractionsNameItsCoaches() throws {
        let (id, ann) = try importedCoach()
        try family.log(1, with: ann)
        let refused = family.refusal(
            of: UndoOperation.self, .init(operationID: id))
        #expect(refused?.code == .hasDependents)
        #expect(
            refused?.message == "1 interaction names these schools or coaches; undo their import "
                + "first, or delete the coaches and schools one by one")
        // Gone with it, the import can be undone.
        try family.interactions.told.append(
            InteractionsFeed.deleted, ContactFeedSource.interaction(with: ann))
        #expect(try family.undo(id).removed == ["schools": 1, "coaches": 1])
    }
}
