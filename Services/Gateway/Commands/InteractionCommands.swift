import CommandKit
import Contracts
import ServiceKit

/// `interactions …` and `undo`.
enum InteractionCommands {
    static let all = [list, show, add, delete, undo]

    private static let list = CompassCommand(
        Command(
            "interactions list", .readOnly, "List interactions, newest first, with four figures",
            details: "Filters combine: a row is shown when it meets all of them.",
            flags: [
                .value("search", .text(), "Text in subject or content; case does not matter"),
                .value("type", Values.types, "Only this type"),
                .value("direction", Values.directions, "Only this direction"),
                .value("sentiment", Values.sentiments, "Only this sentiment"),
                .value(
                    "days",
                    .choice(
                        TimePeriod.allCases.map { .init(String($0.rawValue), $0.label) },
                        placeholder: "N"), "Only the last N calendar days"),
                .value("since", Values.time, "Not before this time"),
                .value("until", Values.time, "Not after this time"),
                .value("logged-by", Values.member, "Only logged by: me, a name or an id"),
                .value("school", Values.school, "Only this school: name or id"),
                .value("coach", Values.coach, "Only this coach: name or id"),
                .value("limit", Values.limit, default: "all", "At most so many rows"),
            ],
            examples: [
                .init("compass interactions list --days 30 --direction inbound", "Who wrote to us"),
                .init("compass interactions list --search roster --json", "For programs"),
                .init("compass interactions list --type camp -o csv > camps.csv", "For a sheet"),
            ])
    ) { run in
        let answer = try run.read(ListInteractions.self, try listRequest(run))
        return try InteractionList(answer: answer, run: run).result
    }

    private static func listRequest(_ run: CommandRun) throws -> ListInteractions.Request {
        let given = run.invocation
        var request = ListInteractions.Request()
        request.search = FormField(given.text("search"))
        request.type = FormField(given.text("type"))
        request.direction = FormField(given.text("direction"))
        request.sentiment = FormField(given.text("sentiment"))
        request.days = FormField(given.integer("days"))
        request.since = FormField(try time(run, "since")?.text)
        request.until = FormField(try time(run, "until", endOfDay: true)?.text)
        request.loggedBy = FormField(
            try given.text("logged-by").map { try run.memberID($0, field: "logged_by").text })
        let school = try given.text("school").map { try run.schoolID($0) }
        request.schoolID = FormField(school?.text)
        request.coachID = FormField(
            try given.text("coach").map { try run.coachID($0, school: school).text })
        // The zone matters to "the last N calendar days" only.
        request.timeZone = FormField(
            given.integer("days") == nil && given.text("tz") == nil ? nil : run.zone.name)
        request.limit = FormField(given.integer("limit"))
        return request
    }

    private static let show = CompassCommand(
        Command(
            "interactions show", .readOnly, "Show one interaction",
            arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
            examples: [.init("compass interactions show 4f0c2a9d", "By the end of its id")])
    ) { run in
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ShowInteraction.self, ShowInteraction.Request(id: id))
        func response() throws -> ShowInteraction.Response {
            try run.decoded(ShowInteraction.Response.self, answer)
        }
        var result = CommandResult.record(
            json: answer.json, ids: { [id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        if run.isForPeople, try response().canDelete {
            result.notes = ["Delete it: compass interactions delete \(RecordNames.short(id.text))"]
        }
        return result
    }

    private static let add = CompassCommand(
        Command(
            "interactions add", .mutating, "Log a contact with a school or coach",
            details: """
                Direction is outbound and time is now unless said otherwise. --signals names what \
                was a yes of the six questions about a coach's interest; it counts for inbound \
                contacts that felt positive:

                """
                    + InterestSignal.allCases.map { "\($0.rawValue): \($0.question)" }
                    .joined(separator: "\n"),
            flags: [
                .value(
                    "type", Values.types, refusal: CreateInteraction.Refusal.type,
                    "What kind of contact"),
                .value(
                    "direction", Values.directions, default: "outbound",
                    refusal: CreateInteraction.Refusal.direction, "Who began it"),
                .value("school", Values.school, "School: name or id"),
                .value("coach", Values.coach, "Coach: name or id; brings the school along"),
                .value("other-coach", .text("NAME"), "A coach who is not listed"),
                .value(
                    "at", Values.time, default: "now",
                    refusal: CreateInteraction.Refusal.occurredAt, "When it happened"),
                .value("subject", .text(), "What it was about, 500 characters at most"),
                .value("content", .text(), "What was said, 10,000 characters at most"),
                .value(
                    "sentiment", Values.sentiments, refusal: CreateInteraction.Refusal.sentiment,
                    "How it felt"),
                .value(
                    "signals",
                    .choices(InterestSignal.allCases.map { .init($0.rawValue, $0.question) }),
                    repeatable: true, "Which of the six interest questions were a yes"),
                .value("event", .text("ID"), "Recruiting event; none are kept yet"),
            ],
            examples: [
                .init(
                    "compass interactions add --type email --school Duke --subject \"Camp dates\"",
                    "We wrote"),
                .init(
                    "compass interactions add --type phone_call --direction inbound "
                        + "--coach \"Pat Doyle\" --sentiment very_positive "
                        + "--signals visit,roster --at \"2026-02-03 14:15\"",
                    "They called, and the calibration"),
            ])
    ) { run in
        let answer = try run.change(CreateInteraction.self, try createRequest(run))
        func response() throws -> CreateInteraction.Response {
            try run.decoded(CreateInteraction.Response.self, answer)
        }
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().interaction.id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        if answer.isReplayed { result.notes.append("It had been logged under this key before.") }
        // A dry run's answer may hold no record, and warnings are for people only.
        result.notes += ((try? response().warnings) ?? [])
        return result
    }

    private static func createRequest(_ run: CommandRun) throws -> CreateInteraction.Request {
        let given = run.invocation
        let occurredAt = try time(run, "at") ?? run.clock.now()
        var request = CreateInteraction.Request(
            type: given.text("type"), direction: given.text("direction") ?? "outbound",
            occurredAt: occurredAt.text)
        let school = try given.text("school").map { try run.schoolID($0) }
        request.schoolID = FormField(school?.text)
        request.coachID = FormField(
            try given.text("coach").map { try run.coachID($0, school: school).text })
        request.otherCoachName = FormField(given.text("other-coach"))
        request.eventID = FormField(given.text("event"))
        request.subject = FormField(given.text("subject"))
        request.content = FormField(given.text("content"))
        request.sentiment = FormField(given.text("sentiment"))
        let signals = given.words("signals")
        request.interestAnswers = FormField(signals.isEmpty ? nil : signals)
        return request
    }

    private static let delete = CompassCommand(
        Command(
            "interactions delete", .mutating, "Delete an interaction; it can be undone",
            details: "Asks first, naming the record; --yes answers.",
            arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
            examples: [.init("compass interactions delete 4f0c2a9d --yes", "Without asking")])
    ) { run in
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        if !run.invocation.isOn("yes"), !run.isDryRun {
            guard run.console.prompt.isTerminal else {
                throw CommandFailure.unanswered(.noTerminal, flag: "--yes")
            }
            let answer = try run.read(ShowInteraction.self, ShowInteraction.Request(id: id))
            let record = try run.decoded(ShowInteraction.Response.self, answer).interaction
            let place = record.schoolName.map { ", \($0)" } ?? ""
            try run.confirm(
                "Delete \"\(VisibleText.line(record.displaySubject))\" (\(record.type.label)"
                    + "\(VisibleText.line(place)), \(run.zone.text(record.displayDate)))?")
        }
        let answer = try run.change(DeleteInteraction.self, ShowInteraction.Request(id: id))
        let response = try run.decoded(DeleteInteraction.Response.self, answer)
        return .line(
            response.message, json: answer.json, id: id.text,
            notes: run.isDryRun ? [] : ["Undo: compass undo \(response.operationID)"])
    }

    private static let undo = CompassCommand(
        Command(
            "undo", .mutating, "Undo an operation by the id that it printed",
            arguments: [
                Argument(
                    "OPERATION", "The id after \"Undo:\"",
                    .checked(
                        "id", placeholder: "ID",
                        expected: { OperationID(text: $0) == nil ? "an operation's full id" : nil })
                )
            ],
            examples: [
                .init("compass undo 0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e", "Bring it back")
            ])
    ) { run in
        guard let id = OperationID(text: run.invocation.argument(0) ?? "") else {
            throw CommandFailure(.notFound, "Operation not found")
        }
        let answer = try run.change(
            UndoInteractions.self, UndoInteractions.Request(operationID: id))
        let response = try run.decoded(UndoInteractions.Response.self, answer)
        let restored = response.restored.sorted { $0.key < $1.key }.map { kind, count in
            // The counts are named by tables, which are plurals.
            "\(count) " + (count == 1 && kind.hasSuffix("s") ? String(kind.dropLast()) : kind)
        }.joined(separator: ", ")
        return CommandResult(
            json: answer.json, ids: { response.interactionIDs.map(\.text) },
            rows: {
                var table = TextTable([.init("ID")])
                for id in response.interactionIDs { table.append([.init(id.text)]) }
                return table
            },
            text: { _ in "Restored \(restored.isEmpty ? "nothing" : restored)\n" })
    }

    private static func time(
        _ run: CommandRun, _ flag: String, endOfDay: Bool = false
    ) throws -> Instant? {
        guard let text = run.invocation.text(flag) else { return nil }
        guard let instant = run.zone.instant(text, now: run.clock.now(), endOfDay: endOfDay) else {
            throw CommandFailure(
                UsageError(
                    .badValue, "--\(flag): \"\(text)\" is not \(LocalZone.expected)",
                    field: flag == "at" ? "occurred_at" : flag))
        }
        return instant
    }
}
