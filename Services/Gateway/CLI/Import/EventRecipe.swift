import Contracts
import ServiceKit

/// Imports events. The coaches service resolves their schools, a batch at a time.
struct EventRecipe: ImportRecipe {
    static let kind = ImportKind.events

    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) throws -> (rows: [EventImportRow], refused: [Int: [String: String]]) {
        let references = rows.map {
            ResolveReferences.Reference(school: SchoolReference($0, columns))
        }
        let meanings = try InteractionRecipe.meanings(of: references, run)
        var refused: [Int: [String: String]] = [:]
        let forms = zip(rows, references).map { row, reference in
            let meaning = meanings[reference] ?? ResolveReferences.Resolved()
            var errors = reference.school == nil ? [:] : meaning.errors
            let form = Self.form(of: row, columns, meaning.schoolID, &errors)
            if !errors.isEmpty { refused[row.line] = errors }
            let key = columns.value("event_key", in: row.fields)?.trimmed
            return EventImportRow(line: row.line, key: key, form: form)
        }
        return (forms, refused)
    }

    private static func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ school: SchoolID?,
        _ errors: inout [String: String]
    ) -> EventForm {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields)?.trimmed }
        func text(_ name: String) -> FormField<String> { FormField(value(name)) }
        func day(_ name: String) -> FormField<String> {
            FormField(value(name).map { ImportTime.day($0) ?? $0 })
        }
        func time(_ name: String) -> FormField<String> {
            FormField(value(name).map { ImportTime.time($0) ?? $0 })
        }
        var form = EventForm(
            type: ImportWords.eventType(value("type")), name: value("name"))
        form.startDate = day("start_date")
        form.endDate = day("end_date")
        form.startTime = time("start_time")
        form.endTime = time("end_time")
        form.checkinTime = time("checkin_time")
        form.schoolID = FormField(school?.text)
        form.location = text("location")
        form.address = text("address")
        form.city = text("city")
        form.state = text("state")
        form.url = text("url")
        form.description = FormField(columns.value("description", in: row.fields))
        form.performanceNotes = FormField(columns.value("performance_notes", in: row.fields))
        form.eventSource = FormField(ImportWords.eventSource(value("event_source")))
        form.cost = ImportNumber.field(
            value("cost"), named: "cost", "Please enter a valid number", &errors)
        form.registered = ImportWords.mark(value("registered"), named: "registered", &errors)
        form.attended = ImportWords.mark(value("attended"), named: "attended", &errors)
        return form
    }
}

/// Imports metrics. The events service, which stores both, resolves their events.
struct MetricRecipe: ImportRecipe {
    static let kind = ImportKind.metrics

    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) -> (rows: [MetricImportRow], refused: [Int: [String: String]]) {
        var refused: [Int: [String: String]] = [:]
        let forms = rows.map { row in
            func value(_ name: String) -> String? {
                columns.value(name, in: row.fields)?.trimmed
            }
            var errors: [String: String] = [:]
            var form = MetricForm(metricType: ImportWords.metricType(value("metric_type")))
            form.value = ImportNumber.field(
                value("value"), named: "value", MetricForm.invalidValue, &errors)
            form.unit = FormField(value("unit"))
            form.recordedDate = FormField(
                value("recorded_date").map { ImportTime.day($0) ?? $0 })
            form.notes = FormField(columns.value("notes", in: row.fields))
            form.verified = ImportWords.mark(value("verified"), named: "verified", &errors)
            if !errors.isEmpty { refused[row.line] = errors }
            let event = EventReference(key: value("event_key"), name: value("event"))
            return MetricImportRow(
                line: row.line, event: event.key == nil && event.name == nil ? nil : event,
                form: form)
        }
        return (forms, refused)
    }
}

/// Numbers in imported files.
enum ImportNumber {
    /// Parses a number such as `75`, `75.50` or `$1,075.50`; records values that are not numbers as
    /// errors.
    static func field(
        _ text: String?, named name: String, _ refusal: String, _ errors: inout [String: String]
    ) -> FormField<Double> {
        guard let text else { return FormField(nil) }
        let amount = text.hasPrefix("$") ? text.dropFirst() : text[...]
        let plain = hasThousands(amount) ? String(amount.filter { $0 != "," }) : String(amount)
        let isPlain = plain.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
        guard isPlain, let number = Double(plain), number.isFinite else {
            errors[name] = refusal
            return FormField(nil)
        }
        return FormField(number)
    }

    /// Whether there are commas and all of them separate thousands. Another comma may be a decimal
    /// comma: `92,5` must not become 925.
    private static func hasThousands(_ text: Substring) -> Bool {
        let whole = text.prefix { $0 != "." }.drop { "+-".contains($0) }
        let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
        return groups.count > 1 && (1...3).contains(groups[0].count)
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }
}
