import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    static let attend = CompassCommand(
        "events attend", .mutating, "Mark an event as attended and log a contact",
        details: """
            Marking an attended event again changes nothing. On a terminal, asks for a quick \
            log, which an empty type skips for now. With --log, its fields come from the \
            flags; if the program is interrupted, the next "events attend" of this event \
            finishes the log.
            """,
        arguments: [eventArgument],
        flags: [.toggle("log", "Also log a contact with these flags")] + quickLogFlags,
        examples: [
            "compass events attend Spring Showcase": "On a terminal: asks for the rest",
            "compass events attend 4f0c2a9d --log --type game --direction inbound "
                + "--content \"Liked the swing\" --sentiment positive": "In one line",
        ]
    ) { run in
        if let key = try run.typedKey(), let stored = try run.storedContact(key) {
            let what = stored.attendance == nil ? "request" : "requests"
            run.note("Sending the stored \(what) of \(key) again.")
            return try finished(run.perform(CreateInteraction.self, stored), run)
        }
        try requireLog(run)
        let id = try run.eventID(run.argument(0))
        let request =
            try run.invocation.isOn("log") ? quickLog(at: shown(id, run).quickLog, run) : nil
        if let stored = try run.unfinishedAttendance(of: id) {
            run.note("Finishing the interrupted attendance.")
            let result = try finished(run.perform(CreateInteraction.self, stored), run)
            let isSame = try request.map { try run.encoded($0) == Array(stored.payload.utf8) }
            if isSame != false { return result }
        }
        guard let request else { return try attendAndAsk(id, run) }
        return try finished(run.attend(id, logging: request), run)
    }

    /// `events log`: the quick log on its own, also after the attendance (D-43).
    static let log = CompassCommand(
        "events log", .mutating, "Log a contact at an event",
        details: """
            School, subject and time come from the event; at an event without a school, the \
            school comes from --school or from the coach. On a terminal without flags, asks \
            for the rest.
            """,
        arguments: [eventArgument], flags: quickLogFlags,
        examples: [
            "compass events log 4f0c2a9d --coach \"Pat Doyle\" --direction outbound "
                + "--content \"Asked about the camp\"": "We talked to the coach"
        ]
    ) { run in
        let answer = try run.change(
            CreateInteraction.self,
            try contact(at: shown(run.eventID(run.argument(0)), run), run))
        return try InteractionCommands.logged(answer, run)
    }

    // MARK: The form

    private static let quickLogFlags: [Flag] = [
        .value(
            "type", .word(quickLogTypes, placeholder: "TYPE"),
            default: QuickLogType.inPersonVisit.rawValue, "Kind of contact"),
        .value(
            "direction", .word(quickLogDirections, placeholder: "DIRECTION"),
            refusal: CreateInteraction.Refusal.direction, "Who initiated it"),
        .value("content", .text(), "What was talked about"),
        .value(
            "sentiment", Values.sentiments, refusal: CreateInteraction.Refusal.sentiment,
            takesNone: true, "How it felt"),
        .value("school", Values.school, "School, if the event has none: name or id"),
        .value("coach", Values.coach, "Coach, of the event's school if it has one: name or id"),
    ]
    fileprivate static let quickLogTypes = QuickLogType.allCases.map {
        ValueType.Choice($0.rawValue, $0.label)
    }
    fileprivate static let quickLogDirections = Direction.allCases.map {
        ValueType.Choice($0.rawValue, $0.quickLogLabel)
    }

    /// Throws if flags describe a contact that would not be logged.
    private static func requireLog(_ run: CommandRun) throws {
        let given = run.invocation
        guard !given.isOn("log"),
            let flag = quickLogFlags.first(where: { given.text($0.name) != nil })
        else { return }
        throw CommandFailure.usage(
            "--\(flag.name) describes a contact, but none would be logged",
            remedy: "Add --log, or log the contact separately: "
                + run.line("events", "log", run.argument(0)))
    }

    private static func shown(_ id: EventID, _ run: CommandRun) throws -> ShowEvent.Response {
        try run.response(of: ShowEvent.self, .init(id: id))
    }

    /// The request made from the flags (EV-15, D-35).
    private static func quickLog(
        at log: QuickLog, _ run: CommandRun
    ) throws -> CreateInteraction.Request {
        let given = run.invocation
        let school = try given.some("school").map { try run.schoolID($0) }
        let form = QuickLogForm(
            type: given.text("type"), direction: given.text("direction"),
            content: given.text("content"), sentiment: given.some("sentiment"), schoolID: school,
            coachID: try given.some("coach").map {
                try run.coachID($0, school: log.schoolID ?? school)
            })
        do {
            return try form.request(at: log)
        } catch { throw run.refusal(error) }
    }

    /// The contact that the flags describe; without any, the one that somebody at a terminal is
    /// asked for.
    private static func contact(
        at event: ShowEvent.Response, _ run: CommandRun
    ) throws -> CreateInteraction.Request {
        let isDescribed = quickLogFlags.contains { run.invocation.text($0.name) != nil }
        guard run.mayAsk, !isDescribed else { return try quickLog(at: event.quickLog, run) }
        try run.requireAccess(to: CreateInteraction.self)
        let left = CommandFailure.left("Nothing was logged")
        do {
            let asked = try QuickLogQuestions.asked(event.quickLog, event.coachesToLog, run)
            guard let asked else { throw left }
            return asked
        } catch is TerminalPrompt.Failure { throw left }
    }

    // MARK: Results

    private static func attended(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let response = run.decoding(AttendEvent.Response.self, answer)
        var result = result(answer, run) { try response().event }
        if (try? response().changed) == false { result.notes = ["It was already attended."] }
        return result
    }

    /// The attended event, with a note on the contact logged with it.
    private static func finished(
        _ logged: Caller.Answer, _ run: CommandRun
    ) throws -> CommandResult {
        guard let attendance = run.attendance else {
            return try InteractionCommands.logged(logged, run)
        }
        var result = attended(attendance, run)
        if let made = try? run.decoded(CreateInteraction.Response.self, logged), !run.isDryRun {
            result.notes.append(Self.logged(made, run))
        } else if run.isDryRun {
            result.notes.append("A contact would be logged too.")
        }
        return result
    }

    private static func logged(
        _ made: CreateInteraction.Response, _ run: CommandRun
    ) -> String {
        "Logged: " + run.line("interactions", "show", RecordNames.short(made.interaction.id.text))
    }

    // MARK: On a terminal

    /// EV-11, EV-16: marks first, then asks; skipping the questions leaves the event attended.
    private static func attendAndAsk(_ id: EventID, _ run: CommandRun) throws -> CommandResult {
        let answer = try run.change(AttendEvent.self, .init(id: id))
        var result = attended(answer, run)
        let response = try run.decoded(AttendEvent.Response.self, answer)
        let later = "Log Interaction: " + run.line("events", "log", RecordNames.short(id.text))
        guard run.mayAsk, !run.isDryRun else {
            if !run.isDryRun { result.notes.append(later) }
            return result
        }
        do {
            // Without the coaches seen there, a name can still be typed.
            let present = try? shown(id, run).coachesToLog
            let asked = try QuickLogQuestions.asked(response.quickLog, present ?? [], run)
            guard let request = asked else {
                result.notes.append("Skipped. " + later)
                return result
            }
            // A key given by the user belongs to the attendance.
            let logged = try run.change(CreateInteraction.self, request, key: run.freshKey())
            let made = try run.decoded(CreateInteraction.Response.self, logged)
            result.notes.append(Self.logged(made, run))
        } catch is TerminalPrompt.Failure {
            result.notes.append("Skipped. " + later)
        } catch var failure as CommandFailure {
            failure.mentionAttendance()
            throw failure
        }
        return result
    }
}

/// The quick log's questions at a terminal (EV-12 to EV-16, N-47).
private struct QuickLogQuestions {
    let questions: Questions
    let log: QuickLog
    /// The coaches seen there whom the contact can name.
    let present: [CoachPresence]

    private var run: CommandRun { questions.run }

    /// The request made from a person's answers; nil for "Skip for Now".
    static func asked(
        _ log: QuickLog, _ present: [CoachPresence], _ run: CommandRun
    ) throws -> CreateInteraction.Request? {
        try Questions.asking(run) { questions in
            try QuickLogQuestions(questions: questions, log: log, present: present).ask()
        }
    }

    private func ask() throws -> CreateInteraction.Request? {
        questions.note("\n\(VisibleText.line(log.title))\n\(VisibleText.line(log.subtitle))")
        var form = QuickLogForm()
        form.type = try questions.choice(
            "Type", of: EventCommands.quickLogTypes, empty: QuickLog.skip)
        guard form.type != nil else { return nil }
        form.coachID = try coach()
        if log.schoolID == nil, form.coachID == nil {
            form.schoolID = try questions.record(
                "School (\(QuickLog.noSchool), empty: \(QuickLog.skip))"
            ) { try run.schoolID($0) }
            guard form.schoolID != nil else { return nil }
        }
        form.direction = try questions.choice(
            "Direction", of: EventCommands.quickLogDirections.reversed(), empty: nil)
        repeat {
            form.content = try questions.line("What was talked about")
            if form.content?.trimmed.isEmpty != false {
                questions.note(QuickLogForm.contentMissing)
            }
        } while form.content?.trimmed.isEmpty != false
        form.sentiment = try questions.choice(
            "Sentiment", of: Values.sentiments.choices, empty: "none")
        do {
            return try form.request(at: log)
        } catch { throw run.refusal(error) }
    }

    /// One of the coaches seen there, by number or name, or any other coach who fits the event.
    private func coach() throws -> CoachID? {
        let names = present.map(\.displayName)
        let offered = names.enumerated().map { "\($0 + 1) \(VisibleText.line($1)), " }.joined()
        return try questions.record(
            "Coach (\(offered)\(names.isEmpty ? "a name" : "another name"), empty: nobody)"
        ) { typed -> CoachID in
            if case .one(let place) = Pick(typed, among: names.map { [$0] }) {
                return present[place].coachID
            }
            return try run.coachID(typed, school: log.schoolID)
        }
    }
}

extension CommandRun {
    /// The failure for a form rejected here, before anything was sent.
    fileprivate func refusal(_ error: ServiceError) -> CommandFailure {
        var failure = CommandFailure(error.code, error.message, remedy: helpLine)
        failure.errors = error.errors
        failure.reason =
            fieldLine(failure)
            ?? error.errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            .joined(separator: "; ")
        if error.errors["school_id"] == QuickLog.noSchool {
            failure.remedy = "Name one: --school SCHOOL, or the coach: --coach COACH"
        }
        return failure
    }
}
