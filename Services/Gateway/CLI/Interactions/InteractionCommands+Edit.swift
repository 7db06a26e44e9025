import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    private static let editFlags = formFlags(isEdit: true)

    static let edit = CompassCommand(
        "interactions edit", .mutating, "Change an interaction that you logged",
        details: Editing.details("interaction") + """


            Another coach brings their school along, and another school drops the coach, unless \
            you give both. Files stay as they are.
            """,
        arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
        flags: editFlags + [Editing.version],
        examples: [
            "compass interactions edit 4f0c2a9d --at \"2026-02-03 14:15\"": "The time",
            "compass interactions edit 4f0c2a9d --direction inbound --sentiment positive":
                "They called",
            "compass interactions edit 4f0c2a9d --event \"\"": "Not at an event",
        ]
    ) { run in
        try Editing.requireChange(editFlags, "interaction", run)
        let answer = try run.change(
            EditInteraction.self,
            {
                let id = try run.interactionID(run.argument(0))
                let typed = run.invocation.integer("version")
                return try changes(of: id, typed ?? version(of: id, run), run)
            }())
        let response = run.decoding(EditInteraction.Response.self, answer)
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().interaction.id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        guard let done = try? response() else { return result }
        result.notes =
            Editing.notes(done.changes, run) + notes(done.warnings, about: done.interaction, run)
        return result
    }

    private static func version(of id: InteractionID, _ run: CommandRun) throws -> Int {
        try run.response(of: ShowInteraction.self, .init(id: id)).interaction.version
    }

    /// The form with the run's flags. An empty text clears a field.
    private static func changes(
        of id: InteractionID, _ version: Int, _ run: CommandRun
    ) throws -> EditInteraction.Request {
        let given = run.invocation
        var form = EditInteraction.Request(id: id, version: version)
        form.fields.type = FormField(given.text("type"))
        form.fields.direction = FormField(given.text("direction"))
        form.fields.occurredAt = FormField(try run.contactTime("at")?.text)
        form.fields.subject = FormField(given.text("subject"))
        form.fields.content = FormField(given.text("content"))
        form.fields.sentiment = FormField(given.text("sentiment"))
        form.fields.otherCoachName = FormField(given.text("other-coach"))
        let school = try given.some("school").map { try run.schoolID($0) }
        form.fields.schoolID = FormField(given.text("school").map { _ in school?.text ?? "" })
        form.fields.coachID = FormField(
            try given.text("coach").map { typed in
                typed.isEmpty ? "" : try run.coachID(typed, school: school).text
            })
        form.fields.eventID = FormField(
            try given.text("event").map { $0.isEmpty ? "" : try run.eventID($0).text })
        if given.text("signals") != nil {
            let words = given.words("signals")
            if words.isEmpty {
                form.clear = FormField(["interest_answers"])
            } else {
                form.fields.interestAnswers = FormField(words)
            }
        }
        return form
    }
}
