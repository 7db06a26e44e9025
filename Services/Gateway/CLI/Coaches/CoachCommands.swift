import CommandKit
import Contracts
import ServiceKit

/// `coaches …`.
enum CoachCommands {
    static let all =
        [list, show, explain, add, edit, contact, export] + DeletionCommands.ofCoaches

    private static let list = CompassCommand(
        Command(
            "coaches list", .readOnly, "List the family's coaches",
            details: """
                Filters combine: a row is shown when it meets all of them. Rows are cards where a \
                table would be too wide.
                """,
            flags: CoachFilter.flags + [
                .toggle("cards", "Cards also where a table would fit, or into a pipe")
            ],
            examples: [
                .init("compass coaches list --school Duke", "One school's coaches"),
                .init("compass coaches list --search smith --role head", "Who was that?"),
                .init(
                    "compass coaches list --contacted-within 30 --sort last_contact",
                    "Who heard from us lately"),
            ])
    ) { run in
        let request = try run.listRequest(by: CoachFilter.self)
        let answer = try run.read(ListCoaches.self, request)
        return CoachList(answer: answer, run: run).result
    }

    private static let show = CompassCommand(
        Command(
            "coaches show", .readOnly, "Show a coach, with the ways to reach them",
            arguments: [coachArgument],
            examples: [.init("compass coaches show Pat Doyle", "By name")])
    ) { run in
        let id = try run.coachID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ShowCoach.self, ShowCoach.Request(id: id))
        return result(answer, run)
    }

    private static let explain = CompassCommand(
        Command(
            "coaches explain", .readOnly, "What a coach's response figures were counted from",
            details: """
                Messages to a coach within 48 hours are one attempt. It is answered if the coach \
                writes within 14 days, or the coach's school does without naming a coach. The \
                score is how many of a hundred attempts were answered, counted over those that \
                are at least 14 days old; it takes two of them.
                """,
            arguments: [coachArgument],
            examples: [.init("compass coaches explain Pat Doyle", "Attempts and answers")])
    ) { run in
        let id = try run.coachID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ExplainCoach.self, ShowCoach.Request(id: id))
        return CoachExplanationPage(answer: answer, run: run).result
    }

    private static let add = CompassCommand(
        Command(
            "coaches add", .mutating, "Add a coach", flags: formFlags(roleDefault: "assistant"),
            examples: [
                .init(
                    "compass coaches add --first-name Pat --last-name Doyle --school Duke "
                        + "--role head", "A head coach")
            ])
    ) { run in
        result(try run.change(AddCoach.self, try form(run)), run)
    }

    private static let edit = CompassCommand(
        Command(
            "coaches edit", .mutating, "Change a coach",
            details: Editing.details("coach"),
            arguments: [coachArgument],
            flags: formFlags(roleDefault: nil) + [Editing.version],
            examples: [
                .init("compass coaches edit Pat Doyle --phone \"(919) 555-0100\"", "A new number"),
                .init("compass coaches edit Pat Doyle --twitter \"\"", "No handle any more"),
            ])
    ) { run in
        try Editing.requireChange(formFlags(roleDefault: nil), "coach", run)
        let answer = try run.change(
            EditCoach.self,
            {
                let id = try run.coachID(run.invocation.argument(0) ?? "")
                var changes = try form(run)
                changes.id = FormField(id.text)
                let typed = run.invocation.integer("version")
                changes.version = FormField(try typed ?? coach(id, run).version)
                return changes
            }())
        return result(answer, run)
    }

    // MARK: Forms

    static let coachArgument = Argument("COACH", "Name or id", Values.coach, takesRest: true)

    private static func formFlags(roleDefault: String?) -> [Flag] {
        [
            .value("first-name", .text("NAME"), "First name"),
            .value("last-name", .text("NAME"), "Last name"),
            .value("school", Values.school, "School: name or id"),
            .value(
                "role", Values.coachRoles, default: roleDefault,
                refusal: "Role must be one of head, assistant, recruiting", "Place in the staff"),
            .value("email", .text("ADDRESS"), "E-mail address"),
            .value("phone", .text("NUMBER"), "Phone number"),
            .value("twitter", .text("HANDLE"), "Handle on Twitter"),
            .value("instagram", .text("HANDLE"), "Handle on Instagram"),
            .value("notes", .text(), "Notes of the family"),
        ]
    }

    private static func form(_ run: CommandRun) throws -> CoachForm {
        let given = run.invocation
        var form = CoachForm(firstName: given.text("first-name"), lastName: given.text("last-name"))
        if let typed = given.text("school") {
            form.schoolID = FormField(typed.isEmpty ? "" : try run.schoolID(typed).text)
        }
        form.role = FormField(given.text("role"))
        form.email = FormField(given.text("email"))
        form.phone = FormField(given.text("phone"))
        form.twitterHandle = FormField(given.text("twitter"))
        form.instagramHandle = FormField(given.text("instagram"))
        form.notes = FormField(given.text("notes"))
        return form
    }

    /// The coach as stored.
    static func coach(_ id: CoachID, _ run: CommandRun) throws -> Coach {
        let answer = try run.read(ShowCoach.self, ShowCoach.Request(id: id))
        return try run.decoded(CoachAnswer.self, answer).coach
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        func coach() throws -> Coach {
            let response = try run.decoded(CoachAnswer.self, answer)
            return response.coach
        }
        return .record(
            json: answer.json, ids: { [try coach().id.text] },
            card: { CoachCard(try coach(), run).card },
            rows: { CoachList.table([try coach()], run) })
    }
}
