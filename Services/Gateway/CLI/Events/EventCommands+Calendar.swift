import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    static let calendar = CompassCommand(
        "events ics", .local, "Export an event as a calendar file",
        details: """
            An iCalendar file (RFC 5545) for calendar programs: all-day events stay all-day, \
            times are local to the event, and check-in sets an alarm. Goes to stdout or, with \
            --to, to a file that is written completely or not at all.
            """,
        arguments: [eventArgument],
        flags: [InteractionCommands.destination],
        examples: [
            "compass events ics Showcase --to .": "To a file here",
            "compass events ics 4f0c2a9d > camp.ics": "To a pipe",
        ]
    ) { run in
        let (answer, event) = try found(run)
        if try ExportForm(run) == .answer {
            return .record(
                json: answer.json, ids: { [event.id.text] }, card: { Card() },
                rows: { TextTable([]) })
        }
        guard try run.format == .table else {
            throw CommandFailure.usage(
                "A calendar file cannot be CSV", remedy: "Leave out --output")
        }
        return try InteractionCommands.written(
            run, fileName: EventCalendar.fileName(of: event), summary: { "1 event" }
        ) { write in try write(EventCalendar.text([event])) }
    }

    /// `events directions` (EV-08, U-20).
    static let directions = CompassCommand(
        "events directions", .local, "Show a map link with directions to an event",
        details: """
            Prints a map link, if the event has an address or a city; --open opens it with \
            this machine's program for links.
            """,
        arguments: [eventArgument], flags: [.toggle("open", "Open the link")],
        examples: ["compass events directions Showcase --open": "Open the map"]
    ) { run in
        let (_, event) = try found(run)
        guard let url = event.directionsURL else {
            throw CommandFailure(
                .validationFailed, "\(VisibleText.line(event.name)) has no address and no city",
                reason: "A map needs one of them.",
                remedy: "Try: "
                    + run.line(
                        "events", "edit", RecordNames.short(event.id.text), "--city", "CITY"))
        }
        if run.invocation.isOn("open"), let problem = run.console.openLink(url) {
            throw CommandFailure(
                .unavailable, "The link could not be opened", reason: problem,
                remedy: "Leave out --open, and open \(url)")
        }
        let json = JSONValue.object([
            ("event_id", .string(event.id.text)),
            ("place", event.placeText.map { .string($0) } ?? .null),
            ("url", .string(url)),
        ])
        return .line(url, json: Array(json.text.utf8), id: event.id.text)
    }

    /// The named event and the answer that contains it.
    private static func found(_ run: CommandRun) throws -> (Caller.Answer, Event) {
        let id = try run.eventID(run.argument(0))
        let answer = try run.read(ShowEvent.self, .init(id: id))
        return (answer, try run.decoded(ShowEvent.Response.self, answer).event)
    }
}
