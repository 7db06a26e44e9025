import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions add`.
    static let add = CompassCommand(
        Command(
            "interactions add", .mutating, "Log a contact with a school or coach",
            details: addDetails, flags: addFlags,
            examples: [
                .init("compass interactions add", "On a terminal: asks for everything"),
                .init(
                    "compass interactions add --type email --school Duke --subject \"Camp dates\"",
                    "We wrote"),
                .init(
                    "compass interactions add --type phone_call --direction inbound "
                        + "--coach \"Pat Doyle\" --sentiment very_positive "
                        + "--signals visit,roster --at \"2026-02-03 14:15\"",
                    "They called, and the calibration"),
                .init(
                    "compass interactions add --type text --school Duke --new-coach \"Ann Lee\"",
                    "A coach who is new, added with it"),
                .init(
                    "compass interactions add --from contacts.jsonl --dry-run",
                    "Is every line of the file right?"),
                .init("compass interactions add --from 4f0c2a9d --type text", "Again, corrected"),
            ])
    ) { run in
        try refuseExclusions(run)
        run.filesToAttach = try LocalFile.checked(run.invocation.texts("attach"))
        let source = run.invocation.text("from").map { InteractionSource($0) }
        if let lines = source?.lines { return try InteractionLines(run).log(from: lines) }
        if let key = try run.typedKey(), let stored = try run.storedCommand(key, of: createName) {
            // Nothing is asked or looked up again: the stored request stands.
            run.note("Sending the stored request of \(key) again.")
            return try logged(run.perform(CreateInteraction.self, stored), run)
        }
        var start = AddWizardShell.Start()
        if case .record(let id) = source { start = try again(id, run) }
        try fill(&start, from: run)
        if wantsWizard(run, start) { return try AddWizardShell(run).log(start) }
        let request = start.draft.request(now: run.clock.now())
        return try logged(create(request, start.draft, run), run)
    }

    private static let createName = CreateInteraction.name

    private static let addDetails =
        """
        Direction is outbound and time is now unless said otherwise. On a terminal, what is \
        missing is asked; input that was not sent is kept, and the next "interactions add" goes \
        on with it. --signals names what was a yes of the six questions about a coach's \
        interest; it counts for inbound contacts that felt positive. An empty --school, --coach, \
        --event, --sentiment or --signals says that there is none. The questions:

        """
        + InterestSignal.allCases.map { "\($0.rawValue): \($0.question)" }
        .joined(separator: "\n") + """


            --from takes "-" for standard input, an id or the end of one for a record to log \
            again, and anything else for a file (write ./ before one that looks like an id). \
            Input and files hold JSON Lines: one interaction a line, with the keys of the \
            request, such as {"school_id":"…","type":"email","direction":"outbound",\
            "occurred_at":"2026-02-03T14:15:00Z"}. Each line gets its verdict; a line that is \
            refused does not hold up the next. The run's key makes a repetition safe.
            """

    private static let addFlags: [Flag] = [
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
            "new-coach", .text("NAME"),
            "Add this coach to the school too: First Last, or Last, First"),
        .value(
            "coach-role", Values.coachRoles, default: "assistant",
            refusal: "Role must be one of head, assistant, recruiting",
            "Role of the new coach"),
        .value(
            "at", Values.time, default: "now",
            refusal: CreateInteraction.Refusal.occurredAt, field: "occurred_at",
            "When it happened"),
        .value("subject", .text(), "What it was about, 500 characters at most"),
        .value("content", .text(), "What was said, 10,000 characters at most"),
        .value(
            "sentiment", Values.sentiments, refusal: CreateInteraction.Refusal.sentiment,
            takesNone: true, "How it felt"),
        .value(
            "signals",
            .choices(InterestSignal.allCases.map { .init($0.rawValue, $0.question) }),
            repeatable: true, field: "interest_answers", takesNone: true,
            "Which of the six interest questions were a yes"),
        .value("event", Values.event, "Recruiting event: name or id"),
        .value(
            "attach", .path(), repeatable: true,
            "A file to attach once the contact is logged"),
        .value("from", .path("SOURCE"), "- or a file of JSON Lines, or a record to log again"),
        .toggle("wizard", "Ask for what the flags leave out, on a terminal"),
    ]

    // MARK: Result

    /// What every way of logging one interaction ends with. What belongs to a record but is not
    /// part of its request, such as files, is done here: the record exists, its id is known.
    static func logged(_ answer: Caller.Answer, _ run: CommandRun) throws -> CommandResult {
        func response() throws -> CreateInteraction.Response {
            try run.decoded(CreateInteraction.Response.self, answer)
        }
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().interaction.id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        if answer.isReplayed { result.notes.append("It had been logged under this key before.") }
        if let coach = run.addedCoach {
            let id = RecordNames.short(coach.id.text)
            result.notes.append("Added the coach \(VisibleText.line(coach.fullName)) (\(id)).")
        }
        try AttachmentUploads.attachFiles(to: answer, in: &result, run)
        // A dry run's answer may hold no record, and warnings are for people only.
        result.notes += ((try? response().warnings) ?? [])
        return result
    }
}
