import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Events: deletion and its undoing")
struct EventDeletionTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    // EV-24: the answer says success, and the event is gone with its coaches.
    @Test func anEventGoesWithItsCoachesAndComesBack() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let page = try home.show(event)
        let contents = try home.contents()
        let blockers = try home.call(ListEventBlockers.self, .init(id: event.id))
        #expect(blockers.canDelete && blockers.blockers == [])
        let deletion = try home.call(DeleteEvent.self, .init(id: event.id))
        #expect(deletion.success && deletion.message == "Event deleted")
        #expect(deletion.deleted == ["events": 1, "event_coaches": 1])
        #expect(home.refusal(of: ShowEvent.self, .init(id: event.id))?.code == .notFound)
        #expect(home.refusal(of: DeleteEvent.self, .init(id: event.id))?.code == .notFound)
        #expect(try home.names() == [])
        #expect(
            try home.undo(deletion.operationID).restored == ["events": 1, "event_coaches": 1])
        #expect(try home.contents() == contents)
        #expect(try home.show(event).event == page.event)
        #expect(try home.show(event).coaches == page.coaches)
    }

    // D-20, X-24, X-25: metrics stand in the way of the plain deletion and go with the cascade.
    @Test func metricsStandInTheWay() throws {
        let event = try home.add()
        try home.measure(at: event)
        try home.measure("era", 2, at: event)
        let loose = try home.measure("era", 3)
        let contents = try home.contents()
        let blockers = try home.call(ListEventBlockers.self, .init(id: event.id))
        #expect(!blockers.canDelete)
        #expect(blockers.blockers == [DeletionBlocker(type: "metrics", count: 2)])
        #expect(blockers.message == "2 metrics depend on this event")
        let refused = home.refusal(of: DeleteEvent.self, .init(id: event.id))
        #expect(refused?.code == .hasDependents)
        var unconfirmed = CascadeDeleteEvent.Request(id: event.id)
        unconfirmed.confirmDelete = FormField(false)
        let error = home.refusal(of: CascadeDeleteEvent.self, unconfirmed)
        #expect(error?.errors.keys.sorted() == ["confirmDelete"])
        #expect(try home.contents() == contents)
        let deletion = try home.call(CascadeDeleteEvent.self, .init(id: event.id))
        #expect(deletion.deleted == ["events": 1, "metrics": 2])
        #expect(try home.call(ListMetrics.self, .init()).metrics == [loose])
        #expect(try home.undo(deletion.operationID).restored == ["events": 1, "metrics": 2])
        #expect(try home.contents() == contents)
    }

    // Events are the family's: any of its players undoes, once.
    @Test func everyPlayerUndoesOnce() throws {
        let event = try home.add()
        let deletion = try home.call(DeleteEvent.self, .init(id: event.id))
        _ = try home.call(
            UndoOperation.self, .init(operationID: deletion.operationID), as: home.sibling)
        #expect(try home.show(event).event == event)
        let again = home.refusal(of: UndoOperation.self, .init(operationID: deletion.operationID))
        #expect(again?.code == .conflict)
    }

    // The trash names what lies in it; purged, it does not come back.
    @Test func theTrashNamesAndPurges() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        try home.measure("era", 2, at: event)
        let deletion = try home.call(CascadeDeleteEvent.self, .init(id: event.id))
        let listed = try home.call(ListOperations.self, .init()).operations
        #expect(listed.map(\.id) == [deletion.operationID])
        #expect(listed.first?.title == "Spring Showcase 2026")
        _ = try home.call(PurgeOperations.self, .init(operationID: deletion.operationID))
        let late = home.refusal(of: UndoOperation.self, .init(operationID: deletion.operationID))
        #expect(late?.code == .conflict)
    }

    // What was deleted before the event stays deleted when the event comes back.
    @Test func anUndoBringsBackItsOwnOnly() throws {
        let event = try home.atSchool()
        let metric = try home.measure(at: event)
        let first = try home.call(DeleteMetric.self, .init(id: metric.id))
        let second = try home.call(DeleteEvent.self, .init(id: event.id))
        _ = try home.undo(second.operationID)
        #expect(try home.show(event).metrics == [])
        _ = try home.undo(first.operationID)
        #expect(try home.show(event).metrics == [metric])
    }
}
