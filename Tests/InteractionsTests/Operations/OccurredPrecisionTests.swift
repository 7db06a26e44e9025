import Contracts
import DataServiceKit
import Foundation
import Storage
import Support
import Testing

@testable import Interactions

/// A contact of which only the day or the month is known keeps that.
@Suite("Precision of a contact's time")
struct OccurredPrecisionTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func log(
        _ time: String, _ direction: Direction = .outbound
    ) throws -> CreateInteraction.Response {
        var form = Harness.form(.email, direction)
        form.occurredAt = FormField(time)
        return try harness.call(CreateInteraction.self, form, as: Harness.player)
    }

    private func show(_ id: InteractionID) throws -> Interaction {
        try harness.call(ShowInteraction.self, .init(id: id), as: Harness.parent).interaction
    }

    private func edit(_ record: Interaction, to time: String) throws -> EditInteraction.Response {
        var form = EditInteraction.Request(id: record.id, version: nil)
        form.fields.occurredAt = FormField(time)
        return try harness.call(EditInteraction.self, form, as: Harness.player)
    }

    @Test(arguments: [
        ("2026-02-03", DatePrecision.day, "2026-02-03T12:00:00.000Z"),
        ("2026-02", .month, "2026-02-01T12:00:00.000Z"),
        ("2025-12-31", .day, "2025-12-31T12:00:00.000Z"),
    ])
    func aDayAndAMonthAreKept(text: String, precision: DatePrecision, instant: String) throws {
        let record = try log(text).interaction
        #expect(record.occurredPrecision == precision)
        #expect(record.occurredAt?.text == instant)
        #expect(record.displayTime?.text == text)
        #expect(try show(record.id) == record)
    }

    /// The JSON of a contact whose time of day is known is what it was.
    @Test func aTimeOfDayHasNoPrecision() throws {
        let record = try log("2026-02-03T14:15:00Z").interaction
        #expect(record.occurredPrecision == nil)
        #expect(!String(decoding: record.json, as: UTF8.self).contains("precision"))
    }

    /// DESIGN.md, decision 11: the hand-made encoder writes what the contract type encodes.
    @Test func listsExportsAndTimelinesHaveIt() throws {
        for (place, text) in ["2026-02-03", "2026-01", "2026-02-03T14:15:00Z"].enumerated() {
            _ = try log(text, place == 1 ? .inbound : .outbound)
        }
        let list = try harness.list()
        #expect(
            list.interactions.map(\.displayTime?.text)
                == ["2026-02-03T14:15:00.000Z", "2026-02-03", "2026-01"])
        let ids = list.interactions.map(\.id)
        #expect(try ids.map(show) == list.interactions)
        let page = try harness.call(
            ExportInteractions.self, ExportInteractions.Request(), as: Harness.player)
        #expect(page.interactions == list.interactions)
        let entries = list.interactions.map { TimelineEntry($0) }
        #expect(entries.map(\.time?.text) == list.interactions.map(\.displayTime?.text))
        #expect(entries.map(\.dayText) == [nil, "Feb 3, 2026", "Jan 2026"])
    }

    @Test func anEditChangesIt() throws {
        let day = try log("2026-02-03").interaction
        let timed = try edit(day, to: "2026-02-03T12:00:00Z")
        #expect(timed.interaction.occurredPrecision == nil)
        #expect(
            timed.changes == [
                FieldChange(
                    field: "occurred_at", before: "2026-02-03", after: "2026-02-03T12:00:00.000Z")
            ])
        let month = try edit(timed.interaction, to: "2026-02").interaction
        #expect(month.occurredPrecision == .month)
        #expect(try show(day.id) == month)
        #expect(try edit(month, to: "2026-02").changes.isEmpty)
        // Another field leaves it as it is.
        var form = EditInteraction.Request(id: day.id, version: nil)
        form.fields.subject = "Hello"
        let other = try harness.call(EditInteraction.self, form, as: Harness.player)
        #expect(other.interaction.displayTime?.text == "2026-02")
    }

    @Test func anUndoBringsItBack() throws {
        let record = try log("2026-02").interaction
        let deletion = try harness.call(
            DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        _ = try harness.call(
            UndoOperation.self, .init(operationID: deletion.operationID), as: Harness.player)
        #expect(try show(record.id).displayTime?.text == "2026-02")
    }

    /// It is 02:00 on February 10 in UTC, and still February 9 where the family lives. An instant
    /// 24 hours ahead has no warning; a day is compared as a day.
    @Test(arguments: [
        ("2026-02-09", false), ("2026-02-10", true), ("2026-02-11", true), ("2026-02", false),
        ("2026-03", true), ("2025-12", false),
    ])
    func aDayIsAheadFromTomorrowOn(text: String, isAhead: Bool) throws {
        let now = try #require(Instant(text: "2026-02-10T02:00:00Z"))
        let harness = try Harness(now: now)
        var form = Harness.form(.email, .outbound)
        form.occurredAt = FormField(text)
        let answer = try harness.call(CreateInteraction.self, form, as: Harness.player)
        #expect(answer.warnings.contains(CreateInteraction.isAheadWarning) == isAhead)
    }

    @Test func importsKeepIt() throws {
        var form = Harness.form(.email, .outbound)
        form.occurredAt = FormField("2026-01-05")
        let staged = try harness.call(
            StageImport<InteractionImportRow>.self,
            .init(importID: nil, number: 1, rows: [InteractionImportRow(line: 2, form: form)]),
            as: Harness.player)
        _ = try harness.call(
            CommitImport<InteractionImportRow>.self,
            .init(importID: staged.importID, fingerprint: nil, again: nil), as: Harness.player)
        #expect(try harness.list().interactions.map(\.displayTime?.text) == ["2026-01-05"])
    }

    @Test(arguments: ["2026-02-30", "2026-13", "2026", "2026-2-3", "2026-02-03 14:15"])
    func otherTextsAreRefused(text: String) {
        #expect(refusalCode { _ = try log(text) } == .validationFailed)
    }
}
