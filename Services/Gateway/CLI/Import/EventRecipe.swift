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
        var (form, wrong) = columns.form(Event.self, row)
        errors.merge(wrong) { $1 }
        form.schoolID = FormField(school?.text)
        form.type = FormField(ImportWords.eventType(form.type.value))
        form.eventSource = FormField(ImportWords.eventSource(form.eventSource.value))
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
            let number = value("value")
            form.value = FormField(number.flatMap(TypedNumber.value))
            if number != nil, form.value.value == nil { errors["value"] = MetricForm.invalidValue }
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
