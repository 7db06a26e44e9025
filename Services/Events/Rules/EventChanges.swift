import Contracts

/// Applies an edit to an event and determines what it changed.
enum EventChanges {
    /// Sets the fields in the form and clears those it removes. The caller looks up the school's
    /// name. Throws if the last day precedes the first (D-44).
    static func apply(_ input: EventInput, to event: inout Event) throws(ServiceError) {
        func value<Value>(
            _ entry: EventInput.Entry, _ new: Value?, _ old: Value?
        ) -> Value? {
            new ?? (input.cleared.contains(entry) ? nil : old)
        }
        event.type = input.type ?? event.type
        event.name = input.name ?? event.name
        event.schoolID = value(.schoolID, input.schoolID, event.schoolID)
        event.location = value(.location, input.location, event.location)
        event.address = value(.address, input.address, event.address)
        event.city = value(.city, input.city, event.city)
        event.state = value(.state, input.state, event.state)
        event.startDate = input.startDate ?? event.startDate
        event.endDate = value(.endDate, input.endDate, event.endDate)
        event.startTime = value(.startTime, input.startTime, event.startTime)
        event.endTime = value(.endTime, input.endTime, event.endTime)
        event.checkinTime = value(.checkinTime, input.checkinTime, event.checkinTime)
        event.url = value(.url, input.url, event.url)
        event.description = value(.description, input.description, event.description)
        event.eventSource = value(.eventSource, input.eventSource, event.eventSource)
        event.performanceNotes = value(
            .performanceNotes, input.performanceNotes, event.performanceNotes)
        event.statsRecorded = value(.statsRecorded, input.statsRecorded, event.statsRecorded)
        event.cost = value(.cost, input.cost, event.cost)
        event.registered = input.registered ?? event.registered
        event.attended = input.attended ?? event.attended
        if let end = event.endDate, end < event.startDate {
            throw .invalid("end_date", EventRefusal.endDate)
        }
    }

    /// The fields that differ, in the order of the form, with their values as text.
    static func between(_ old: Event, _ new: Event) throws -> [FieldChange] {
        let before = try texts(of: old)
        let after = try texts(of: new)
        return zip(before, after).compactMap { old, new in
            guard old.text != new.text else { return nil }
            return FieldChange(field: old.field, before: old.text, after: new.text)
        }
    }

    private static func texts(of event: Event) throws -> [(field: String, text: String?)] {
        [
            ("name", event.name), ("type", event.type.rawValue),
            ("location", event.location), ("start_date", event.startDate.text),
            ("end_date", event.endDate?.text), ("cost", event.cost.map(MetricValue.text)),
            ("performance_notes", event.performanceNotes),
            ("school_id", event.schoolID?.text), ("address", event.address),
            ("city", event.city), ("state", event.state),
            ("start_time", event.startTime?.text), ("end_time", event.endTime?.text),
            ("checkin_time", event.checkinTime?.text), ("url", event.url),
            ("description", event.description), ("event_source", event.eventSource?.rawValue),
            (
                "stats_recorded",
                try event.statsRecorded.map {
                    String(decoding: try JSONCoding.encode($0), as: UTF8.self)
                }
            ),
            ("registered", String(event.registered)), ("attended", String(event.attended)),
        ]
    }
}
