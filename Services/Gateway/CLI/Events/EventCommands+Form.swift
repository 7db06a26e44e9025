import CommandKit
import Contracts
import Foundation

extension EventCommands {
    /// The flags of the form.
    static let formFlags: [Flag] = [
        .value("name", .text("NAME"), "Name of the event"),
        .value("type", eventTypes, refusal: EventRefusal.type, "What kind of event"),
        .value("school", Values.school, "School: name or id"),
        .value("location", .text(), "Where it is, in words"),
        .value("address", .text(), "Street address"),
        .value("city", .text("CITY"), "City"),
        .value("state", .text("XX"), "State, two letters"),
        .value("start-date", .text("DAY"), "First day, YYYY-MM-DD"),
        .value("end-date", .text("DAY"), "Last day, if there are several"),
        .value("start-time", .text("HH:MM"), "When it begins"),
        .value("end-time", .text("HH:MM"), "When it ends"),
        .value("checkin-time", .text("HH:MM"), "When to check in"),
        .value("url", .text("URL"), "Web address"),
        .value("description", .text(), "What it is about, 2,000 characters at most"),
        .value("event-source", eventSources, refusal: EventRefusal.source, "How you heard of it"),
        .value("performance-notes", .text(), "How it went, 2,000 characters at most"),
        .value("stats", .text("JSON"), "Figures of your own, a JSON object"),
        .value("cost", .text("AMOUNT"), "Dollars"),
        .toggle("registered", negatable: true, "Registered"),
        .toggle("attended", negatable: true, "Attended"),
    ]

    private static let eventTypes = ValueType.choice(
        EventType.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "TYPE")
    /// A source may be taken away by an empty text.
    private static let eventSources = ValueType.checked(
        "choice", placeholder: "SOURCE",
        expected: { word in
            word.isEmpty || EventSource(rawValue: word) != nil
                ? nil : "one of " + EventSource.allCases.map(\.rawValue).joined(separator: ", ")
        })

    /// The form that the flags fill. An empty text takes an entry away.
    static func form(_ run: CommandRun) throws -> EventForm {
        let given = run.invocation
        var form = EventForm(
            type: given.text("type"), name: given.text("name"),
            startDate: given.text("start-date"))
        if let typed = given.text("school") {
            form.schoolID = FormField(typed.isEmpty ? "" : try run.schoolID(typed).text)
        }
        form.location = FormField(given.text("location"))
        form.address = FormField(given.text("address"))
        form.city = FormField(given.text("city"))
        form.state = FormField(given.text("state"))
        form.endDate = FormField(given.text("end-date"))
        form.startTime = FormField(given.text("start-time"))
        form.endTime = FormField(given.text("end-time"))
        form.checkinTime = FormField(given.text("checkin-time"))
        form.url = FormField(given.text("url"))
        form.description = FormField(given.text("description"))
        form.eventSource = FormField(given.text("event-source"))
        form.performanceNotes = FormField(given.text("performance-notes"))
        form.registered = FormField(given.toggle("registered"))
        form.attended = FormField(given.toggle("attended"))
        var cleared: [String] = []
        if let typed = given.text("cost") {
            if typed.isEmpty { cleared.append("cost") }
            form.cost = FormField(
                typed.isEmpty
                    ? nil : try number(typed, field: "cost", "Please enter a valid number"))
        }
        if let typed = given.text("stats") {
            if typed.isEmpty { cleared.append("stats_recorded") }
            form.statsRecorded = FormField(typed.isEmpty ? nil : try stats(typed))
        }
        if !cleared.isEmpty { form.clear = FormField(cleared) }
        return form
    }

    /// A number as people type it: `75`, `75.50`, also `$75`.
    static func number(
        _ typed: String, field: String, _ refusal: String
    ) throws -> Double {
        let plain = typed.trimmed.hasPrefix("$") ? String(typed.trimmed.dropFirst()) : typed.trimmed
        let isPlain = plain.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
        guard isPlain, let number = Double(plain), number.isFinite else {
            throw CommandFailure(
                UsageError(
                    .badValue, refusal, remedy: "Give --\(field) a number such as 92.5",
                    field: field))
        }
        return number
    }

    private static func stats(_ typed: String) throws -> RecordedStats {
        guard let stats = try? JSONDecoder().decode(RecordedStats.self, from: Data(typed.utf8))
        else {
            throw CommandFailure(
                UsageError(
                    .badValue, "Stats must be a JSON object",
                    remedy: "Such as: --stats '{\"at_bats\": 4}'", field: "stats_recorded"))
        }
        return stats
    }
}
