import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Events: imports")
struct EventImportTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func row(
        _ line: Int, _ name: String, _ start: String = "2026-04-15", key: String? = nil
    ) -> EventImportRow {
        .init(
            line: line, key: key, form: EventForm(type: "camp", name: name, startDate: start))
    }

    private func importEvents(_ rows: [EventImportRow]) throws -> ImportSummary {
        let verdicts = try home.call(
            StageImport<EventImportRow>.self, .init(importID: nil, number: 1, rows: rows))
        #expect(verdicts.refused.isEmpty)
        return try home.call(CommitImport<EventImportRow>.self, .init(importID: verdicts.importID))
    }

    private func importMetrics(_ rows: [MetricImportRow]) throws -> ImportVerdicts {
        try home.call(
            StageImport<MetricImportRow>.self, .init(importID: nil, number: 1, rows: rows))
    }

    @Test func eventsAppearTogetherAndTwinsArePassedOver() throws {
        try home.add("Known", "2026-04-15")
        let summary = try importEvents([
            row(2, "One"), row(3, "known"), row(4, "Known", "2026-04-16"), row(5, "ONE"),
        ])
        #expect(summary.added == ["events": 2] && summary.skipped == 2)
        #expect(summary.skippedRows.map(\.line) == [3, 5])
        #expect(try home.names() == ["Known", "One", "Known"])
    }

    // B1's kind: nothing may refer to what is deleted.
    @Test func anEventThatWasDeletedMeanwhileKeepsItsMetricsOut() throws {
        let event = try home.add("Known", "2026-04-15")
        let verdicts = try importMetrics([
            .init(
                line: 2, event: EventReference(name: "Known"),
                form: MetricForm(metricType: "velocity", value: 90))
        ])
        #expect(verdicts.refused.isEmpty)
        _ = try home.call(DeleteEvent.self, .init(id: event.id))
        let refused = home.refusal(
            of: CommitImport<MetricImportRow>.self, .init(importID: verdicts.importID))
        #expect(refused?.code == .conflict)
        #expect(
            refused?.message == "An event in this file was deleted in the meantime; import it again"
        )
    }

    @Test func aRefusedRowNamesItsFields() throws {
        let verdicts = try home.call(
            StageImport<EventImportRow>.self,
            .init(
                importID: nil, number: 1,
                rows: [row(2, "Right"), row(3, "", "2026-02-30")]))
        #expect(
            verdicts.refused == [
                RefusedRow(
                    line: 3,
                    errors: [
                        "name": EventRefusal.name,
                        "start_date": "Invalid date format (use YYYY-MM-DD)",
                    ])
            ])
        let error = home.refusal(
            of: CommitImport<EventImportRow>.self, .init(importID: verdicts.importID))
        #expect(error?.code == .validationFailed)
        #expect(try home.names() == [])
    }

    // Metrics name their events as the file of events did, or by name.
    @Test func metricsFindTheirEvents() throws {
        _ = try importEvents([row(2, "One", key: "e1"), row(3, "Two", key: "e2")])
        let form = MetricForm(metricType: "era", value: 2.5)
        let staged = try importMetrics([
            .init(line: 2, event: .init(key: "e2"), form: form),
            .init(line: 3, event: .init(name: "one"), form: form),
            .init(line: 4, form: form),
        ])
        #expect(staged.refused.isEmpty)
        #expect(try home.call(ListMetrics.self, .init()).metrics.isEmpty)
        let summary = try home.call(
            CommitImport<MetricImportRow>.self, .init(importID: staged.importID))
        #expect(summary.added == ["metrics": 3])
        let metrics = try home.call(ListMetrics.self, .init()).metrics
        #expect(Set(metrics.map(\.eventName)) == ["One", "Two", nil])
        let wrong = try importMetrics([
            .init(line: 2, event: .init(key: "e9"), form: form),
            .init(line: 3, event: .init(name: "Nine"), form: form),
        ])
        #expect(wrong.refused.map { Array($0.errors.keys) } == [["event_key"], ["event"]])
    }

    // N-152: one report has every error of a row, whatever the service looks at first.
    @Test func aRefusedMetricNamesItsEventToo() throws {
        let wrong = try importMetrics([
            .init(line: 2, event: .init(key: "e9"), form: MetricForm(metricType: "era")),
            .init(
                line: 3, event: .init(name: "Nine"), form: MetricForm(metricType: "", value: 2)),
        ])
        let fields = wrong.refused.map { $0.errors.keys.sorted() }
        #expect(fields == [["event_key", "value"], ["event", "metric_type"]])
        let long = String(repeating: "k", count: ImportLimit.keyMax + 1)
        let events = try home.call(
            StageImport<EventImportRow>.self,
            .init(importID: nil, number: 1, rows: [row(2, "", key: long)]))
        #expect(events.refused.map { $0.errors.keys.sorted() } == [["event_key", "name"]])
    }

    // N-152, N-63: a file is warned about values as the form is.
    @Test func anUnusualValueOfAFileIsWarnedAbout() throws {
        let values = [92.5, 925]
        let staged = try importMetrics(
            zip(2..., values).map { line, value in
                .init(line: line, form: .init(metricType: "velocity", value: value))
            })
        let doubt = try #require(MetricDoubt.unusualValue(of: "velocity", 925, "mph"))
        #expect(staged.refused.isEmpty)
        #expect(staged.warned == [WarnedRow(line: 3, warning: doubt)])
        let summary = try home.call(
            CommitImport<MetricImportRow>.self, .init(importID: staged.importID))
        #expect(summary.added == ["metrics": 2])
        #expect(summary.warnedRows == [WarnedRow(line: 3, warning: doubt)])
    }

    // DOMAIN, "Exports": those of one day stand as they stood in the file.
    @Test func metricsOfOneDayKeepTheOrderOfTheirLines() throws {
        let values = (2...60).map { Double($0 * 37 % 61) }
        let staged = try importMetrics(
            zip(2..., values).map { line, value in
                .init(line: line, form: .init(metricType: "era", value: value))
            })
        _ = try home.call(CommitImport<MetricImportRow>.self, .init(importID: staged.importID))
        var request = ListMetrics.Request()
        request.sort = FormField(MetricOrder.oldest.rawValue)
        #expect(try home.call(ListMetrics.self, request).metrics.map(\.value) == values)
    }

    @Test func importsAreUndoneWhole() throws {
        let contents = try home.contents()
        let events = try importEvents([row(2, "One", key: "e1"), row(3, "Two")])
        let staged = try importMetrics([
            .init(
                line: 2, event: .init(key: "e1"), form: .init(metricType: "era", value: 1))
        ])
        let metrics = try home.call(
            CommitImport<MetricImportRow>.self, .init(importID: staged.importID))
        let eventsID = try #require(events.operationID)
        let blocked = home.refusal(of: UndoOperation.self, .init(operationID: eventsID))
        #expect(blocked?.code == .hasDependents)
        #expect(try home.names().count == 2)
        #expect(
            try home.undo(try #require(metrics.operationID)).removed == ["metrics": 1])
        #expect(try home.undo(eventsID).removed == ["events": 2])
        #expect(try home.names() == [] && contents.isEmpty)
        let types = try home.fixture.changes().map(\.type)
        #expect(
            types == [
                EventsFeed.eventsImported, EventsFeed.metricsImported,
                EventsFeed.metricsRemoved, EventsFeed.eventsRemoved,
            ])
    }

    @Test func theSameFileOfMetricsIsImportedOnce() throws {
        for round in 1...2 {
            let staged = try importMetrics([
                .init(line: 2, form: .init(metricType: "era", value: 1))
            ])
            let commit = ImportCommit(importID: staged.importID, fingerprint: "same")
            let error = home.refusal(of: CommitImport<MetricImportRow>.self, commit)
            #expect((error?.code == .conflict) == (round == 2))
        }
        #expect(try home.call(ListMetrics.self, .init()).total == 1)
    }
}
