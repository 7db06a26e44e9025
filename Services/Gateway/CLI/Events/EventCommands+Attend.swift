import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    static let attend = CompassCommand(
        Command(
            "events attend", .mutating, "Mark an event as attended and log a contact",
            details: """
                Marking an attended event again changes nothing. On a terminal, asks for a quick \
                log; an empty answer skips it for now. With --log, its fields come from the flags; \
                if the program is interrupted, the next "events attend" of this event finishes \
                the log.
                """,
            arguments: [eventArgument],
            flags: [.toggle("log", "Also log a contact with these flags")] + quickLogFlags,
            examples: [
                .init("compass events attend Spring Showcase", "On a terminal: asks for the rest"),
                .init(
                    "compass events attend 4f0c2a9d --log --type game --direction inbound "
                        + "--content \"Liked the swing\" --sentiment positive", "In one line"),
            ])
    ) { run in
        if let key = try run.typedKey(), let stored = try run.storedAttendance(key) {
            run.note("Sending the stored requests of \(key) again.")
            return try finished(run.perform(CreateInteraction.self, stored), run)
        }
        try requireLog(run)
        let id = try run.eventID(run.invocation.argument(0) ?? "")
        let request = try run.invocation.isOn("log") ? quickLog(at: page(id, run), run) : nil
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
        Command(
            "events log", .mutating, "Log a contact at an event",
            details: "School, subject and time come from the event.",
            arguments: [eventArgument], flags: quickLogFlags,
            examples: [
                .init(
                    "compass events log 4f0c2a9d --type in_person_visit --direction outbound "
                        + "--content \"Asked about the camp\"", "We talked to the coach")
            ])
    ) { run in
        let answer = try run.change(
            CreateInteraction.self,
            try quickLog(at: page(try run.eventID(run.invocation.argument(0) ?? ""), run), run))
        return try InteractionCommands.logged(answer, run)
    }

    // MARK: The form

    private static let quickLogFlags: [Flag] = [
        .value(
            "type",
            .word(
                QuickLogType.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "TYPE"),
            default: QuickLogType.inPersonVisit.rawValue, "Kind of contact"),
        .value(
            "direction",
            .word(
                Direction.allCases.map { .init($0.rawValue, $0.quickLogLabel) },
                placeholder: "DIRECTION"), refusal: CreateInteraction.Refusal.direction,
            "Who initiated it"),
        .value("content", .text(), "What was talked about"),
        .value(
            "sentiment", Values.sentiments, refusal: CreateInteraction.Refusal.sentiment,
            takesNone: true, "How it felt"),
        .value("school", Values.school, "School, if the event has none: name or id"),
    ]

    /// Throws if flags describe a contact that would not be logged.
    private static func requireLog(_ run: CommandRun) throws {
        let given = run.invocation
        guard !given.isOn("log"),
            let flag = quickLogFlags.first(where: { given.text($0.name) != nil })
        else { return }
        throw CommandFailure.usage(
            "--\(flag.name) describes a contact, but none would be logged",
            remedy: "Add --log, or log the contact separately: "
                + run.line("events", "log", given.argument(0) ?? ""))
    }

    private static func page(_ id: EventID, _ run: CommandRun) throws -> QuickLog {
        let answer = try run.read(ShowEvent.self, ShowEvent.Request(id: id))
        return try run.decoded(ShowEvent.Response.self, answer).quickLog
    }

    /// The request made from the flags (EV-15, D-35).
    private static func quickLog(
        at log: QuickLog, _ run: CommandRun
    ) throws -> CreateInteraction.Request {
        let given = run.invocation
        let form = QuickLogForm(
            type: given.text("type"), direction: given.text("direction"),
            content: given.text("content"), sentiment: given.some("sentiment"),
            schoolID: try given.some("school").map { try run.schoolID($0) })
        do {
            return try form.request(at: log)
        } catch { throw run.refusal(error) }
    }

    // MARK: Results

    private static func attended(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let response = run.decoding(AttendEvent.Response.self, answer)
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().event.id.text] },
            card: { EventCard(try response().event, run).card },
            rows: { EventList.table([try response().event]) })
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
        guard run.isForPeople, run.console.prompt.isTerminal, !run.isDryRun,
            !run.invocation.isOn("yes")
        else {
            if !run.isDryRun { result.notes.append(later) }
            return result
        }
        do {
            guard let request = try QuickLogQuestions(run).ask(response.quickLog) else {
                result.notes.append("Skipped. " + later)
                return result
            }
            // A key given by the user belongs to the attendance.
            let logged = try run.change(CreateInteraction.self, request, key: run.freshKey())
            let made = try run.decoded(CreateInteraction.Response.self, logged)
            result.notes.append(Self.logged(made, run))
        } catch is TerminalPrompt.Failure {
            // The unanswered question needs a line end.
            run.console.writeNote(Array("\n".utf8))
            result.notes.append("Skipped. " + later)
        }
        return result
    }
}

/// The quick log's questions at a terminal (EV-12 to EV-16).
private struct QuickLogQuestions {
    let run: CommandRun

    init(_ run: CommandRun) { self.run = run }

    /// The request made from the answers; nil for "Skip for Now".
    func ask(_ log: QuickLog) throws -> CreateInteraction.Request? {
        run.console.writeNote(Array("\n\(VisibleText.line(log.title))\n".utf8))
        run.console.writeNote(Array("\(VisibleText.line(log.subtitle))\n".utf8))
        var form = QuickLogForm()
        let types = QuickLogType.allCases.map { ($0.rawValue, $0.label) }
        guard let type = try choice("Type", of: types, skip: QuickLog.skip) else { return nil }
        form.type = type
        if log.schoolID == nil {
            guard let school = try school() else { return nil }
            form.schoolID = school
        }
        let directions = Direction.allCases.reversed().map { ($0.rawValue, $0.quickLogLabel) }
        form.direction = try choice("Direction", of: directions, skip: nil)
        repeat {
            form.content = try line("What was talked about: ")
            if form.content?.trimmed.isEmpty != false { note(QuickLogForm.contentMissing) }
        } while form.content?.trimmed.isEmpty != false
        let sentiments = Sentiment.allCases.map { ($0.rawValue, $0.label) }
        form.sentiment = try choice("Sentiment", of: sentiments, skip: "none")
        do {
            return try form.request(at: log)
        } catch { throw run.refusal(error) }
    }

    /// Asks for the school of an event without one until the answer is valid; nil for an empty
    /// answer.
    private func school() throws -> SchoolID? {
        while true {
            let typed = try line("School (\(QuickLog.noSchool), empty: \(QuickLog.skip)): ").trimmed
            if typed.isEmpty { return nil }
            do {
                return try run.schoolID(typed)
            } catch let failure as CommandFailure where failure.isAnswerable {
                note([failure.message, failure.reason].compactMap { $0 }.joined(separator: "\n"))
            }
        }
    }

    /// One of several words, chosen by number, word or label; nil for an empty answer if skipping
    /// is allowed.
    private func choice(
        _ title: String, of words: [(word: String, label: String)], skip: String?
    ) throws -> String? {
        let offered = words.enumerated().map { "\($0 + 1) \($1.label)" }.joined(separator: ", ")
        let empty = skip.map { ", empty: \($0)" } ?? ""
        while true {
            let typed = try line("\(title) (\(offered)\(empty)): ").trimmed.lowercased()
            if typed.isEmpty, skip != nil { return nil }
            if let number = Int(typed), words.indices.contains(number - 1) {
                return words[number - 1].word
            }
            if let found = words.first(where: { $0.word == typed || $0.label.lowercased() == typed }
            ) {
                return found.word
            }
            note("Please give a number from 1 to \(words.count)")
        }
    }

    private func line(_ question: String) throws -> String { try run.console.prompt.line(question) }

    private func note(_ text: String) { run.console.writeNote(Array((text + "\n").utf8)) }
}

extension CommandFailure {
    /// Whether another answer may help: nothing, or more than one record, matched the text.
    fileprivate var isAnswerable: Bool { exitCode == .invalid || exitCode == .usage }
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
            failure.remedy = "Name one: --school SCHOOL"
        }
        return failure
    }
}
