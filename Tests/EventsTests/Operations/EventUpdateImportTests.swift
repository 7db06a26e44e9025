import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

/// Imports that update events.
@Suite struct EventUpdateImportTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func row(
        _ line: Int, _ name: String?, _ start: String? = "2026-04-15", type: String? = "camp",
        key: String? = nil, _ change: (inout EventForm) -> Void = { _ in }
    ) -> EventImportRow {
        var form = EventForm(type: type, name: name, startDate: start)
        change(&form)
        return .init(line: line, key: key, form: form)
    }

    private func stage(
        _ rows: [EventImportRow], as person: ServiceFixture.Person? = nil
    ) throws -> ImportVerdicts {
        try home.call(
            StageImport<EventImportRow>.self,
            .init(importID: nil, number: 1, rows: rows, update: true), as: person)
    }

    private func store(_ rows: [EventImportRow]) throws -> ImportSummary {
        let verdicts = try stage(rows)
        #expect(verdicts.refused.isEmpty, "\(verdicts.refused)")
        return try home.call(CommitImport<EventImportRow>.self, .init(importID: verdicts.importID))
    }

    private func events() throws -> [Event] { try home.call(ListEvents.self, .init()).events }

    // N-100, N-101, N-103: by name and first day; then everything is as it was.
    @Test func aRowUpdatesTheEventItMeans() throws {
        let known = try home.add("Fall Camp", "2026-04-15") {
            $0.city = "Durham"
            $0.cost = FormField(25)
        }
        let before = try events()
        let summary = try store([
            row(2, "FALL camp") {
                $0.schoolID = FormField(home.school.text)
                $0.registered = FormField(true)
            },
            row(3, "Fall Camp", "2026-04-16"), row(4, "fall camp"),
        ])
        #expect(summary.added == ["events": 1] && summary.updated == ["events": 1])
        #expect(summary.rows.map(\.fate) == [.updated, .added, .skipped])
        #expect(summary.rows.last?.sameAs == 2)
        #expect(
            summary.rows.first?.changes?.map(\.summary) == [
                "type showcase → camp", "school none → State", "registered false → true",
            ])
        let event = try #require(try events().first { $0.id == known.id })
        #expect(event.name == "Fall Camp" && event.type == .camp && event.registered)
        #expect(event.city == "Durham" && event.cost == 25 && event.schoolName == "State")
        #expect(event.version == 2)
        let undone = try home.undo(try #require(summary.operationID))
        #expect(undone.removed == ["events": 1] && undone.reverted == ["events": 1])
        var back = try #require(try events().first)
        #expect(back.version == 3)
        (back.version, back.updatedAt) = (known.version, known.updatedAt)
        #expect([back] == before)
    }

    // N-100: of two of one day, the one of the type; an id decides.
    @Test func twinsAreToldApart() throws {
        let showcase = try home.add("Open Day")
        let camp = try home.add("Open Day") { $0.type = "camp" }
        let summary = try store([
            row(2, "Open Day") { $0.city = "Durham" }
        ])
        #expect(summary.updated == ["events": 1])
        #expect(try events().first { $0.id == camp.id }?.city == "Durham")
        let refused = try stage([row(2, "Open Day", type: "game")]).refused
        #expect(refused.map(\.errors) == [["name": "The row may mean 2 events; give the id"]])
        _ = try store([
            row(2, "Open Day II", nil, type: nil, key: showcase.id.text)
        ])
        #expect(try events().first { $0.id == showcase.id }?.name == "Open Day II")
        let other = try home.fixture.call(
            AddEvent.self, EventForm(type: "camp", name: "Theirs", startDate: "2026-04-15"),
            as: home.stranger, in: home.otherFamily
        ).event
        let unknown = try stage([row(2, "Theirs") { $0.id = FormField(other.id.text) }]).refused
        #expect(unknown.map(\.errors) == [["id": "Your family has no event with this id"]])
    }

    // An edit's rules hold: here the last day with the stored first one.
    @Test func anUpdateIsValidatedAsAnEdit() throws {
        let known = try home.add("Fall Camp", "2026-04-15")
        let refused = try stage([
            row(2, nil, nil, type: nil, key: known.id.text) { $0.endDate = "2026-04-14" }
        ]).refused
        #expect(refused.map(\.errors) == [["end_date": EventRefusal.endDate]])
    }

    @Test func onlyPlayersUpdate() throws {
        let known = try home.add("Fall Camp", "2026-04-15")
        let rows = [row(2, "Fall Camp") { $0.city = "Durham" }]
        let request = ImportBatch(importID: nil, number: 1, rows: rows, update: true)
        #expect(
            home.refusal(of: StageImport<EventImportRow>.self, request, as: home.parent)?.code
                == .forbidden)
        #expect(
            home.refusal(of: StageImport<EventImportRow>.self, request, as: home.stranger)?.code
                == .notFound)
        // In a stranger's own family the row means nothing that is there.
        let theirs = try home.fixture.call(
            StageImport<EventImportRow>.self, request, as: home.stranger, in: home.otherFamily)
        #expect(theirs.rows?.map(\.fate) == [.added])
        #expect(try stage(rows, as: home.sibling).rows?.map(\.fate) == [.updated])
        #expect(try events() == [known])
    }

    // N-100: what has no upsert says so.
    @Test func metricsUpdateNothing() throws {
        let row = MetricImportRow(line: 2, form: .init(metricType: "era", value: 1))
        let refused = home.refusal(
            of: StageImport<MetricImportRow>.self,
            .init(importID: nil, number: 1, rows: [row], update: true))
        #expect(refused?.errors == ["update": "Each row of metrics is a record of its own"])
    }
}
