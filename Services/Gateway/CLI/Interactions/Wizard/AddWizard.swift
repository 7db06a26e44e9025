import Contracts

/// The form "Log Interaction" as a state machine of questions and answers: takes events and returns
/// actions. It uses no terminal, service or clock, so that every path can be tested.
struct AddWizard {
    /// The data that stay constant while the form is filled in.
    struct Setting {
        var role: Role
        /// Sorted by name (IA-05).
        var schools: [School]
        /// All coaches of the family.
        var coaches: [Coach]
        /// Parses a time in the person's zone; nil if it is invalid.
        var readTime: (String) -> ContactTime?
        /// What is wrong with a text that `readTime` does not read, as a predicate.
        var timeProblem: (String) -> String
        /// Formats a time in that zone.
        var showTime: (ContactTime) -> String
        /// Without emoji.
        var isPlain = false
        /// The names of the files to attach once the contact is logged.
        var files: [String] = []
    }

    /// An action of the person or the result of a call.
    enum Event: Equatable {
        /// The form was opened, new or resumed.
        case begin
        /// A line was typed.
        case line(String)
        /// Ctrl-C or Ctrl-D.
        case cancel
        /// The coach was stored; nil in a dry run, which stores none.
        case coachSaved(Coach?)
        case coachFailed(Refusal)
        case logged
        case failed(Refusal)
    }

    /// The next thing to do.
    enum Action: Equatable {
        case ask(WizardScreen)
        /// Add the coach, then report the result.
        case saveCoach
        /// Log the interaction, then report the result.
        case send
        case end(Ending)
    }

    /// How the form was left.
    enum Ending: Equatable {
        case logged
        /// Left without any input.
        case cancelled
        /// The person discarded the input.
        case discarded
        /// The input is kept for the next time.
        case kept
    }

    /// Why a service rejected a request.
    struct Refusal: Equatable {
        /// The lines to show.
        var lines: [String]
        /// The messages of invalid fields, by field.
        var errors: [String: String] = [:]
        /// Whether the request may have taken effect; repeating it with the same key finds out.
        var isOutcomeUnknown = false
    }

    /// The state to keep if the terminal is killed.
    struct State: Codable, Equatable {
        var draft: InteractionDraft
        var step = WizardStep.school
        /// Steps that need no question any more.
        var answered: Set<WizardStep> = []
        /// The previous steps, for going back.
        var history: [WizardStep] = []
        /// Whether there is input that would be lost.
        var hasInput = false
        /// The lines of the content while it is typed.
        var contentLines: [String] = []
        /// The new coach being entered.
        var newCoach = NewCoach()
        /// The key of the interaction, from the first attempt on.
        var key: IdempotencyKey?
        /// The key of the new coach, from the first attempt on.
        var coachKey: IdempotencyKey?
        /// Whether an attempt was begun whose outcome is unknown.
        var isSendUnknown = false
        var isCoachUnknown = false
    }

    /// The kind of question that the next line answers.
    enum Mode: Equatable {
        case form
        /// "Discard changes?"
        case discarding
        /// "Go on with it?"
        case resuming
    }

    /// Goes back one step.
    static let backWord = "<"
    /// Ends the content.
    static let contentEnd = "."
    /// Clears a value.
    static let noneWord = "-"

    var setting: Setting
    var state: State
    var mode = Mode.form
    /// Messages to show above the next question.
    var problems: [String] = []
    /// The messages of rejected fields, shown above their questions until these are answered.
    var refused: [String: String] = [:]
    /// The rows of a long list that match the last answer.
    var narrowed: [Int]?
    /// Whether the next screen is the first of this run.
    var isOpening = false

    /// A form with some steps already answered, which are not asked again.
    init(_ setting: Setting, draft: InteractionDraft, answered: Set<WizardStep> = []) {
        self.setting = setting
        var state = State(draft: draft)
        state.answered = answered
        self.state = state
        dropWhatIsGone()
        self.state.step = nextStep
    }

    /// An unfinished form; first asks whether to resume it.
    init(_ setting: Setting, resuming state: State) {
        self.setting = setting
        self.state = state
        mode = .resuming
        dropWhatIsGone()
    }

    /// Handles an event and returns the next action.
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

    /// IA-52: asks before discarding input. After an attempt of unknown outcome the input is kept,
    /// since discarding it could not undo the attempt.
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

    /// The first unanswered question, or the preview.
    var nextStep: WizardStep {
        WizardStep.asked(for: state.draft).first { !state.answered.contains($0) } ?? .preview
    }

    /// Continues after a step has been answered.
    mutating func advance() -> Action {
        let step = state.step
        state.answered.insert(step.field)
        state.history.append(step)
        refused[step.fieldName] = nil
        // A changed request needs a new key.
        state.key = nil
        return move(to: nextStep)
    }

    /// Opens a step; going back returns to the current one.
    mutating func open(_ step: WizardStep) -> Action {
        state.history.append(state.step)
        return move(to: step)
    }

    /// Goes back to the last question that still applies.
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

    /// Asks the current question, optionally below a message.
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

    /// IA-53, IA-54: the input is kept; rejected fields are asked again, below their messages.
    private mutating func failed(_ refusal: Refusal) -> Action {
        state.isSendUnknown = refusal.isOutcomeUnknown
        // Messages that are shown above their questions are not repeated.
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

    /// Clears a school or coach that no longer exists.
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
