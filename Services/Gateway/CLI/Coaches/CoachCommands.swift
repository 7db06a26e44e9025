import CommandKit
import Contracts
import ServiceKit

enum CoachCommands {
    static let all =
        [
            list, show, explain, add, edit, contact, export, DuplicateCommands.ofCoaches,
            MergeCommands.ofCoaches,
        ] + DeletionCommands.ofCoaches

    private static let list = CompassCommand(
        "coaches list", .readOnly, "List the family's coaches",
        details: """
            A row is shown if it matches all filters. Rows are shown as cards if a table would \
            be too wide. The last contact and how often coaches answer are those of the whole \
            family.
            """,
        flags: CoachFilter.listFlags + [
            .toggle("cards", "Use cards even if a table would fit, and in a pipe")
        ],
        examples: [
            "compass coaches list --school Duke": "One school's coaches",
            "compass coaches list --search smith --role head": "Who was that?",
            "compass coaches list --contacted-within 30 --sort last_contact":
                "Who heard from us lately",
        ]
    ) { run in
        try CoachList(answer: run.list(ListCoaches.self), run: run).result
    }

    private static let show = CompassCommand(
        "coaches show", .readOnly, "Show a coach, with the ways to reach them",
        arguments: [coachArgument],
        examples: ["compass coaches show Pat Doyle": "By name"]
    ) { run in
        let id = try run.coachID(run.argument(0))
        let answer = try run.read(ShowCoach.self, ShowCoach.Request(id: id))
        return result(answer, run)
    }

    private static let explain = CompassCommand(
        "coaches explain", .readOnly, "Explain how a coach's response figures were computed",
        details: """
            Messages to a coach within 48 hours are one attempt. It is answered if the coach \
            writes within 14 days, or the coach's school does without naming a coach. The \
            score is the percentage of answered attempts among those at least 14 days old, \
            of which it needs two.
            """,
        arguments: [coachArgument],
        examples: ["compass coaches explain Pat Doyle": "Attempts and answers"]
    ) { run in
        let id = try run.coachID(run.argument(0))
        let answer = try run.read(ExplainCoach.self, ShowCoach.Request(id: id))
        return CoachExplanationPage(answer: answer, run: run).result
    }

    private static let add = CompassCommand(
        "coaches add", .mutating, "Add a coach",
        details: "On a terminal, asks for the other fields if a name is missing.",
        flags: formFlags(roleDefault: "assistant"),
        examples: [
            "compass coaches add": "On a terminal: asks for everything",
            "compass coaches add --first-name Pat --last-name Doyle --school Duke "
                + "--role head": "A head coach",
        ]
    ) { run in
        let answer = try run.change(
            AddCoach.self,
            try FieldQuestions.completed(form(run, isEdit: false), for: AddCoach.self, run))
        var result = result(answer, run)
        let warnings = try? run.decoded(AddCoach.Response.self, answer).warnings
        result.notes += (warnings ?? []).map(VisibleText.line)
        return result
    }

    private static let edit = CompassCommand(
        "coaches edit", .mutating, "Change a coach",
        details: Editing.details("coach"),
        arguments: [coachArgument],
        flags: formFlags(roleDefault: nil) + [Editing.version],
        examples: [
            "compass coaches edit Pat Doyle --phone \"(919) 555-0100\"": "A new number",
            "compass coaches edit Pat Doyle --twitter \"\"": "Remove the handle",
        ]
    ) { run in
        let answer = try Editing.change(
            EditCoach.self, "coach", formFlags(roleDefault: nil), run,
            id: { try run.coachID(run.argument(0)) }, form: { try form(run, isEdit: true) },
            storedVersion: { try coach($0, run).version })
        return result(answer, run)
    }

    // MARK: Forms

    static let coachArgument = Argument("COACH", "Name or id", Values.coach, takesRest: true)

    private static func formFlags(roleDefault: String?) -> [Flag] {
        FieldFlags<Coach>.flags(
            ["school": Values.school, "role": Values.coachRoles],
            defaults: roleDefault.map { ["role": $0] } ?? [:])
    }

    private static func form(_ run: CommandRun, isEdit: Bool) throws -> CoachForm {
        var form = try FieldFlags<Coach>.form(run, isEdit: isEdit)
        if let typed = form.schoolID.value, !typed.isEmpty {
            form.schoolID = FormField(try run.schoolID(typed).text)
        }
        return form
    }

    /// The coach as stored.
    static func coach(_ id: CoachID, _ run: CommandRun) throws -> Coach {
        try run.response(of: ShowCoach.self, .init(id: id)).coach
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let coach = run.decoding(CoachAnswer.self, answer, \.coach)
        return .record(
            json: answer.json, ids: { [try coach().id.text] },
            card: { CoachCard(try coach(), run).card },
            rows: { CoachList.table([try coach()], run) })
    }
}
