import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    static let coaches = CompassCommand(
        "events coaches list", .readOnly, "List the coaches who can be recorded at an event",
        details: "Coaches of the event's school who were not recorded there yet.",
        arguments: [eventArgument],
        examples: ["compass events coaches list Spring Showcase": "Who may have come"]
    ) { run in
        let id = try run.eventID(run.argument(0))
        let (answer, rows) = try run.reading(
            ListAvailableCoaches.self, .init(id: id), \.availableCoaches)
        return CommandResult(
            json: answer.json, rowsKey: "available_coaches", ids: { try rows().map(\.id.text) },
            rows: { table(try rows()) }, text: { table(try rows()).text($0) },
            footer: { _ in
                guard try rows().isEmpty else { return [] }
                // EV-29: without a school there are no coaches to choose from.
                guard try event(id, run).schoolID == nil else { return ["No coaches to record"] }
                return [QuickLog.noSchool, schoolRemedy(id, run)]
            })
    }

    private static func schoolRemedy(_ id: EventID, _ run: CommandRun) -> String {
        "Link one: "
            + run.line("events", "edit", RecordNames.short(id.text), "--school", "SCHOOL")
    }

    private static func table(_ coaches: [AvailableCoach]) -> TextTable {
        var table = TextTable([.init("ID"), .init("Name", shrinksTo: 10), .init("Role")])
        for coach in coaches {
            table.append([
                .id(coach.id),
                .init(coach.name),
                .init(coach.role.rawValue, shown: coach.role.label, coach.role.style),
            ])
        }
        return table
    }

    static let addCoach = CompassCommand(
        "events coaches add", .mutating, "Record that a coach was at an event",
        arguments: [eventID, Argument("COACH", "Name or id", Values.coach, takesRest: true)],
        examples: ["compass events coaches add 4f0c2a9d Pat Doyle": "Pat was there"]
    ) { run in
        let answer = try run.change(
            AddEventCoach.self,
            try request(run, "of the event's school", ["coaches", "list"]) { event in
                // EV-25: without a school there are no coaches to choose from.
                guard event.school != nil else {
                    throw CommandFailure(
                        UsageError(
                            .badValue, QuickLog.noSchool, remedy: schoolRemedy(event.id, run),
                            field: "coach_id"))
                }
                // Coaches already recorded are matched too; the service then reports the duplicate.
                return event.available.map { .init(id: $0.id.text, name: $0.name) }
                    + event.present.map(\.named)
            })
        return present(answer, run)
    }

    static let removeCoach = CompassCommand(
        "events coaches remove", .mutating, "Remove a coach from an event; it can be undone",
        arguments: [eventID, Argument("COACH", "Name or id", Values.coach, takesRest: true)],
        examples: ["compass events coaches remove 4f0c2a9d Pat Doyle": "A mistake"]
    ) { run in
        let answer = try run.change(
            RemoveEventCoach.self,
            try request(run, "at that event", ["show"]) { event in
                event.present.map(\.named)
            })
        return present(answer, run)
    }

    /// An event and its coaches, for matching names.
    private struct Page {
        let id: EventID
        let school: SchoolID?
        let present: [CoachPresence]
        let available: [AvailableCoach]
    }

    private static func request(
        _ run: CommandRun, _ place: String, _ listVerb: [String],
        among choices: (Page) throws -> [NamedRecord]
    ) throws -> EventCoachRequest {
        let id = try run.eventID(run.argument(0))
        let typed = run.argument(1)
        if let coach = CoachID(text: typed) { return .init(id: id, coachID: coach) }
        let shown = try run.response(of: ShowEvent.self, .init(id: id))
        let page = Page(
            id: id, school: shown.event.schoolID, present: shown.coaches,
            available: shown.availableCoaches)
        let choices = try choices(page)
        let coach: CoachID = try RecordNames.id(
            of: typed, among: choices, noun: "coach", plural: "coaches", field: "coach_id",
            place: place,
            listCommand: run.line(["events"] + listVerb + [RecordNames.short(id.text)]))
        return .init(id: id, coachID: coach)
    }

    private static func present(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let response = run.decoding(EventCoachesAnswer.self, answer)
        var result = CommandResult.record(
            json: answer.json, ids: { try response().coaches.map(\.coachID.text) },
            card: {
                let found = try response()
                return EventCard(found.event, run, coaches: found.coaches).card
            },
            rows: {
                var table = TextTable([
                    .init("ID"), .init("Name"), .init("Role"), .init("E-mail"), .init("Phone"),
                ])
                for coach in try response().coaches {
                    table.append([
                        .init(coach.coachID.text), .init(coach.displayName),
                        .init(coach.displayRole.rawValue), .init(coach.email ?? ""),
                        .init(coach.phone ?? ""),
                    ])
                }
                return table
            })
        if !run.isDryRun, let operation = try? response().operationID {
            result.notes = ["Undo: " + run.line("undo", operation.text)]
        }
        return result
    }
}

extension CoachPresence {
    /// The coach for matching names: the current name, otherwise the recorded one.
    fileprivate var named: NamedRecord {
        NamedRecord(id: coachID.text, name: name ?? recordedName)
    }
}
