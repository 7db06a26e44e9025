import CommandKit
import Contracts

/// The interpretation of an answer at each question.
extension AddWizard {
    mutating func answered(_ typed: String) -> Action {
        if state.step == .content { return answeredContent(typed) }
        let text = typed.trimmed
        if text == Self.backWord { return isLocked ? ask(Self.lockedText) : back() }
        switch state.step {
        case .school: return answeredSchool(text)
        case .coach: return answeredCoach(text)
        case .otherCoach: return answeredOtherCoach(text)
        case .coachFirstName, .coachLastName: return answeredCoachName(text)
        case .coachRole: return answeredCoachRole(text)
        case .coachSave: return answeredCoachSave(text)
        case .type: return answeredType(text)
        case .direction: return answeredDirection(text)
        case .time: return answeredTime(text)
        case .subject: return answeredSubject(text)
        case .sentiment: return answeredSentiment(text)
        case .signal(let signal): return answeredSignal(signal, text)
        case .preview: return answeredPreview(text)
        case .content: return ask()
        }
    }

    /// Whether an attempt may have succeeded. Nothing may be changed before repeating it with its
    /// key shows its outcome.
    var isLocked: Bool {
        state.step == .preview && state.isSendUnknown
            || state.step == .coachSave && state.isCoachUnknown
    }

    static let lockedText = "It may already be stored. Try again first; nothing is stored twice."

    /// Accepts an answer. An empty line keeps the current value and does not count as input.
    private mutating func accept(_ text: String) -> Action {
        if !text.isEmpty { state.hasInput = true }
        return advance()
    }

    // MARK: School and coach

    private mutating func answeredSchool(_ text: String) -> Action {
        if text.isEmpty, state.draft.schoolID != nil { return accept(text) }
        switch Pick(text, among: setting.schools.map { [$0.name] }) {
        case .one(let row):
            let chosen = setting.schools[row].id
            if let before = state.draft.schoolID, before != chosen {
                // IA-09
                state.draft.coach = .none
                state.answered.remove(.coach)
            }
            state.draft.schoolID = chosen
            return accept(text)
        case .several(let rows):
            narrowed = rows
            return ask("\(QuotedText.of(text)) matches \(rows.count) schools; give the number.")
        case .none:
            return ask(CreateInteraction.Refusal.school)
        }
    }

    /// IA-08: the coaches of the chosen school.
    var coachesOfSchool: [Coach] {
        setting.coaches.filter { $0.schoolID == state.draft.schoolID }
    }

    /// IA-11.
    static let otherCoachLabel = LogInteractionText.otherCoach
    static let newCoachLabel = "+ Add new coach"

    private mutating func answeredCoach(_ text: String) -> Action {
        if text.isEmpty { return accept(text) }
        if text == Self.noneWord {
            state.draft.coach = .none
            return accept(text)
        }
        let coaches = coachesOfSchool
        let labels = coaches.map { [$0.fullName] } + [[Self.otherCoachLabel], [Self.newCoachLabel]]
        switch Pick(text, among: labels) {
        case .one(coaches.count): return open(.otherCoach)
        case .one(coaches.count + 1):
            state.newCoach = NewCoach()
            state.coachKey = nil
            return open(.coachFirstName)
        case .one(let row):
            state.draft.coach = .listed(coaches[row].id)
            return accept(text)
        case .several(let rows):
            narrowed = rows
            return ask("\(QuotedText.of(text)) matches \(rows.count) of them; give the number.")
        case .none: return ask(CreateInteraction.Refusal.coach)
        }
    }

    private mutating func answeredOtherCoach(_ text: String) -> Action {
        if text.isEmpty {
            if case .other = state.draft.coach { return accept(text) }
            return back()
        }
        var wanted = state.draft
        wanted.coach = .other(text)
        if let problem = wanted.problem(of: state.step.fieldName) {
            return ask(Self.counted(problem, text.count, InteractionLimit.otherCoachNameMax))
        }
        state.draft = wanted
        return accept(text)
    }

    /// IA-44.
    private mutating func answeredCoachName(_ text: String) -> Action {
        let isFirst = state.step == .coachFirstName
        var wanted = state.newCoach
        if !text.isEmpty {
            if isFirst { wanted.firstName = text } else { wanted.lastName = text }
        }
        if let problem = wanted.problem(of: state.step.fieldName) { return ask(problem) }
        if wanted != state.newCoach { state.hasInput = true }
        change(to: wanted)
        return open(isFirst ? .coachLastName : .coachRole)
    }

    private mutating func answeredCoachRole(_ text: String) -> Action {
        var wanted = state.newCoach
        if !text.isEmpty {
            guard let value: CoachRole = Self.picked(text, \.label, \.rawValue) else {
                return ask("Please choose one of the three roles")
            }
            wanted.role = value
        }
        change(to: wanted)
        return open(.coachSave)
    }

    /// The value that a text names, by its number or one of its labels.
    private static func picked<Value: CaseIterable>(
        _ text: String, _ labels: KeyPath<Value, String>...
    ) -> Value? {
        let values = Array(Value.allCases)
        let rows = values.map { value in labels.map { value[keyPath: $0] } }
        guard case .one(let place) = Pick(text, among: rows) else { return nil }
        return values[place]
    }

    private mutating func change(to coach: NewCoach) {
        // A changed request needs a new key.
        if coach != state.newCoach { state.coachKey = nil }
        state.newCoach = coach
    }

    /// IA-42, IA-46.
    private mutating func answeredCoachSave(_ text: String) -> Action {
        if text.isEmpty || Self.isYes(text) {
            state.isCoachUnknown = true
            return .saveCoach
        }
        guard Self.isNo(text) else { return ask() }
        return isLocked ? ask(Self.lockedText) : move(to: .coach)
    }

    // MARK: The contact

    private mutating func answeredType(_ text: String) -> Action {
        if text.isEmpty, state.draft.type != nil { return accept(text) }
        guard let value: InteractionType = Self.picked(text, \.label, \.rawValue) else {
            return ask(CreateInteraction.Refusal.type)
        }
        state.draft.type = value
        return accept(text)
    }

    private mutating func answeredDirection(_ text: String) -> Action {
        if text.isEmpty { return accept(text) }
        guard let value: Direction = Self.picked(text, \.label, \.explanation) else {
            return ask(CreateInteraction.Refusal.direction)
        }
        state.draft.direction = value
        return accept(text)
    }

    private mutating func answeredTime(_ text: String) -> Action {
        if text.isEmpty, state.draft.occurredAt != nil { return accept(text) }
        guard let time = setting.readTime(text.isEmpty ? "now" : text) else {
            problems.append(CreateInteraction.Refusal.occurredAt)
            return ask("\(QuotedText.of(text)) \(setting.timeProblem(text)).")
        }
        state.draft.occurredAt = time
        return accept(text)
    }

    private mutating func answeredSubject(_ text: String) -> Action {
        if text.isEmpty { return accept(text) }
        var wanted = state.draft
        wanted.subject = text == Self.noneWord ? nil : text
        if let problem = wanted.problem(of: state.step.fieldName) {
            return ask(Self.counted(problem, text.count, InteractionLimit.subjectMax))
        }
        state.draft = wanted
        return accept(text)
    }

    /// Handles one line of the content at a time, so that each is saved before the next is typed.
    private mutating func answeredContent(_ line: String) -> Action {
        if state.contentLines.isEmpty {
            switch line.trimmed {
            case "", Self.contentEnd: return accept("")
            case Self.backWord: return back()
            case Self.noneWord:
                state.draft.content = nil
                return accept(line)
            default: break
            }
        } else if line == Self.backWord {
            state.contentLines.removeLast()
            return ask()
        } else if line == Self.contentEnd {
            var wanted = state.draft
            wanted.content = typedContent
            if let problem = wanted.problem(of: state.step.fieldName) {
                let count = typedContent.count
                problems.append(Self.counted(problem, count, InteractionLimit.contentMax))
                return ask("\"\(Self.backWord)\" removes the last line.")
            }
            state.draft = wanted
            return accept(line)
        }
        state.hasInput = true
        state.contentLines.append(line)
        return ask()
    }

    /// The content typed so far.
    var typedContent: String { state.contentLines.joined(separator: "\n") }

    private mutating func answeredSentiment(_ text: String) -> Action {
        if text.isEmpty { return accept(text) }
        if text == Self.noneWord {
            state.draft.sentiment = nil
            return accept(text)
        }
        guard let value: Sentiment = Self.picked(text, \.label, \.rawValue) else {
            return ask(CreateInteraction.Refusal.sentiment)
        }
        state.draft.sentiment = value
        return accept(text)
    }

    private mutating func answeredSignal(_ signal: InterestSignal, _ text: String) -> Action {
        guard text.isEmpty || Self.isYes(text) || Self.isNo(text) else {
            return ask("Please answer y or n")
        }
        let isYes = text.isEmpty ? isOn(signal) : Self.isYes(text)
        state.draft.answer(signal, isYes)
        return accept(text)
    }

    /// Whether the signal is answered with yes; at first all are no (IA-27).
    func isOn(_ signal: InterestSignal) -> Bool { state.draft.signals?.contains(signal) == true }

    // MARK: Preview

    private mutating func answeredPreview(_ text: String) -> Action {
        if text.isEmpty || Self.isYes(text) {
            state.isSendUnknown = true
            return .send
        }
        if Self.isNo(text) { return handle(.cancel) }
        if isLocked { return ask(Self.lockedText) }
        let rows = previewRows
        guard let number = Int(text), rows.indices.contains(number - 1) else {
            return ask("Please answer y or n, or give a number from 1 to \(rows.count)")
        }
        let step = rows[number - 1].step
        if case .signal = step {
            // All six are asked again, with the previous answers as defaults.
            state.answered.subtract(InterestSignal.allCases.map { .signal($0) })
        }
        return open(step)
    }

    /// IA-17 to IA-19: the text with the count.
    static func counted(_ problem: String, _ count: Int, _ max: Int) -> String {
        "\(problem) (\(grouped(count))/\(grouped(max)))"
    }

    /// A number with a thousands separator: 10,000.
    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        guard digits.count > 3 else { return digits }
        return digits.dropLast(3) + "," + digits.suffix(3)
    }
}

/// A row of a numbered list, chosen by number, by name, or by part of a name.
enum Pick: Equatable {
    case one(Int)
    case several([Int])
    case none

    /// Matches a text to rows with one or more names each.
    init(_ text: String, among rows: [[String]]) {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else {
            self = .none
            return
        }
        if let number = Int(text), rows.indices.contains(number - 1) {
            self = .one(number - 1)
            return
        }
        func matching(_ fits: (String) -> Bool) -> [Int] {
            rows.indices.filter { rows[$0].contains { fits($0.lowercased()) } }
        }
        let exact = matching { $0 == wanted }
        let begun = exact.isEmpty ? matching { $0.hasPrefix(wanted) } : exact
        let found = begun.isEmpty ? matching { $0.contains(wanted) } : begun
        self = found.count > 1 ? .several(found) : found.first.map { .one($0) } ?? .none
    }
}
