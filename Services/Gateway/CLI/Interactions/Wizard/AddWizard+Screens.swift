import CommandKit
import Contracts

/// The screen of each question.
extension AddWizard {
    /// The most rows of a list on one screen; further rows are found by typing part of the name.
    static let rowsShownMax = 20

    /// IA-01, R-03: parents see this only if a setting allows them to log.
    var title: String {
        setting.role == .player ? LogInteractionText.playerTitle : LogInteractionText.parentTitle
    }
    /// IA-02.
    static let subtitle = LogInteractionText.subtitle
    /// IA-32.
    static let calibrationHelp = LogInteractionText.interestHelp

    var screen: WizardScreen {
        var screen = WizardScreen()
        if isOpening { screen.lines += opening }
        if mode == .discarding {
            // IA-52
            screen.question = "Discard changes? [y/N] "
            return screen
        }
        if mode == .resuming { return resuming(screen) }
        let isNextContentLine = state.step == .content && !state.contentLines.isEmpty
        if !isNextContentLine { screen.lines.append(.init("")) }
        let texts = problems + [refused[state.step.fieldName]].compactMap { $0 }
        screen.lines += texts.map { .init($0, .red) }
        switch state.step {
        case .school: showSchool(&screen)
        case .coach: showCoach(&screen)
        case .otherCoach:
            screen.lines.append(.init(Self.otherCoachLabel, .bold))
            screen.question = "Coach name, Enter to continue\(shown(otherCoachName)): "
        case .coachFirstName, .coachLastName, .coachRole, .coachSave: showNewCoach(&screen)
        case .type: showType(&screen)
        case .direction: showDirection(&screen)
        case .time: showTime(&screen)
        case .subject: showSubject(&screen)
        case .content: showContent(&screen)
        case .sentiment: showSentiment(&screen)
        case .signal(let signal): showSignal(signal, &screen)
        case .preview: showPreview(&screen)
        }
        return screen
    }

    private var opening: [WizardScreen.Line] {
        [
            .init(title, .bold), .init(Self.subtitle, .faint),
            .init(
                "Press Enter to accept the value in [ ]; \(Self.backWord) goes one step back; "
                    + "Ctrl-C cancels.", .faint),
        ]
    }

    private func resuming(_ start: WizardScreen) -> WizardScreen {
        var screen = start
        let draft = state.draft
        let known = [
            draft.type?.label, draft.schoolID.flatMap(schoolName), draft.subject,
        ].compactMap { $0 }
        let what = known.isEmpty ? "" : ": " + known.joined(separator: ", ")
        screen.lines.append(.init(""))
        screen.lines.append(.init("An unfinished interaction was kept\(what)"))
        if state.isSendUnknown {
            screen.lines.append(.init("It was being sent. \(Self.lockedText)", .amber))
        }
        screen.question = "Continue with it? [Y/n] "
        return screen
    }

    // MARK: Lists

    private func heading(_ text: String, isRequired: Bool) -> WizardScreen.Line {
        // IA-62
        .init(text + (isRequired ? " (required)" : " (optional)"), .bold)
    }

    private func heading(_ label: String, _ text: String?, _ max: Int) -> WizardScreen.Line {
        let count = "\(Self.grouped(text?.count ?? 0))/\(Self.grouped(max))"
        return .init("\(label) (optional, \(count))", .bold)
    }

    /// The rows with their numbers: the beginning of a long list, or the rows that match the last
    /// answer.
    private func list(_ labels: [String]) -> [WizardScreen.Line] {
        let rows = narrowed ?? Array(labels.indices)
        let digits = String(labels.count).count
        var lines = rows.prefix(Self.rowsShownMax).filter(labels.indices.contains).map { row in
            let number = DisplayWidth.padded(String(row + 1), to: digits, rightAligned: true)
            return WizardScreen.Line("  \(number)  \(labels[row])")
        }
        let left = rows.count - lines.count
        if left > 0 {
            lines.append(.init("  … \(left) more: type a part of the name", .faint))
        }
        return lines
    }

    /// A default in brackets; empty if there is none.
    private func shown(_ value: String?) -> String {
        value.map { " [\(VisibleText.line($0))]" } ?? ""
    }

    func schoolName(_ id: SchoolID) -> String? {
        setting.schools.first { $0.id == id }?.name
    }

    private func showSchool(_ screen: inout WizardScreen) {
        screen.lines.append(heading("School", isRequired: true))
        screen.lines += list(
            setting.schools.map { school in
                let place = [school.city, school.state].compactMap { $0 }.joined(separator: ", ")
                return place.isEmpty ? school.name : "\(school.name)  \(place)"
            })
        screen.question = "School\(shown(state.draft.schoolID.flatMap(schoolName))): "
    }

    private func showCoach(_ screen: inout WizardScreen) {
        screen.lines.append(heading("Coach", isRequired: false))
        let coaches = coachesOfSchool
        // IA-10
        if coaches.isEmpty { screen.lines.append(.init("  No coaches found", .faint)) }
        let labels = coaches.map { "\($0.fullName)  \($0.role.label)" }
        screen.lines += list(labels + [Self.otherCoachLabel, Self.newCoachLabel])
        screen.question = "Coach\(shown(coachText ?? "none")): "
    }

    private var otherCoachName: String? {
        if case .other(let name) = state.draft.coach { return name }
        return nil
    }

    /// The chosen coach's name; nil for none.
    var coachText: String? {
        switch state.draft.coach {
        case .none: nil
        case .listed(let id): setting.coaches.first { $0.id == id }?.fullName ?? "Unknown Coach"
        case .other(let name): name
        case .new(let coach): "\(coach.name) (new)"
        }
    }

    private func showNewCoach(_ screen: inout WizardScreen) {
        let coach = state.newCoach
        let value = { (name: String) in shown(name.isEmpty ? nil : name) }
        switch state.step {
        case .coachFirstName:
            screen.lines.append(.init(Self.newCoachLabel, .bold))
            screen.question = "First name (required)\(value(coach.firstName)): "
        case .coachLastName:
            screen.question = "Last name (required)\(value(coach.lastName)): "
        case .coachRole:
            screen.lines.append(heading("Role", isRequired: true))
            // IA-45
            screen.lines += list(CoachRole.allCases.map(\.label))
            screen.question = "Role [\(coach.role.label)]: "
        default:
            let place = state.draft.schoolID.flatMap(schoolName).map { ", \($0)" } ?? ""
            screen.lines.append(.init("\(coach.name), \(coach.role.label)\(place)"))
            screen.question = "Save Coach? [Y/n] "
        }
    }

    // MARK: The contact

    private func showType(_ screen: inout WizardScreen) {
        screen.lines.append(heading("Interaction type", isRequired: true))
        // IA-13, U-13
        screen.lines += list(InteractionType.allCases.map(labelled))
        screen.question = "Type\(shown(state.draft.type?.label)): "
    }

    private func labelled(_ type: InteractionType) -> String {
        setting.isPlain ? type.label : "\(DisplayWidth.padded(type.icon, to: 2)) \(type.label)"
    }

    /// IA-15.
    private func labelled(_ direction: Direction) -> String {
        "\(direction.label) – \(direction.explanation)"
    }

    private func showDirection(_ screen: inout WizardScreen) {
        screen.lines.append(heading("Direction", isRequired: true))
        screen.lines += list(Direction.allCases.map(labelled))
        screen.question = "Direction [\(state.draft.direction.label)]: "
    }

    private func showTime(_ screen: inout WizardScreen) {
        screen.lines.append(heading("Date and time", isRequired: true))
        screen.lines.append(.init("  Now, or \(LocalZone.expected)", .faint))
        let value = state.draft.occurredAt.map(setting.showTime) ?? "now"
        screen.question = "When [\(value)]: "
    }

    private func showSubject(_ screen: inout WizardScreen) {
        let subject = state.draft.subject
        // IA-19
        screen.lines.append(heading("Subject", subject, InteractionLimit.subjectMax))
        // IA-20
        screen.lines.append(.init("  Email subject, call topic, etc.", .faint))
        screen.lines += kept(subject)
        screen.question = "Subject: "
    }

    private func kept(_ text: String?) -> [WizardScreen.Line] {
        guard let text else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map {
            .init("  \($0)")
        } + [.init("  Enter keeps it, \(Self.noneWord) removes it.", .faint)]
    }

    private func showContent(_ screen: inout WizardScreen) {
        let max = InteractionLimit.contentMax
        guard state.contentLines.isEmpty else {
            screen.question = "\(Self.grouped(typedContent.count))/\(Self.grouped(max)) > "
            return
        }
        let content = state.draft.content
        screen.lines.append(heading("Content", content, max))
        screen.lines.append(.init("  Details about the interaction...", .faint))
        screen.lines += kept(content)
        screen.lines.append(
            .init(
                "  Any number of lines; a line with only \(Self.contentEnd) ends them.", .faint
            ))
        screen.question = "> "
    }

    private func showSentiment(_ screen: inout WizardScreen) {
        screen.lines.append(heading("Sentiment", isRequired: false))
        screen.lines += list(Sentiment.allCases.map(\.label))
        screen.question = "Sentiment [\(state.draft.sentiment?.label ?? "none")]: "
    }

    private func showSignal(_ signal: InterestSignal, _ screen: inout WizardScreen) {
        let number = (InterestSignal.allCases.firstIndex(of: signal) ?? 0) + 1
        if number == 1 {
            screen.lines.append(.init("Coach Interest Level", .bold))
            screen.lines.append(.init(Self.calibrationHelp, .faint))
        }
        screen.lines.append(levelLine)
        let state = isOn(signal) ? "[Y/n]" : "[y/N]"
        screen.question = "\(number)/\(InterestSignal.allCases.count) \(signal.question) \(state) "
    }

    /// IA-29 to IA-31.
    var levelLine: WizardScreen.Line {
        let level = state.draft.interestLevel
        return .init("\(levelText): \(level.explanation)", level.style)
    }

    var levelText: String {
        let level = state.draft.interestLevel
        return (setting.isPlain ? "" : "\(level.emoji) ") + level.label
    }
}
