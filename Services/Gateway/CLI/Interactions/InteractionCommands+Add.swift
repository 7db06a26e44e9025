import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    static let add = CompassCommand(
        "interactions add", .mutating, "Log a contact with a school or coach",
        details: addDetails, flags: addFlags,
        examples: [
            "compass interactions add": "On a terminal: asks for everything",
            "compass interactions add --type email --school Duke --subject \"Camp dates\"":
                "We wrote",
            "compass interactions add --type phone_call --direction inbound "
                + "--coach \"Pat Doyle\" --sentiment very_positive "
                + "--signals visit,roster --at \"2026-02-03 14:15\"":
                "They called; with interest signals",
            "compass interactions add --type text --school Duke --new-coach \"Ann Lee\"":
                "Also adds the new coach",
            "compass interactions add --from contacts.jsonl --dry-run":
                "Check every line of the file",
            "compass interactions add --from 4f0c2a9d --type text": "Log it again, corrected",
        ]
    ) { run in
        try refuseExclusions(run)
        run.filesToAttach = try LocalFile.checked(run.invocation.texts("attach"))
        let source = run.invocation.text("from").map { InteractionSource($0) }
        if let lines = source?.lines { return try InteractionLines(run).log(from: lines) }
        if let key = try run.typedKey(), let stored = try run.storedCommand(key, of: createName) {
            // The stored request is sent as it is; nothing is asked or looked up again.
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
    .requiring(missingValues)

    /// The required values that no flag gives. A source of interactions has its own.
    @Sendable
    private static func missingValues(_ given: Invocation) -> [MissingValue] {
        guard given.text("from") == nil else { return [] }
        var values: [MissingValue] = []
        if given.some("school") == nil, given.some("coach") == nil {
            values.append(
                MissingValue(
                    flag: "school", field: "school_id", text: CreateInteraction.Refusal.school))
        }
        if given.text("type") == nil {
            values.append(
                MissingValue(flag: "type", field: "type", text: CreateInteraction.Refusal.type))
        }
        return values
    }

    private static let createName = CreateInteraction.name

    private static let addDetails =
        """
        Direction defaults to outbound and time to now. On a terminal, asks for missing values; \
        input that was not sent is kept, and the next "interactions add" resumes it. --signals \
        lists the questions about a coach's interest that you answer with yes; it applies to \
        inbound contacts with a positive sentiment. Leave --school, --coach, --event, \
        --sentiment or --signals empty for none. The questions:

        """
        + InterestSignal.allCases.map { "\($0.rawValue): \($0.question)" }
        .joined(separator: "\n") + """


            --from takes "-" for standard input, the id or the end of the id of a record to \
            log again, or a file (write ./ before a name that looks like an id). Input and \
            files are JSON Lines: one interaction per line, with the keys of the request, such \
            as {"school_id":"…","type":"email","direction":"outbound",\
            "occurred_at":"2026-02-03T14:15:00Z"}. The result of each line is shown; a refused \
            line does not stop the others. The run can be repeated safely with its key.
            """

    private static let addFlags: [Flag] =
        formFlags(isEdit: false) + [
            .value(
                "new-coach", .text("NAME"),
                "Also add this coach to the school: First Last, or Last, First"),
            .value(
                "coach-role", Values.coachRoles, default: "assistant",
                refusal: "Role must be one of head, assistant, recruiting",
                "Role of the new coach"),
            .value(
                "player", Values.player, field: "player_id",
                "The player whose contact it is, for parents who log"),
            .value(
                "attach", .path(), repeatable: true,
                "A file to attach once the contact is logged"),
            .value("from", .path("SOURCE"), "- or a file of JSON Lines, or a record to log again"),
            .toggle("wizard", "Ask for missing values, on a terminal"),
        ]

    /// A flag for each field of the form.
    static func formFlags(isEdit: Bool) -> [Flag] {
        [
            .value(
                "type", Values.types, refusal: CreateInteraction.Refusal.type,
                "Kind of contact"),
            .value(
                "direction", Values.directions, default: isEdit ? nil : "outbound",
                refusal: CreateInteraction.Refusal.direction, "Who initiated it"),
            .value("school", Values.school, "School: name or id"),
            .value("coach", Values.coach, "Coach: name or id; implies the school"),
            .value("other-coach", .text("NAME"), "A coach who is not listed"),
            .value(
                "at", Values.time, default: isEdit ? nil : "now",
                refusal: CreateInteraction.Refusal.occurredAt, field: "occurred_at",
                "When it happened"),
            .value("subject", .text(), "What it was about, up to 500 characters"),
            .value("content", .text(), "What was said, up to 10,000 characters"),
            .value(
                "sentiment", Values.sentiments, refusal: CreateInteraction.Refusal.sentiment,
                takesNone: true, "How it felt"),
            .value(
                "signals",
                .choices(InterestSignal.allCases.map { .init($0.rawValue, $0.question) }),
                repeatable: true, field: "interest_answers", takesNone: true,
                "The interest questions answered with yes"),
            .value("event", Values.event, "Recruiting event: name or id"),
        ]
    }

    // MARK: Result

    /// The result of every way of logging one interaction. Work that needs the record's id, such as
    /// attaching files, is done here.
    static func logged(_ answer: Caller.Answer, _ run: CommandRun) throws -> CommandResult {
        let response = run.decoding(CreateInteraction.Response.self, answer)
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().interaction.id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        if answer.isReplayed { result.notes.append("It was already logged with this key.") }
        if let coach = run.addedCoach {
            let id = RecordNames.short(coach.id.text)
            result.notes.append("Added the coach \(VisibleText.line(coach.fullName)) (\(id)).")
        }
        try AttachmentUploads.attachFiles(to: answer, in: &result, run)
        // A dry run's answer may contain no record, and warnings are for people only.
        if let done = try? response() {
            result.notes += notes(done.warnings, about: done.interaction, run)
        }
        return result
    }

    /// The warnings for people. That a contact is still to come is said with its day, because a
    /// mistyped month or year shows only there.
    static func notes(
        _ warnings: [String], about interaction: Interaction, _ run: CommandRun
    ) -> [String] {
        warnings.map { warning in
            guard warning == CreateInteraction.isAheadWarning,
                let time = interaction.occurredAt
            else { return VisibleText.line(warning) }
            return "\(warning): \(run.zone.dayText(time))"
        }
    }
}
