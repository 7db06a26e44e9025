import Contracts
import DataServiceKit
import ServiceKit
import Support
import Testing

@testable import Events

/// What coaches deletes: a school takes its events along, a coach nothing.
@Suite("Events of deleted schools and coaches")
struct DeletedSchoolTests {
    private static let operation = OperationID(high: 0x0F, low: 1)
    private let home: EventHome

    init() throws { home = try EventHome(isFollowing: true) }

    private func delete(
        _ school: SchoolID? = nil, coaches: [CoachID] = [],
        as operation: OperationID = operation, into kept: RecordID? = nil
    ) throws {
        try home.coaches.appendDeletion(
            operation, of: school, coaches: coaches, in: home.family, by: home.sibling.userID,
            into: kept)
        try settle()
    }

    private func undo(_ operation: OperationID = operation) throws {
        try home.coaches.append(DeletionFeed.undone, operation, in: home.family)
        try settle()
    }

    private func settle() throws {
        try home.fixture.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }

    // D-21: events of the school, their coaches and their metrics, and nothing else; undone,
    // everything is the same to the byte.
    @Test func aSchoolTakesItsEventsAlong() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let metric = try home.measure(at: event)
        let other = try home.add("Other", "2026-05-01")
        let loose = try home.measure("era", 2, at: other)
        let (page, contents) = (try home.show(event), try home.contents())
        try delete(home.school, coaches: [home.ann, home.ben])
        #expect(try home.names() == ["Other"])
        #expect(home.refusal(of: ShowEvent.self, .init(id: event.id))?.code == .notFound)
        #expect(try home.call(ListMetrics.self, .init()).metrics == [loose])
        let told = try home.fixture.changes()
        let applied = try #require(told.last { $0.type == DeletionFeed.applied })
        let counts: DeletionFeed.CountsPayload = try applied.decodedPayload()
        #expect(counts.counts == ["events": 1, "event_coaches": 1, "metrics": 1])
        let gone = try #require(told.last { $0.type == EventsFeed.eventDeleted })
        #expect(try (gone.decodedPayload() as Event).coachesPresent == [home.ann])
        try undo()
        #expect(try home.contents() == contents)
        let back = try home.show(event)
        #expect(back.event == page.event && back.coaches == page.coaches)
        #expect(back.metrics == [metric])
        let last = try #require(
            try home.fixture.changes().last { $0.aggregate == EventTag.noun })
        #expect(try (last.decodedPayload() as Event) == back.event)
    }

    // A late event or coach of what was deleted is refused.
    @Test func nothingNewNamesWhatWasDeleted() throws {
        let event = try home.atSchool()
        try delete(coaches: [home.ann])
        let coach = home.refusal(
            of: AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(coach?.errors == ["coach_id": "Invalid coach selection"])
        #expect(try home.show(event).availableCoaches.map(\.id) == [home.ben])
        try delete(home.school, coaches: [home.ben], as: OperationID(high: 0x0F, low: 2))
        var form = EventForm(type: "camp", name: "Late", startDate: "2026-04-15")
        form.schoolID = FormField(home.school.text)
        let school = home.refusal(of: AddEvent.self, form)
        #expect(school?.errors == ["school_id": "Please select a school"])
    }

    /// A late contact brings back what the undo of an import removed: it can be named again, and
    /// nothing loses it.
    @Test func whatIsBackAfterTheUndoOfAnImportIsThereLikeBefore() throws {
        for (type, id) in [
            (CoachesFeed.coachesRemoved, home.ann.text),
            (CoachesFeed.schoolsRemoved, home.school.text),
        ] {
            try home.coaches.append(
                type, CoachesFeed.RemovedPayload(familyUnitID: home.family, ids: [id]))
        }
        try settle()
        var form = EventForm(type: "camp", name: "Late", startDate: "2026-04-15")
        form.schoolID = FormField(home.school.text)
        let removed = home.refusal(of: AddEvent.self, form)
        #expect(removed?.errors == ["school_id": "Please select a school"])
        try home.coaches.append(
            CoachesFeed.schoolChanged, home.schoolPayload(home.school, "State"))
        try home.coaches.append(
            CoachesFeed.coachChanged, home.coach(home.ann, "Ann", "Lee", at: home.school))
        try settle()
        let event = try home.atSchool()
        #expect(try home.show(event).availableCoaches.map(\.id).contains(home.ann))
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let own = try home.call(DeleteEvent.self, .init(id: event.id))
        let answer = try home.undo(own.operationID)
        #expect(answer.lost == nil)
        let back = try home.show(event).event
        #expect(back.schoolID == home.school && back.coachesPresent == [home.ann])
    }

    // D-25, EV-30: a deleted coach was there all the same, under no name; with the undo the name
    // is back.
    @Test func aDeletedCoachStaysPresent() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let before = try home.show(event)
        try delete(coaches: [home.ann])
        let card = try #require(try home.show(event).coaches.first)
        #expect(card.name == nil && card.displayName == "Unknown Coach")
        #expect(card.recordedName == "Ann Lee" && card.coachID == home.ann)
        #expect(try home.show(event).event.coachesPresent == [home.ann])
        try undo()
        #expect(try home.show(event).coaches == before.coaches)
    }

    // What was deleted by hand before comes back only once the school is there again.
    @Test func anOwnDeletionWaitsForTheSchool() throws {
        let event = try home.atSchool()
        let own = try home.call(DeleteEvent.self, .init(id: event.id))
        try delete(home.school, coaches: [])
        let error = home.refusal(of: UndoOperation.self, .init(operationID: own.operationID))
        #expect(error?.code == .conflict)
        #expect(error?.message.contains(Self.operation.text) == true)
        try undo()
        #expect(try home.names() == [])
        _ = try home.undo(own.operationID)
        #expect(try home.show(event).event == event)
    }

    private func counts(_ type: String) throws -> [String: Int] {
        let told = try #require(try home.fixture.changes().last { $0.type == type })
        let payload: DeletionFeed.CountsPayload = try told.decodedPayload()
        return payload.counts
    }

    // N-154: an event in the trash follows its school, and is not counted.
    @Test func aMergeOfSchoolsCountsEventsThatAreToBeSeen() throws {
        _ = try home.atSchool()
        let gone = try home.atSchool()
        let own = try home.call(DeleteEvent.self, .init(id: gone.id)).operationID
        let kept = SchoolID(high: 0x5C, low: 2)
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(kept, "State University"))
        try delete(home.school, into: RecordID(high: kept.high, low: kept.low))
        #expect(try counts(DeletionFeed.applied) == ["events": 1])
        _ = try home.undo(own)
        let moved = try home.call(ListEvents.self, .init()).events.map(\.schoolID)
        #expect(moved == [kept, kept])
        // It is to be seen now, and moves back with the other one.
        try undo()
        #expect(try counts(DeletionFeed.restored) == ["events": 2])
        let back = try home.call(ListEvents.self, .init()).events.map(\.schoolID)
        #expect(back == [home.school, home.school])
    }

    // N-103, N-124: the school to which a merge or its undo moved an event is not the import's.
    @Test(arguments: [true, false])
    func anImportThatIsUndoneLeavesTheSchoolToAMerge(isMergedFirst: Bool) throws {
        let kept = SchoolID(high: 0x5C, low: 2)
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(kept, "State University"))
        let event = try home.atSchool()
        func merge() throws {
            try delete(home.school, into: RecordID(high: kept.high, low: kept.low))
        }
        if isMergedFirst { try merge() }
        var form = EventForm()
        form.id = FormField(event.id.text)
        form.city = "Durham"
        let staged = try home.call(
            StageImport<EventImportRow>.self,
            .init(
                importID: nil, number: 1,
                rows: [EventImportRow(line: 2, key: nil, form: form)], update: true))
        let summary = try home.call(
            CommitImport<EventImportRow>.self, .init(importID: staged.importID))
        #expect(summary.updated == ["events": 1])
        if isMergedFirst { try undo() } else { try merge() }
        let school = isMergedFirst ? home.school : kept
        #expect(try home.show(event).event.schoolID == school)
        let undone = try home.undo(staged.importID)
        #expect(undone.reverted == ["events": 1] && undone.kept == nil)
        let back = try home.show(event).event
        #expect(back.schoolID == school && back.city == nil)
    }

    // N-154: where the coach who goes was recorded at an event in the trash.
    @Test func aMergeOfCoachesCountsPresencesThatAreToBeSeen() throws {
        for name in ["Kept", "Gone"] {
            let event = try home.add(name) { $0.schoolID = FormField(home.school.text) }
            _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
            if name == "Gone" { _ = try home.call(DeleteEvent.self, .init(id: event.id)) }
        }
        try delete(
            coaches: [home.ann], into: RecordID(high: home.ben.high, low: home.ben.low))
        #expect(try counts(DeletionFeed.applied) == ["event_coaches": 1])
        try undo()
        #expect(try counts(DeletionFeed.restored) == ["event_coaches": 1])
    }

    // A feed that is read again from its beginning does no harm.
    @Test func aFeedThatBeginsAnewChangesNothing() throws {
        let event = try home.atSchool()
        try home.measure(at: event)
        try delete(home.school, coaches: [home.ann])
        let contents = try home.contents()
        home.coaches.beginAnew()
        try settle()
        #expect(try home.contents() == contents)
        try undo()
        #expect(try home.show(event).metrics.count == 1)
    }
}
