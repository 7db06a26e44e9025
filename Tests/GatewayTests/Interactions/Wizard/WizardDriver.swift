import Contracts

@testable import Gateway

/// Types into a wizard and reads its screens, without a terminal.
struct WizardDriver {
    static let now = Instant(milliseconds: 1_770_724_800_000)  // 2026-02-10T12:00:00Z

    var wizard: AddWizard
    private(set) var action: AddWizard.Action

    init(_ wizard: AddWizard) {
        self.wizard = wizard
        action = self.wizard.handle(.begin)
    }

    init(
        _ draft: InteractionDraft = InteractionDraft(), answered: Set<WizardStep> = [],
        role: Role = .player, isPlain: Bool = false
    ) {
        self.init(AddWizard(Self.setting(role, isPlain), draft: draft, answered: answered))
    }

    static func setting(_ role: Role = .player, _ isPlain: Bool = false) -> AddWizard.Setting {
        AddWizard.Setting(
            role: role, schools: Fixture.schools, coaches: [Fixture.coach, other],
            readTime: { $0 == "now" ? .at(now) : ContactTime(text: $0) },
            timeProblem: { _ in "is not \(LocalZone.expected)" }, showTime: { $0.text },
            isPlain: isPlain)
    }

    /// A coach of the second school.
    static let other: Coach = {
        var coach = Fixture.coach
        coach.id = Fixture.id(0xc0ac_0002)
        coach.schoolID = Fixture.schools[1].id
        coach.firstName = "Lee"
        coach.lastName = "Ann"
        coach.role = .assistant
        return coach
    }()

    var state: AddWizard.State { wizard.state }
    var draft: InteractionDraft { wizard.state.draft }

    /// The question of the screen; empty when something else is to be done.
    var question: String { screen?.question ?? "" }
    /// The lines above it and the question.
    var text: String { screen?.text ?? "" }

    private var screen: WizardScreen? {
        if case .ask(let screen) = action { return screen }
        return nil
    }

    @discardableResult
    mutating func type(_ lines: String...) -> String {
        for line in lines { action = wizard.handle(.line(line)) }
        return text
    }

    mutating func tell(_ event: AddWizard.Event) { action = wizard.handle(event) }

    /// Up to the preview with the fewest answers: Duke, no coach, an e-mail.
    mutating func fillToPreview() { type("duke", "", "email", "", "", "", "", "") }
    /// Up to the first of the six questions.
    mutating func fillToQuestions() { type("duke", "", "email", "inbound", "", "", "", "positive") }
}
