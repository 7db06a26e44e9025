import CommandKit
import Contracts
import ServiceKit

enum MetricCommands {
    static let all = [list, bests, add, edit, delete, export]

    private static let list = CompassCommand(
        "metrics list", .readOnly, "List the family's metrics", flags: MetricFilter.flags,
        examples: [
            "compass metrics list --search velocity": "One type",
            "compass metrics list --event \"Spring Showcase\"": "One event's",
        ]
    ) { run in
        let answer = try run.read(ListMetrics.self, try run.listRequest(by: MetricFilter.self))
        return MetricList.result(answer, run)
    }

    private static let bests = CompassCommand(
        "metrics bests", .readOnly, "Show the personal bests by type",
        details:
            "The best value is the lowest for times and ERA, and the highest for all others.",
        examples: ["compass metrics bests": "The best of each type"]
    ) { run in
        let (answer, rows) = try run.reading(ShowPersonalBests.self, .init(), \.bests)
        return CommandResult(
            json: answer.json, rowsKey: "bests", ids: { try rows().map(\.best.id.text) },
            rows: { MetricList.table(try rows()) },
            text: { MetricList.table(try rows()).text($0) },
            footer: { _ in try rows().isEmpty ? ["No metrics yet"] : [] })
    }

    private static let types = MetricKind.allCases.map { "\($0.rawValue) (\($0.label))" }
        .joined(separator: ", ")

    private static let add = CompassCommand(
        "metrics add", .mutating, "Record a metric, at an event or without one",
        details: """
            Known types: \(types). Any other word is stored as given. The unit defaults to the \
            type's usual one, and the day to the event's first day, or today without an event.
            """,
        flags: [
            .value("type", .text("TYPE"), "What was measured"),
            .value("value", .text("N"), "The value, a number"),
            .value("unit", .text("UNIT"), default: "the type's", "The unit of the value"),
            .value("event", Values.event, "Event where it was measured: name or id"),
            .value(
                "date", .text("DAY"), default: "the event's", field: "recorded_date",
                "The day, such as 2026-03-04 or yesterday"),
            .value("notes", .text(), "The family's notes"),
            .toggle("verified", negatable: true, "Somebody else confirms the value"),
        ],
        examples: [
            "compass metrics add --event \"Spring Showcase\" --type velocity "
                + "--value 92.5 --verified": "A fastball",
            "compass metrics add --type sixty_time --value 7.05": "Without an event",
        ]
    ) { run in
        let answer = try run.change(AddMetric.self, try form(run, isEdit: false))
        let response = run.decoding(AddMetric.Response.self, answer)
        var result = result(answer, run) { try response().metric }
        // A dry run's answer may contain no record.
        result.notes += ((try? response().warnings) ?? []).map(VisibleText.line)
        return result
    }

    private static let editFlags = FieldFlags<Metric>.flags(["event": Values.event])

    private static let edit = CompassCommand(
        "metrics edit", .mutating, "Change a metric",
        details: Editing.details("metric") + """


            Without a unit of its own, a metric of another type has the usual unit of that type.
            """,
        arguments: [Argument("ID", "The id, or its last 8 digits", metricID)],
        flags: editFlags + [Editing.version],
        examples: [
            "compass metrics edit 4f0c2a9d --value 91.5": "A typing mistake",
            "compass metrics edit 4f0c2a9d --event \"\" --verified": "Not at an event",
        ]
    ) { run in
        let answer = try Editing.change(
            EditMetric.self, "metric", editFlags, run, id: { try identifier(run) },
            form: { try form(run, isEdit: true) }, storedVersion: { try version(of: $0, run) })
        let response = run.decoding(EditMetric.Response.self, answer)
        var result = result(answer, run) { try response().metric }
        if let done = try? response() {
            result.notes =
                Editing.notes(done.changes, run) + done.warnings.map(VisibleText.line)
        }
        return result
    }

    /// The version of a metric as stored; nil if there is none, which the service refuses.
    private static func version(of id: MetricID, _ run: CommandRun) throws -> Int? {
        let metrics = try run.response(of: ListMetrics.self, .init()).metrics
        return metrics.first { $0.id == id }?.version
    }

    /// The form with the flags. An empty text clears a field of a metric that is edited.
    private static func form(_ run: CommandRun, isEdit: Bool) throws -> MetricForm {
        var form = try FieldFlags<Metric>.form(
            run, isEdit: isEdit, outlook: .past, asks: false)
        if let typed = form.eventID.value, !typed.isEmpty {
            form.eventID = FormField(try run.eventID(typed).text)
        }
        return form
    }

    private static func result(
        _ answer: Caller.Answer, _ run: CommandRun, _ metric: @escaping () throws -> Metric
    ) -> CommandResult {
        .record(
            json: answer.json, ids: { [try metric().id.text] },
            card: { card(of: try metric(), run) }, rows: { MetricList.table([try metric()]) })
    }

    private static func card(of metric: Metric, _ run: CommandRun) -> Card {
        var card = Card()
        card.heading("\(metric.displayLabel): \(metric.valueText) \(metric.unit)")
        card.chips(
            [
                (
                    "Verified",
                    .init(
                        metric.verified ? "Yes" : "No", shown: metric.verifiedLabel,
                        metric.verified ? .green : .faint)
                )
            ], announced: metric.announcement)
        card.field("ID", metric.id.text)
        card.field("Date", .init(metric.recordedDate.text, shown: metric.recordedDate.label))
        card.field("Event", metric.eventName)
        if let notes = metric.notes { card.field("Notes", notes) }
        return card
    }

    private static let delete = CompassCommand(
        "metrics delete", .mutating, "Delete a metric; it can be undone",
        arguments: [Argument("ID", "The id, or its last 8 digits", metricID)],
        examples: ["compass metrics delete 4f0c2a9d --yes": "Without asking"]
    ) { run in
        if let found = try run.repeated(DeleteMetric.self) {
            return try .deletion(found.answer, of: found.id, run)
        }
        let id = try identifier(run)
        if try run.asks() { try run.confirm(question(about: id, run)) }
        return try .deletion(
            try run.change(DeleteMetric.self, .init(id: id)), of: id.text, run)
    }

    /// The question names the metric, so that a mistyped id is noticed.
    private static func question(about id: MetricID, _ run: CommandRun) throws -> String {
        let found = try run.metricChoices().first { $0.id == id.text }
        let what = found.map { "\($0.name) (\($0.detail))" } ?? "this metric"
        return "Delete \(VisibleText.line(what))?"
    }

    private static let metricID = ValueType.checked(
        "id", placeholder: "ID", completes: "metric", expected: RecordNames.problem)

    private static func identifier(_ run: CommandRun) throws -> MetricID {
        let typed = run.argument(0)
        if let full = MetricID(text: typed) { return full }
        return try RecordNames.id(
            ofTail: typed, among: run.metricChoices(), noun: "Metric", plural: "metrics",
            listCommand: run.line("metrics", "list"))
    }
}

extension CommandRun {
    /// The family's metrics, for matching names.
    func metricChoices() throws -> [NamedRecord] {
        try response(of: ListMetrics.self, .init()).metrics.map { metric in
            NamedRecord(
                id: metric.id.text, name: "\(metric.displayLabel) \(metric.valueText)",
                detail: metric.recordedDate.label)
        }
    }
}
