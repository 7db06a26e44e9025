import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Events

/// What was deleted at an event, and comes back when the event is not there.
@Suite("Events: undo without the event")
struct EventUndoRuleTests {
    private let home: EventHome

    init() throws { home = try EventHome(isFollowing: true) }

    /// Removes what the trash is to lose, now.
    private func erase() throws {
        let service = home.fixture.service
        while try service.database.write({ transaction in
            try service.trash.erasure.step(
                UnitOfWork(transaction, context: nil, now: service.clock.now(), feed: service.feed)
            )
        }) {}
    }

    private func purge(_ id: OperationID) throws {
        _ = try home.call(PurgeOperations.self, .init(operationID: id))
    }

    private func trash() throws -> [OperationID] {
        try home.call(ListOperations.self, .init()).operations.map(\.id)
    }

    /// First the event, then what was measured there.
    @Test func aMetricWaitsForItsEvent() throws {
        let event = try home.atSchool()
        let metric = try home.measure(at: event)
        let own = try home.call(DeleteMetric.self, .init(id: metric.id))
        let deletion = try home.call(DeleteEvent.self, .init(id: event.id))
        let refused = home.refusal(of: UndoOperation.self, .init(operationID: own.operationID))
        #expect(
            refused
                == ServiceError(
                    .conflict,
                    "The event has since been deleted; undo that first (\(deletion.operationID))"))
        _ = try home.undo(deletion.operationID)
        _ = try home.undo(own.operationID)
        #expect(try home.show(event).metrics == [metric])
    }

    // N-143
    /// What was measured was measured, whatever becomes of the event; before and after its rows
    /// are removed.
    @Test(arguments: [false, true])
    func aMetricComesBackWithoutAnEventThatIsGone(isErased: Bool) throws {
        let event = try home.atSchool()
        let metric = try home.measure(at: event)
        let own = try home.call(DeleteMetric.self, .init(id: metric.id))
        try purge(try home.call(DeleteEvent.self, .init(id: event.id)).operationID)
        if isErased { try erase() }
        let answer = try home.undo(own.operationID)
        #expect(answer.restored == ["metrics": 1])
        #expect(answer.lost == [LostReference(type: "metrics", kind: .event, count: 1)])
        let back = try #require(try home.call(ListMetrics.self, .init()).metrics.first)
        #expect(back.id == metric.id && back.eventID == nil && back.value == metric.value)
        let told = try #require(try home.fixture.changes().last)
        #expect(told.type == EventsFeed.metricRestored)
        #expect(try (told.decodedPayload() as Metric).eventID == nil)
    }

    /// Who was seen at an event is a part of it, and so is the trash of that.
    @Test func aCoachPresentGoesForGoodWithTheEvent() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let own = try #require(
            try home.call(RemoveEventCoach.self, .init(id: event.id, coachID: home.ann))
                .operationID)
        let deletion = try home.call(DeleteEvent.self, .init(id: event.id)).operationID
        let waits = home.refusal(of: UndoOperation.self, .init(operationID: own))
        #expect(waits?.message.contains(deletion.text) == true)
        try purge(deletion)
        let lost = home.refusal(of: UndoOperation.self, .init(operationID: own))
        // Before its rows are removed by its event, afterwards by its own state.
        #expect(lost?.code == .conflict && lost?.message.contains("removed for good") == true)
        try erase()
        #expect(try trash().isEmpty)
        let closed = try #require(
            try home.fixture.changes().last { $0.type == TrashFeed.purged })
        #expect(try (closed.decodedPayload() as TrashFeed.PurgedPayload).operationID == own)
        #expect(try home.contents().allSatisfy { !$0.hasPrefix("event_coaches") })
    }

    /// The undoing of an import takes those along who were seen at its events, and counts them.
    @Test func anImportTakesItsEventsCoachesAlong() throws {
        var form = EventForm(type: "camp", name: "Camp", startDate: "2026-04-15")
        form.schoolID = FormField(home.school.text)
        let staged = try home.call(
            StageImport<EventImportRow>.self,
            .init(importID: nil, number: 1, rows: [EventImportRow(line: 2, form: form)]))
        _ = try home.call(CommitImport<EventImportRow>.self, .init(importID: staged.importID))
        let event = try #require(try home.call(ListEvents.self, .init()).events.first)
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(try home.undo(staged.importID).removed == ["events": 1, "event_coaches": 1])
        let listed = try home.call(ListOperations.self, .init()).operations
        #expect(listed.first?.counts == ["events": 1, "event_coaches": 1])
    }

    /// A file names an event that is deleted before the file is stored.
    @Test func aFileWhoseEventWasDeletedMeanwhileIsRefused() throws {
        let event = try home.atSchool()
        let form = MetricForm(metricType: "velocity", value: 90, eventID: event.id)
        let staged = try home.call(
            StageImport<MetricImportRow>.self,
            .init(importID: nil, number: 1, rows: [MetricImportRow(line: 2, form: form)]))
        let deletion = try home.call(DeleteEvent.self, .init(id: event.id))
        let commit = ImportCommit(importID: staged.importID)
        #expect(home.refusal(of: CommitImport<MetricImportRow>.self, commit)?.code == .conflict)
        _ = try home.undo(deletion.operationID)
        #expect(home.refusal(of: CommitImport<MetricImportRow>.self, commit) == nil)
    }

    // N-143
    /// An event comes back without a school that is gone: removed for good, or with its import.
    @Test(arguments: [DeletionFeed.purged, CoachesFeed.schoolsRemoved])
    func anEventComesBackWithoutASchoolThatIsGone(how: String) throws {
        let event = try home.atSchool()
        let own = try home.call(DeleteEvent.self, .init(id: event.id))
        let operation = OperationID(high: 0x0F, low: 1)
        if how == DeletionFeed.purged {
            try home.coaches.appendDeletion(
                operation, of: home.school, in: home.family, by: home.sibling.userID)
            try home.coaches.append(how, operation, in: home.family)
        } else {
            try home.coaches.append(
                how,
                CoachesFeed.RemovedPayload(
                    familyUnitID: home.family, ids: [home.school.text]))
        }
        try home.fixture.service.catchUp(with: [.coaches], by: .now + .seconds(60))
        let answer = try home.undo(own.operationID)
        #expect(answer.restored == ["events": 1])
        #expect(answer.lost == [LostReference(type: "events", kind: .school, count: 1)])
        #expect(try home.show(event).event.schoolID == nil)
    }

    @Test(
        arguments: EventsOfParts.statements + [
            EventsTrash.coachesSQL, MetricImport.orphanSQL,
        ])
    func noStatementReadsAWholeTable(sql: String) throws {
        let plan = try home.fixture.plan(of: sql)
        #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
    }
}
