public import Contracts

/// Imports events.
public struct EventRecipe: ImportRecipe {
    public static let kind = ImportKind.events

    public let updates: Bool

    public init(updates: Bool = false) { self.updates = updates }

    /// The school that the row names.
    public func reference(
        of row: CSVReader.Row, _ columns: ImportColumns
    ) -> ResolveReferences.Reference? {
        ResolveReferences.Reference(school: SchoolReference(row, columns))
    }

    /// The form with what the row says.
    public func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ found: ResolveReferences.Resolved,
        in zone: some CivilZone
    ) -> (row: EventImportRow, errors: [String: String]) {
        var (form, errors) = columns.form(Event.self, row)
        if SchoolReference(row, columns) != nil { errors.merge(found.errors) { own, _ in own } }
        EventCells(row: row, columns: columns).complete(&form, &errors, addsNotes: !updates)
        form.schoolID = FormField(found.schoolID?.text)
        form.state.value = ImportWords.state(form.state.value)
        form.type = FormField(ImportWords.eventType(form.type.value))
        form.eventSource = FormField(ImportWords.eventSource(form.eventSource.value))
        form.id = id(of: row, columns)
        let key = columns.value("event_key", in: row.fields)?.trimmed
        return (EventImportRow(line: row.line, key: key, form: form), errors)
    }
}

/// Imports metrics. The events service, which stores both, finds their events.
public struct MetricRecipe: ImportRecipe {
    public static let kind = ImportKind.metrics

    public init() {}

    /// The form with what the row says.
    public func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ found: ResolveReferences.Resolved,
        in zone: some CivilZone
    ) -> (row: MetricImportRow, errors: [String: String]) {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields)?.trimmed }
        var errors: [String: String] = [:]
        var form = MetricForm(metricType: ImportWords.metricType(value("metric_type")))
        form.unit = FormField(value("unit"))
        if let typed = value("value") { errors["value"] = form.setFigure(typed) }
        form.recordedDate = FormField(value("recorded_date").map { ImportTime.day($0) ?? $0 })
        form.notes = FormField(columns.value("notes", in: row.fields))
        form.verified = ImportWords.mark(value("verified"), named: "verified", &errors)
        let event = EventReference(key: value("event_key"), name: value("event"))
        let made = MetricImportRow(
            line: row.line, event: event.key == nil && event.name == nil ? nil : event, form: form)
        return (made, errors)
    }
}
