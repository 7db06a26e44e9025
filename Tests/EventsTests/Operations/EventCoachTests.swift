import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Events: coaches present")
struct EventCoachTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func record(_ coach: CoachID, at event: Event) throws -> EventCoachesAnswer {
        try home.call(AddEventCoach.self, .init(id: event.id, coachID: coach))
    }

    // EV-26, EV-27, EV-28: the school's coaches that are not there yet; adding one changes both.
    @Test func recordedCoachesAreNoLongerAvailable() throws {
        let event = try home.atSchool()
        #expect(try home.show(event).availableCoaches.map(\.name) == ["Ben Kay", "Ann Lee"])
        let answer = try record(home.ann, at: event)
        #expect(answer.event.coachesPresent == [home.ann] && answer.operationID == nil)
        #expect(answer.event.version == 1)
        let card = try #require(answer.coaches.first)
        #expect(card.name == "Ann Lee" && card.role == .assistant && card.schoolID == home.school)
        #expect(card.email == "ann@state.example" && card.phone == "336-555-0101")
        let page = try home.show(event, as: home.parent)
        #expect(page.coaches == answer.coaches)
        #expect(page.availableCoaches.map(\.id) == [home.ben])
        let available = try home.call(
            ListAvailableCoaches.self, .init(id: event.id), as: home.parent)
        #expect(available.availableCoaches == page.availableCoaches)
    }

    // EV-25, EV-29, D-35: without a school there is nobody to choose from.
    @Test func anEventWithoutASchoolHasNoCoaches() throws {
        let event = try home.add()
        #expect(try home.show(event).availableCoaches == [])
        let error = home.refusal(
            of: AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(error?.code == .validationFailed)
        #expect(error?.errors == ["coach_id": "Event not linked to school"])
    }

    // D-03: of another school, another family or nobody.
    @Test func onlyCoachesOfTheSchoolAreTaken() throws {
        let event = try home.atSchool()
        let loose = CoachID(high: 0xC0, low: 3)
        try home.tell(CoachesFeed.coachChanged, home.coach(loose, "Cy", "Loo", at: nil))
        for coach in [loose, CoachID(high: 9, low: 9)] {
            let error = home.refusal(of: AddEventCoach.self, .init(id: event.id, coachID: coach))
            #expect(error?.errors == ["coach_id": "Invalid coach selection"])
        }
    }

    @Test func aCoachIsRecordedOnce() throws {
        let event = try home.atSchool()
        _ = try record(home.ann, at: event)
        let error = home.refusal(
            of: AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(error?.code == .conflict)
        #expect(try home.show(event).event.coachesPresent == [home.ann])
    }

    // EV-30, D-25: whoever left the school still shows, with the name and role of today beside
    // those of then; whoever is known no longer has no name.
    @Test func aCoachWhoLeftStillShows() throws {
        let event = try home.atSchool()
        _ = try record(home.ann, at: event)
        try home.tell(
            CoachesFeed.coachChanged,
            home.coach(home.ann, "Ann", "Lee-Hart", at: nil, role: .recruiting))
        let moved = try #require(try home.show(event).coaches.first)
        #expect(moved.displayName == "Ann Lee-Hart" && moved.displayRole == .recruiting)
        #expect(moved.recordedName == "Ann Lee" && moved.recordedRole == .assistant)
        try home.tell(
            CoachesFeed.coachesRemoved,
            CoachesFeed.RemovedPayload(familyUnitID: home.family, ids: [home.ann.text]))
        let gone = try #require(try home.show(event).coaches.first)
        #expect(gone.coachID == home.ann && gone.name == nil && gone.email == nil)
        #expect(gone.displayName == "Unknown Coach" && gone.displayRole == .assistant)
        #expect(gone.recordedName == "Ann Lee")
        #expect(try home.show(event).event.coachesPresent == [home.ann])
    }

    @Test func aRemovalCanBeUndone() throws {
        let event = try home.atSchool()
        _ = try record(home.ann, at: event)
        _ = try record(home.ben, at: event)
        let before = try home.show(event)
        let contents = try home.contents()
        let removal = try home.call(
            RemoveEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(removal.event.coachesPresent == [home.ben])
        let operation = try #require(removal.operationID)
        #expect(try home.undo(operation).restored == ["event_coaches": 1])
        #expect(try home.contents() == contents)
        #expect(try home.show(event).coaches == before.coaches)
        let again = home.refusal(of: UndoOperation.self, .init(operationID: operation))
        #expect(again?.code == .conflict)
    }

    @Test func whoIsNotThereCannotBeRemoved() throws {
        let event = try home.atSchool()
        let error = home.refusal(
            of: RemoveEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(error?.code == .notFound && error?.message == "Coach not found")
    }

    // A coach who was recorded again meanwhile is not doubled by an undo.
    @Test func anUndoDoesNotDoubleACoach() throws {
        let event = try home.atSchool()
        _ = try record(home.ann, at: event)
        let removal = try home.call(
            RemoveEventCoach.self, .init(id: event.id, coachID: home.ann))
        _ = try record(home.ann, at: event)
        let operation = try #require(removal.operationID)
        let error = home.refusal(of: UndoOperation.self, .init(operationID: operation))
        #expect(error?.code == .conflict)
        #expect(try home.show(event).event.coachesPresent == [home.ann])
    }

    // A coach who was added a moment ago is asked for once.
    @Test func aCoachWhoIsNotThereYetIsFetched() throws {
        let home = try EventHome(isFollowing: true)
        let event = try home.atSchool()
        let new = CoachID(high: 0xC0, low: 7)
        try home.coaches.append(
            CoachesFeed.coachChanged, home.coach(new, "Nora", "New", at: home.school))
        let answer = try home.call(AddEventCoach.self, .init(id: event.id, coachID: new))
        #expect(answer.coaches.map(\.name) == ["Nora New"])
    }
}
