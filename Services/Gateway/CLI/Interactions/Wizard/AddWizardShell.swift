import CommandKit
import Contracts
import ServiceKit

/// Runs the form on a terminal: shows its questions, performs its actions and saves its state.
struct AddWizardShell {
    /// The initial form, filled from flags or an earlier record.
    struct Start {
        var draft = InteractionDraft()
        /// Steps that are not asked.
        var answered: Set<WizardStep> = []
        /// Whether to offer an unfinished form instead.
        var mayResume = true
    }

    /// IA-49.
    static let sending = "Logging..."

    private let run: CommandRun
    private typealias Ask = (_ question: String) throws(TerminalPrompt.Failure) -> String

    init(_ run: CommandRun) { self.run = run }

    /// Fills in the form and logs it.
    func log(_ start: Start) throws -> CommandResult {
        let role = try run.signedIn().membership().role
        let file = try DraftFile.open(run, resumes: start.mayResume)
        try requireAccess(file?.kept?.state.draft ?? start.draft)
        let setting = try setting(role)
        if file == nil {
            run.note(
                "\(DraftFile.slotsMax) forms are open or unfinished: this one will not be saved.")
        }
        let wizard =
            if let kept = file?.kept {
                AddWizard(setting, resuming: kept.state)
            } else {
                AddWizard(setting, start)
            }
        do {
            return try run.console.prompt.editing { ask in try talk(wizard, file, ask) }
        } catch let failure as TerminalPrompt.Failure {
            throw CommandFailure.unanswered(failure, flag: "--type and --school")
        }
    }

    /// Throws for a parent whose family does not let parents log (IA-56), or who has to name one of
    /// several players: nothing should be asked that cannot be stored.
    private func requireAccess(_ draft: InteractionDraft) throws {
        guard let family = try run.requireAccess(to: CreateInteraction.self),
            family.family.parentsLog == true
        else { return }
        let players = family.members.filter { $0.role == .player }
        guard draft.playerID != nil || players.count == 1 else {
            throw CommandFailure(
                .validationFailed, ParentsLogText.chooseRefusal,
                remedy: "Give --player with a name of: " + run.line("family", "members"))
        }
    }

    private func setting(_ role: Role) throws -> AddWizard.Setting {
        let schools = try run.response(of: ListSchools.self, .init()).schools
        guard !schools.isEmpty else {
            throw CommandFailure(
                .validationFailed, CreateInteraction.Refusal.school,
                reason: "Your family has no schools yet.",
                remedy: "Try: " + run.line("schools", "search", "NAME"),
                field: "school_id")
        }
        let coaches = try run.response(of: ListCoaches.self, .init()).coaches
        let (zone, clock) = (run.zone, run.clock)
        return AddWizard.Setting(
            role: role, schools: schools, coaches: coaches,
            readTime: { zone.contactTime(typed: $0, now: clock.now()) },
            timeProblem: { zone.problem($0, now: clock.now()) }, showTime: { zone.text($0) },
            isPlain: run.console.traits.isAccessible, files: run.filesToAttach.map(\.name))
    }

    // MARK: The conversation

    private func talk(
        _ start: AddWizard, _ file: DraftFile?, _ ask: Ask
    ) throws -> CommandResult {
        var wizard = start
        var logged: CommandResult?
        var action = wizard.handle(.begin)
        while true {
            let event: AddWizard.Event
            switch action {
            case .ask(let screen):
                try file?.keep(wizard.state)
                event = answer(to: screen, ask)
            case .saveCoach: event = try saveCoach(&wizard, file)
            case .send:
                let outcome = try send(&wizard, file)
                logged = outcome.result
                event = outcome.event
            case .end(let ending):
                return try finished(ending, logged, wizard, file)
            }
            action = wizard.handle(event)
        }
    }

    private func answer(to screen: WizardScreen, _ ask: Ask) -> AddWizard.Event {
        let traits = run.console.traits
        let shown = traits.isTerminal ? traits : TerminalTraits(isTerminal: true)
        run.console.writeNote(Array(screen.rendered(shown).utf8))
        do {
            return .line(try ask(screen.question))
        } catch { return .cancel }
    }

    private func finished(
        _ ending: AddWizard.Ending, _ logged: CommandResult?, _ wizard: AddWizard,
        _ file: DraftFile?
    ) throws -> CommandResult {
        switch ending {
        case .logged:
            if let logged { return logged }
        case .cancelled: break
        case .discarded: file?.forget()
        case .kept:
            try file?.keep(wizard.state)
            if file == nil { break }
            throw CommandFailure.left(
                "Nothing was lost",
                remedy: "Continue with: " + run.line("interactions", "add"))
        }
        throw CommandFailure.left("Nothing was logged")
    }

    // MARK: Services

    /// IA-42, IA-46. The key is on disk before the coach is sent.
    private func saveCoach(
        _ wizard: inout AddWizard, _ file: DraftFile?
    ) throws -> AddWizard.Event {
        let key = wizard.state.coachKey ?? run.freshKey()
        wizard.state.coachKey = key
        try file?.keep(wizard.state)
        let form = wizard.state.newCoach.form(at: wizard.state.draft.schoolID)
        do {
            let answer = try run.change(AddCoach.self, form, key: key)
            if run.isDryRun { return .coachSaved(nil) }
            return .coachSaved(try run.decoded(CoachAnswer.self, answer).coach)
        } catch let failure as CommandFailure {
            return .coachFailed(Self.refusal(failure))
        }
    }

    /// IA-50, IA-54: all attempts with the same content share one key.
    private func send(
        _ wizard: inout AddWizard, _ file: DraftFile?
    ) throws -> (event: AddWizard.Event, result: CommandResult?) {
        let key = try wizard.state.key ?? unusedTypedKey() ?? run.freshKey()
        // A dry run sends nothing under the key.
        if !run.isDryRun { wizard.state.key = key }
        try file?.keep(wizard.state)
        run.note(Self.sending)
        let answer: Caller.Answer
        do {
            answer = try InteractionCommands.create(
                wizard.request(now: run.clock.now()), wizard.state.draft, run, key: key)
        } catch let failure as CommandFailure {
            var refusal = Self.refusal(failure)
            // A dry run says nothing about an earlier attempt.
            if run.isDryRun { refusal.isOutcomeUnknown = wizard.state.isSendUnknown }
            return (.failed(refusal), nil)
        }
        // The record exists even if attaching its files fails: the form must not log it again.
        if !run.isDryRun { file?.forget() }
        return (.logged, try InteractionCommands.logged(answer, run))
    }

    /// The given key, unless it is already stored: an edited form is another request.
    private func unusedTypedKey() throws -> IdempotencyKey? {
        guard let key = try run.typedKey(), try run.signIns.pending(key) == nil else { return nil }
        return key
    }

    /// The failure as the form shows it, without the advice on repeating the command by hand.
    private static func refusal(_ failure: CommandFailure) -> AddWizard.Refusal {
        var lines = [failure.message]
        if failure.errors.isEmpty { lines += [failure.reason].compactMap { $0 } }
        return AddWizard.Refusal(
            lines: lines, errors: failure.errors, isOutcomeUnknown: failure.isOutcomeUnknown)
    }
}

extension AddWizard {
    /// A form that begins with values from flags or an earlier record.
    init(_ setting: Setting, _ start: AddWizardShell.Start) {
        var draft = start.draft
        // D-02: the coach determines the school.
        if draft.schoolID == nil, case .listed(let id) = draft.coach {
            draft.schoolID = setting.coaches.first { $0.id == id }?.schoolID
        }
        var answered = start.answered
        if draft.schoolID != nil { answered.insert(.school) }
        self.init(setting, draft: draft, answered: answered)
    }

    /// The form's request, without answers to questions that no longer apply (IA-26, IA-34).
    func request(now: Instant) -> CreateInteraction.Request {
        var draft = state.draft
        if !draft.isCalibrated { draft.signals = nil }
        return draft.request(now: now)
    }
}

extension CommandFailure {
    /// The person left the form.
    static func left(_ message: String, remedy: String? = nil) -> CommandFailure {
        var failure = CommandFailure.usage(message, remedy: remedy)
        failure.exitCode = .interrupted
        return failure
    }
}
