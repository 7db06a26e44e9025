import CommandKit
import Contracts
import ServiceKit

enum EventCommands {
    static let all = [
        list, show, add, edit, delete, blockers, attend, log, coaches, addCoach, removeCoach,
        calendar, directions,
    ]

    static let eventArgument = Argument("EVENT", "Name or id", Values.event, takesRest: true)
    static let eventID = Argument("EVENT", "Name or id", Values.event)

    private static let list = CompassCommand(
        "events list", .readOnly, "List the family's events",
        details: """
            A row is shown if it matches all filters. An event counts as upcoming until it \
            ends.
            """,
        flags: EventFilter.listFlags,
        examples: [
            "compass events list --period upcoming": "What comes next",
            "compass events list --type camp --status attended": "Camps we went to",
            "compass events list --period past --sort latest": "The latest first",
        ]
    ) { run in
        try EventList(answer: run.list(ListEvents.self), run: run).result
    }

    private static let show = CompassCommand(
        "events show", .readOnly, "Show an event with its coaches and metrics",
        arguments: [eventArgument],
        examples: ["compass events show Spring Showcase": "By a part of its name"]
    ) { run in
        let id = try run.eventID(run.argument(0))
        let (answer, page) = try run.reading(ShowEvent.self, ShowEvent.Request(id: id))
        var result = CommandResult.record(
            json: answer.json, ids: { [id.text] }, card: { EventCard(try page(), run).card },
            rows: { EventList.table([try page().event]) })
        if run.isForPeople { result.notes = try hints(try page(), run) }
        return result
    }

    /// Next steps for a player (EV-10, EV-25, D-43).
    private static func hints(_ page: ShowEvent.Response, _ run: CommandRun) throws -> [String] {
        guard try run.signedIn().membership().role == .player else { return [] }
        let tail = RecordNames.short(page.event.id.text)
        var hints = [
            page.event.attended
                ? "Log a contact there: " + run.line("events", "log", tail)
                : "\(EventText.attend): " + run.line("events", "attend", tail)
        ]
        if !page.availableCoaches.isEmpty {
            hints.append(
                "\(EventText.addCoach): " + run.line("events", "coaches", "add", tail, "COACH"))
        }
        hints.append(
            "\(EventText.addMetric): "
                + run.line("metrics", "add", "--event", tail, "--type", "TYPE", "--value", "N"))
        return hints
    }

    private static let add = CompassCommand(
        "events add", .mutating, "Add an event",
        details: """
            Write days as YYYY-MM-DD and times as HH:MM, local to the event. On a terminal, \
            asks for the usual fields if a required one is missing.
            """,
        flags: formFlags,
        examples: [
            "compass events add": "On a terminal: asks for the usual fields",
            "compass events add --type showcase --name \"Spring Showcase\" "
                + "--start-date 2026-04-15 --start-time 09:00 --school Duke":
                "A showcase of a school",
            "compass events add --type camp --name Camp --start-date 2026-06-01 "
                + "--end-date 2026-06-03 --cost 495 --registered": "Three days",
        ]
    ) { run in
        let answer = try run.change(
            AddEvent.self,
            try FieldQuestions.completed(
                form(run, isEdit: false), for: AddEvent.self, run, asking: Event.usualKeysOfNew))
        return result(answer, run, run.decoding(EventAnswer.self, answer, \.event))
    }

    private static let edit = CompassCommand(
        "events edit", .mutating, "Change an event", details: Editing.details("event"),
        arguments: [eventArgument], flags: formFlags + [Editing.version],
        examples: [
            "compass events edit Spring Showcase --start-time 10:00": "It begins later",
            "compass events edit Spring Showcase --cost \"\"": "Remove the cost",
            "compass events edit Spring Showcase --no-attended": "It was a mistake",
        ]
    ) { run in
        let answer = try Editing.change(
            EditEvent.self, "event", formFlags, run,
            id: { try run.eventID(run.argument(0)) }, form: { try form(run, isEdit: true) },
            storedVersion: { try event($0, run).version })
        return edited(answer, run)
    }

    /// The event as stored.
    static func event(_ id: EventID, _ run: CommandRun) throws -> Event {
        try run.response(of: ShowEvent.self, .init(id: id)).event
    }

    private static func edited(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let response = run.decoding(EditEvent.Response.self, answer)
        var result = result(answer, run) { try response().event }
        guard let changes = try? response().changes else { return result }
        result.notes = Editing.notes(changes, run)
        return result
    }

    static func result(
        _ answer: Caller.Answer, _ run: CommandRun, _ event: @escaping () throws -> Event
    ) -> CommandResult {
        .record(
            json: answer.json, ids: { [try event().id.text] },
            card: { EventCard(try event(), run).card },
            rows: { EventList.table([try event()]) })
    }
}
