import Contracts

/// The form "Log Interaction" as questions and answers: events in, the next thing to do out. It
/// knows no terminal, no service and no clock, so that every path can be tested.
struct AddWizard {
    /// What stands still while the form is filled in.
    struct Setting {
        var role: Role
        /// By name (IA-05).
        var schools: [School]
        /// All of the family's.
        var coaches: [Coach]
        /// Reads a time as typed, in the zone of the person; nil when it is none.
        var readTime: (String) -> Instant?
        /// Shows a time in that zone.
        var showTime: (Instant) -> String
        /// Words alone, without emoji.
        var isPlain = false
        /// The names of files that are attached once the contact is logged.
        var files: [String] = []
    }

    /// What a person or a service did.
    enum Event: Equatable {
        /// The form opens, anew or again.
        case begin
        /// A line was typed.
        case line(String)
        /// Ctrl-C or Ctrl-D.
        case cancel
        /// The coach is stored; nil in a dry run, which stores none.
        case coachSaved(Coach?)
        case coachFailed(Refusal)
        case logged
        case failed(Refusal)
    }

    /// What is to be done next.
    enum Action: Equatable {
        case ask(WizardScreen)
        /// Add the coach, then tell.
        case saveCoach
        /// Log the interaction, then tell.
        case send
        case end(Ending)
    }

    /// How the form was left.
    enum Ending: Equatable {
        /// The interaction is stored.
        case logged
        /// There was nothing to lose.
        case cancelled
        /// The person threw the input away.
        case discarded
        /// The person left; the input stays for the next time.
        case kept
    }

    /// Why a service did not do it.
    struct Refusal: Equatable {
        /// The lines that people read.
        var lines: [String]
        /// The refused fields with their texts.
        var errors: [String: String] = [:]
        /// Whether it may have been done all the same; only the same key tells.
        var isOutcomeUnknown = false
    }

    /// What a killed terminal must not lose.
    struct State: Codable, Equatable {
        var draft: InteractionDraft
        var step = WizardStep.school
        /// Steps that need no question any more.
        var answered: Set<WizardStep> = []
        /// The way back.
        var history: [WizardStep] = []
        /// Whether anything was typed that would be lost.
        var hasInput = false
        /// The content so far, while it is typed.
        var contentLines: [String] = []
        /// The coach being described.
        var newCoach = NewCoach()
        /// The key of the interaction, from the first attempt on.
        var key: IdempotencyKey?
        /// The key of the coach, likewise.
        var coachKey: IdempotencyKey?
        /// An attempt was begun and nobody knows how it ended.
        var isSendUnknown = false
        var isCoachUnknown = false
    }

    /// What the next line answers.
    enum Mode: Equatable {
        case form
        /// "Discard changes?"
        case discarding
        /// "Go on with it?"
        case resuming
    }

    /// Takes the person one step back.
    static let backWord = "<"
    /// Ends the content.
    static let contentEnd = "."
    /// Takes a value off that is there.
    static let noneWord = "-"

    var setting: Setting
    var state: State
    var mode = Mode.form
    /// Texts that the next screen shows above its question.
    var problems: [String] = []
    /// Texts of refused fields by field name; each stands above its question until it is answered.
    var refused: [String: String] = [:]
    /// The rows of a long list that the last answer left.
    var narrowed: [Int]?
    /// Whether the next screen is the first of this sitting.
    var isOpening = false

    /// A form with what is known already; those steps are not asked again.
    init(_ setting: Setting, draft: InteractionDraft, answered: Set<WizardStep> = []) {
        self.setting = setting
        var state = State(draft: draft)
        state.answered = answered
        self.state = state
        dropWhatIsGone()
        self.state.step = nextStep
    }

    /// A form that was left unfinished; the first question is whether to go on.
    init(_ setting: Setting, resuming state: State) {
        self.setting = setting
        self.state = state
        mode = .resuming
        dropWhatIsGone()
    }

    /// Takes an event in.
    mutating func handle(_ event: Event) -> Action {
        switch event {
        case .begin:
            isOpening = true
            return ask()
        case .cancel: return cancelled()
        case .line(let text):
            switch mode {
            case .form: return answered(text)
            case .discarding: return answeredDiscarding(text)
            case .resuming: return answeredResuming(text)
            }
        case .coachSaved(let coach): return coachSaved(coach)
        case .coachFailed(let refusal): return coachFailed(refusal)
        case .logged: return .end(.logged)
        case .failed(let refusal): return failed(refusal)
        }
    }

    // MARK: Leaving

    /// IA-52: unsaved input is asked about; after an attempt of unknown outcome it is kept, since
    /// throwing it away could not take the attempt back.
    private mutating func cancelled() -> Action {
        guard mode == .form, state.hasInput else {
            return .end(state.hasInput ? .kept : .cancelled)
        }
        if state.isSendUnknown || state.isCoachUnknown { return .end(.kept) }
        mode = .discarding
        return ask()
    }

    private mutating func answeredDiscarding(_ text: String) -> Action {
        mode = .form
        return Self.isYes(text) ? .end(.discarded) : ask()
    }

    private mutating func answeredResuming(_ text: String) -> Action {
        guard text.isEmpty || Self.isYes(text) || Self.isNo(text) else { return ask() }
        mode = .form
        if Self.isNo(text) {
            state = State(draft: InteractionDraft())
            state.step = nextStep
        }
        return ask()
    }

    // MARK: Moving

    /// The first question without an answer; the preview when there is none.
    var nextStep: WizardStep {
        WizardStep.asked(for: state.draft).first { !state.answered.contains($0) } ?? .preview
    }

    /// Goes on from a step that has its answer.
    mutating func advance() -> Action {
        let step = state.step
        state.answered.insert(step.field)
        state.history.append(step)
        refused[step.fieldName] = nil
        // Another request needs another key.
        state.key = nil
        return move(to: nextStep)
    }

    /// Opens a step and leaves the way back to this one.
    mutating func open(_ step: WizardStep) -> Action {
        state.history.append(state.step)
        return move(to: step)
    }

    /// One step back, to a question that is still asked.
    mutating func back() -> Action {
        let asked = WizardStep.asked(for: state.draft)
        while let last = state.history.popLast() {
            guard last == .preview || asked.contains(last) || last.field == .coach else {
                continue
            }
            return move(to: last)
        }
        return ask("This is the first question; Ctrl-C leaves.")
    }

    mutating func move(to step: WizardStep) -> Action {
        state.step = step
        state.contentLines = []
        narrowed = nil
        return ask()
    }

    /// The question of the present step, below a text if something is to be said first.
    mutating func ask(_ problem: String? = nil) -> Action {
        if let problem { problems.append(problem) }
        defer {
            problems = []
            isOpening = false
        }
        return .ask(screen)
    }

    static func isYes(_ text: String) -> Bool { ["y", "yes"].contains(text.lowercased()) }
    static func isNo(_ text: String) -> Bool { ["n", "no"].contains(text.lowercased()) }

    // MARK: Services

    private mutating func coachSaved(_ coach: Coach?) -> Action {
        state.isCoachUnknown = false
        state.coachKey = nil
        if let coach {
            setting.coaches.append(coach)
            state.draft.coach = .listed(coach.id)
        } else {
            state.draft.coach = .new(state.newCoach)
        }
        state.newCoach = NewCoach()
        return advance()
    }

    private mutating func coachFailed(_ refusal: Refusal) -> Action {
        state.isCoachUnknown = refusal.isOutcomeUnknown
        problems = refusal.lines
        if refusal.errors["first_name"] != nil { return move(to: .coachFirstName) }
        if refusal.errors["last_name"] != nil { return move(to: .coachLastName) }
        return ask()
    }

    /// IA-53, IA-54: the input stays; refused fields are asked again, each below its text.
    private mutating func failed(_ refusal: Refusal) -> Action {
        state.isSendUnknown = refusal.isOutcomeUnknown
        // A text that will stand above its question is not said twice.
        problems = refusal.lines.filter { !refusal.errors.values.contains($0) }
        var steps = WizardStep.form.filter { refusal.errors[$0.fieldName] != nil }
        if refusal.errors[WizardStep.otherCoach.fieldName] != nil { steps.append(.coach) }
        guard !steps.isEmpty else {
            problems = refusal.lines
            return ask()
        }
        refused = refusal.errors
        if let text = refused.removeValue(forKey: WizardStep.otherCoach.fieldName) {
            refused[WizardStep.coach.fieldName] = text
        }
        state.answered.subtract(steps)
        state.history.append(.preview)
        return move(to: nextStep)
    }

    /// Schools and coaches that are there no more cannot be chosen again.
    private mutating func dropWhatIsGone() {
        if let school = state.draft.schoolID, !setting.schools.contains(where: { $0.id == school })
        {
            state.draft.schoolID = nil
            state.answered.remove(.school)
            state.step = .school
        }
        if case .listed(let id) = state.draft.coach,
            !setting.coaches.contains(where: { $0.id == id })
        {
            state.draft.coach = .none
            state.answered.remove(.coach)
        }
        if state.step == .preview { state.step = nextStep }
    }
}
