import CommandKit
import Contracts
import ServiceKit

/// Where `--from` reads interactions.
enum InteractionSource: Equatable {
    /// A source of lines with one interaction each.
    enum Lines: Equatable {
        case input
        case file(String)
    }

    case lines(Lines)
    /// A record, by its id or the end of it.
    case record(String)

    /// `-` is standard input, a possible id is a record, anything else is a file.
    init(_ text: String) {
        self =
            if text == "-" {
                .lines(.input)
            } else if RecordNames.fullID(text) != nil || RecordNames.isTail(text) {
                .record(text)
            } else {
                .lines(.file(text))
            }
    }

    var lines: Lines? {
        if case .lines(let lines) = self { return lines }
        return nil
    }
}

/// Filling the form from flags and earlier records.
extension InteractionCommands {
    /// Throws for flags that name two coaches, and for field flags beside `--from` lines, which
    /// have their own fields.
    static func refuseExclusions(_ run: CommandRun) throws {
        let given = run.invocation
        let coaches = ["coach", "other-coach", "new-coach"].filter { given.some($0) != nil }
        if coaches.count > 1 {
            throw CommandFailure.usage(
                "--\(coaches[0]) and --\(coaches[1]) cannot be combined",
                reason: "An interaction has one coach at most.",
                remedy: "Try: compass interactions add --help")
        }
        if given.text("coach-role") != nil, given.text("new-coach") == nil {
            throw CommandFailure.usage(
                "--coach-role needs --new-coach",
                reason: "It is the role of the coach to add.",
                remedy: "Try: compass interactions add --help")
        }
        guard let from = given.text("from"), InteractionSource(from).lines != nil else { return }
        let own = given.command.flags.map(\.name).filter { $0 != "from" }
        if let other = own.first(where: { given.text($0) != nil || given.isOn($0) }) {
            throw CommandFailure.usage(
                "--\(other) and --from \(ShellText.quoted(from)) cannot be combined",
                reason: "Each line has its own fields.",
                remedy: "Try: compass interactions add --help")
        }
    }

    /// D-48: a form filled from an earlier record.
    static func again(_ typed: String, _ run: CommandRun) throws -> AddWizardShell.Start {
        let id = try run.interactionID(typed)
        let record = try run.response(of: ShowInteraction.self, .init(id: id)).interaction
        if !record.attachments.isEmpty {
            run.note("The attachments of the original are not copied.")
        }
        run.note(
            "The original was kept; to delete it: " + run.line("interactions", "delete", id.text))
        let draft = InteractionDraft(again: record)
        return AddWizardShell.Start(
            draft: draft, answered: Set(WizardStep.asked(for: draft)), mayResume: false)
    }

    /// Fills the form from the flags, which override an earlier record.
    static func fill(_ start: inout AddWizardShell.Start, from run: CommandRun) throws {
        let given = run.invocation
        try fillPlace(&start, from: run)
        func take(_ flag: String, _ step: WizardStep, _ body: (String) throws -> Void) rethrows {
            guard let text = given.text(flag) else { return }
            try body(text)
            start.answered.insert(step)
            start.mayResume = false
        }
        take("type", .type) { start.draft.type = InteractionType(rawValue: $0) }
        take("direction", .direction) {
            start.draft.direction = Direction(rawValue: $0) ?? .outbound
        }
        try take("at", .time) { _ in start.draft.occurredAt = try run.contactTime("at") }
        take("subject", .subject) { start.draft.subject = $0 }
        take("content", .content) { start.draft.content = $0 }
        take("sentiment", .sentiment) { start.draft.sentiment = Sentiment(rawValue: $0) }
        if let player = given.some("player") {
            start.draft.playerID = try run.memberID(player, field: "player_id")
            start.mayResume = false
        }
        if let event = given.text("event") {
            start.draft.eventID = try event.isEmpty ? nil : run.eventID(event).text
            start.mayResume = false
        }
        let words = given.words("signals")
        if !words.isEmpty {
            start.draft.signals = InterestSignal.allCases.filter { words.contains($0.rawValue) }
            start.answered.formUnion(InterestSignal.allCases.map { .signal($0) })
            start.mayResume = false
        } else if given.text("signals") != nil || !start.draft.isCalibrated {
            // The earlier record's answers do not apply to a changed one.
            start.draft.signals = nil
        }
    }

    private static func fillPlace(
        _ start: inout AddWizardShell.Start, from run: CommandRun
    ) throws {
        let given = run.invocation
        let school = try given.some("school").map { try run.schoolID($0) }
        if given.text("school") != nil {
            // IA-09
            if school != start.draft.schoolID { start.draft.coach = .none }
            start.draft.schoolID = school
        }
        let coaches = ["coach", "other-coach", "new-coach"]
        if coaches.contains(where: { given.text($0) == "" }) { start.draft.coach = .none }
        if let typed = given.some("coach") {
            start.draft.coach = .listed(try run.coachID(typed, school: school))
            // D-02: the coach determines the school.
            start.draft.schoolID = school
        } else if let name = given.some("other-coach") {
            start.draft.coach = .other(name)
        } else if let name = given.some("new-coach") {
            start.draft.coach = .new(try newCoach(name, given.text("coach-role")))
        }
        if start.draft.schoolID != nil { start.answered.insert(.school) }
        if start.draft.coach != .none { start.answered.insert(.coach) }
        if school != nil || start.draft.coach != .none { start.mayResume = false }
    }

    /// IA-44: parses "First Last", where the last word is the last name, or "Last, First".
    static func newCoach(_ typed: String, _ role: String?) throws -> NewCoach {
        let parts = typed.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0).trimmed }
        var coach = NewCoach()
        if parts.count == 2 {
            (coach.firstName, coach.lastName) = (parts[1], parts[0])
        } else {
            let words = typed.split(separator: " ").map(String.init)
            coach.firstName = words.dropLast().joined(separator: " ")
            coach.lastName = words.last ?? ""
            if words.count == 1 { (coach.firstName, coach.lastName) = (words[0], "") }
        }
        coach.role = role.flatMap(CoachRole.init(rawValue:)) ?? .assistant
        for field in ["first_name", "last_name"] {
            guard let problem = coach.problem(of: field) else { continue }
            throw CommandFailure(
                UsageError(
                    .badValue, problem,
                    reason: "--new-coach: \(QuotedText.of(typed)) is not a first and a last name.",
                    remedy: "Try: compass interactions add --help", field: field))
        }
        return coach
    }

    /// Whether to ask for required fields that the flags leave out, and to show a record that is
    /// logged again. Nothing is asked with `--yes`, off a terminal or in other output formats.
    static func wantsWizard(_ run: CommandRun, _ start: AddWizardShell.Start) -> Bool {
        if run.invocation.isOn("wizard") { return true }
        guard run.mayAsk else { return false }
        let draft = start.draft
        var hasPlace = draft.schoolID != nil
        if case .listed = draft.coach { hasPlace = true }
        return run.invocation.text("from") != nil || draft.type == nil || !hasPlace
    }

    /// Logs a form, adding its new coach first. A dry run checks the interaction's own rules
    /// beforehand, so that no coach is added in vain.
    static func create(
        _ request: CreateInteraction.Request, _ draft: InteractionDraft, _ run: CommandRun,
        key: IdempotencyKey? = nil
    ) throws -> Caller.Answer {
        guard case .new(let coach) = draft.coach else {
            return try run.change(CreateInteraction.self, request, key: key)
        }
        if !run.isDryRun { try run.rehearse(CreateInteraction.self, request) }
        let answer = try run.change(
            CreateInteraction.self, request, key: key, adding: coach.form(at: draft.schoolID))
        if run.isDryRun { run.note("\(coach.name) would be added as a coach first.") }
        return answer
    }
}
