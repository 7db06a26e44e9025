import Contracts

/// Reads what families write about events in the cells of a table: several days in one cell, a
/// beginning and an end in one, `Free`, and `TBD` for what is not known yet.
struct EventCells {
    let row: CSVReader.Row
    let columns: ImportColumns

    /// Texts for what is not known yet, as `ImportWords.plain` makes them.
    private static let undecided: Set<String> = [
        "tbd", "tba", "tbc", "tobedetermined", "tobeannounced", "notyet", "notsure", "pending",
    ]
    /// Texts for a cost of nothing.
    private static let free: Set<String> = [
        "free", "nocost", "nocharge", "nofee", "complimentary", "freeofcharge",
    ]

    private func text(_ field: String) -> String? {
        columns.value(field, in: row.fields)?.trimmed
    }

    private func isUndecided(_ text: String) -> Bool {
        Self.undecided.contains(ImportWords.plain(text)) || ImportWords.given(text) == nil
    }

    /// Completes a form whose cells were read one by one.
    ///
    /// - Parameter addsNotes: Whether the description of an event may say what its type was called.
    func complete(
        _ form: inout EventForm, _ errors: inout [String: String], addsNotes: Bool
    ) {
        leaveOutUndecided(&form, &errors)
        readDays(&form, &errors)
        readTimes(&form, &errors)
        if let cost = text("cost"), Self.free.contains(ImportWords.plain(cost)) {
            form.cost = FormField(0)
            errors["cost"] = nil
        }
        if addsNotes { noteType(&form) }
    }

    private func leaveOutUndecided(_ form: inout EventForm, _ errors: inout [String: String]) {
        let fields: [(String, WritableKeyPath<EventForm, FormField<String>>)] = [
            ("start_date", \.startDate), ("end_date", \.endDate), ("start_time", \.startTime),
            ("end_time", \.endTime), ("checkin_time", \.checkinTime),
        ]
        for (name, field) in fields where text(name).map(isUndecided) == true {
            form[keyPath: field] = FormField(nil)
            errors[name] = nil
        }
        if text("cost").map(isUndecided) == true {
            form.cost = FormField(nil)
            errors["cost"] = nil
        }
    }

    /// `June 6-8, 2026` is the first and the last day, and `2026-06-06 09:00` a day and a time.
    private func readDays(_ form: inout EventForm, _ errors: inout [String: String]) {
        let reader = TypedTimeReader(today: nil)
        guard let written = text("start_date"), reader.day(written).value == nil else { return }
        if let days = reader.days(written) {
            form.startDate = FormField(days.first.text)
            if let last = form.endDate.value, last != days.last.text {
                errors["end_date"] = "The first day's cell has another last day; leave one out"
            }
            form.endDate = FormField(days.last.text)
        } else if let moment = reader.moment(written).value, let time = moment.time {
            form.startDate = FormField(moment.day.text)
            // Spreadsheets write a day alone with midnight.
            if form.startTime.value == nil, time != .midnight {
                form.startTime = FormField(time.text)
            }
        }
    }

    /// `9am-3pm` is the beginning and the end.
    private func readTimes(_ form: inout EventForm, _ errors: inout [String: String]) {
        guard let written = text("start_time"), TypedTimeReader.time(written).value == nil,
            let times = TypedTimeReader.times(written)
        else { return }
        form.startTime = FormField(times.begin.text)
        if let end = form.endTime.value, end != times.end.text {
            errors["end_time"] = "The start time's cell has another end; leave one out"
        }
        form.endTime = FormField(times.end.text)
    }

    /// Keeps the family's word for a type that the services call otherwise, such as `Tournament`
    /// for a showcase, where the event has no description.
    private func noteType(_ form: inout EventForm) {
        guard let written = text("type"), let type = ImportWords.eventType(written),
            let known = EventType(rawValue: type),
            !ImportWords.plain(known.label).contains(ImportWords.plain(written)),
            form.description.value == nil
        else { return }
        form.description = FormField("Type in the file: \(written)")
    }
}
