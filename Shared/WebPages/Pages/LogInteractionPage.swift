public import Contracts
public import HTML

/// The page "Log Interaction" (IA-01 to IA-54, IA-59, IA-62), and the page that edits one.
@Memberwise(labels: false)
public struct LogInteractionPage: Sendable {
    private let entry: LogInteractionEntry
    /// The choices, by name.
    private let schools: [School]
    /// The choices, by name.
    private let coaches: [Coach]
    private let context: PageContext

    /// The name of the field that carries the fingerprint with which an edit began.
    public static func beginning(_ field: String) -> String { "was-\(field)" }

    private var title: String {
        if entry.editing != nil { return "Edit Interaction" }
        return context.isPlayer ? LogInteractionText.playerTitle : LogInteractionText.parentTitle
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(entry.errors.isEmpty ? title : "Error: \(title)", in: .interactions, context) {
            html in
            if let id = entry.editing {
                writeEditing(id, to: &html)
            } else {
                writeLogging(to: &html)
            }
        }
    }

    private func writeLogging(to html: inout HTMLWriter) {
        html.pageHead(
            title, back: BackLink(text: "Back to Interactions", address: Place.interactions),
            subtitle: LogInteractionText.subtitle)
        html.postForm(
            to: Place.logInteraction, context, class: "form",
            encoding: .multipart, draft: "interaction"
        ) { html in
            html.enterButton(LogInteractionText.submit)
            writeEntries(to: &html)
            // Files are attached by players only.
            if context.isPlayer { writeFiles(to: &html) }
            html(.div, .class("submit")) { html in
                html.submit(LogInteractionText.submit, busy: LogInteractionText.busy)
                html.linkButton("Cancel", to: Place.interactions)
            }
        }
    }

    private func writeEditing(_ id: InteractionID, to html: inout HTMLWriter) {
        let back = BackLink(text: "Back to Interaction", address: Place.interaction(id))
        html.pageHead(title, back: back)
        html.postForm(to: Place.interaction(id, "edit"), context, class: "form") { html in
            html.enterButton("Save Changes")
            if let version = entry.version {
                html(.input, .type(.hidden), .name("version"), .value(String(version)))
            }
            for field in LogInteractionEntry.fields {
                guard let beginning = entry.beginnings[field] else { continue }
                html(
                    .input, .type(.hidden), .name(Self.beginning(field)), .value(beginning))
            }
            writeEntries(to: &html)
            html(.div, .class("submit")) { html in
                html.submit("Save Changes", busy: "Saving...")
                html.linkButton("Cancel", to: back.address)
            }
        }
    }

    private func writeEntries(to html: inout HTMLWriter) {
        html.errorSummary(summary)
        if let failure = entry.failure {
            if failure.code == .staleVersion, let id = entry.editing {
                html.banner(
                    .bad, title: failure.message, nil,
                    action: ("Load it again", Place.interaction(id, "edit")))
            } else {
                html.failure(
                    failure,
                    FailureText.explanation(of: failure)
                        ?? "Nothing was lost. Send the form again.")
            }
        }
        writePlayer(to: &html)
        writeParties(to: &html)
        writeWords(to: &html)
        writeInterest(to: &html)
    }

    private var schoolChoices: [Choice] {
        let choices = schools.map { Choice(value: $0.id.text, label: $0.name) }
        let own = entry.schoolID
        guard entry.editing != nil, !own.isEmpty, !choices.contains(where: { $0.value == own })
        else { return choices }
        return choices + [Choice(value: own, label: FilterRecord.school.unknownLabel)]
    }

    /// The coaches by school (IA-08). An edit offers its own coach at the school of then, also one
    /// who was deleted or is at another school now.
    private var coachChoices: [Choice] {
        let choices = coaches.choices
        let own = entry.coachID
        guard entry.editing != nil, !own.isEmpty, own != LogInteractionEntry.otherCoach else {
            return choices
        }
        let isUntouched = !entry.isTouched("coach_id") && !entry.isTouched("school_id")
        let listed = choices.first { $0.value == own }
        guard listed == nil || isUntouched && listed?.group?.school != entry.schoolID else {
            return choices
        }
        let label = schoolChoices.first { $0.value == entry.schoolID }?.label
        let kept = Choice(
            value: own, label: listed?.label ?? FilterRecord.coach.unknownLabel,
            group: .init(
                label: label ?? FilterRecord.school.unknownLabel, school: entry.schoolID))
        return (choices.filter { $0.value != own } + [kept]).grouped
    }

    /// The errors in the order of the page.
    private var summary: [(id: String, text: String)] {
        (["player_id"] + LogInteractionEntry.fields).flatMap { name in
            [name] + (name == "coach_id" ? LogInteractionEntry.coachFields : [])
        }.compactMap { name in
            entry.errors[name].map { (id: "field-\(name)", text: $0) }
        } + entry.refusedFiles.problems
    }

    private func field(
        _ name: String, _ label: String, _ value: String, isOptional: Bool = false,
        hint: String? = nil, max: Int? = nil
    ) -> FieldState {
        FieldState(
            name: name, label: label, value: value, error: entry.errors[name],
            isOptional: isOptional, hint: hint, max: max)
    }

    // MARK: Who and how

    /// for whom a parent logs, in a family with several players.
    private func writePlayer(to html: inout HTMLWriter) {
        guard entry.editing == nil, entry.players.count > 1 else { return }
        html(.section, .class("sheet"), .ariaLabel("Player")) { html in
            html.selectField(
                field("player_id", "Player", entry.playerID),
                entry.players.map { Choice(value: $0.userID.text, label: $0.fullName) },
                none: "Choose the player", isRequired: true)
        }
    }

    private func writeParties(to html: inout HTMLWriter) {
        html(.section, .class("sheet"), .id("parties"), .ariaLabel("Who and how")) { html in
            if let added = entry.addedCoach { html.banner(.good, added) }
            html(.div, .class("pair")) { html in
                html.selectField(
                    field("school_id", "School", entry.schoolID), schoolChoices,
                    none: "Choose a school", isRequired: true)
                html(.div, .class("field")) { writeCoach(to: &$0) }
                html.selectField(
                    field("type", "Type", entry.type),
                    InteractionType.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                    none: "Choose a type", isRequired: true)
                html(.div, .class("pair")) { writeTime(to: &$0) }
            }
            writeDirection(to: &html)
        }
    }

    /// The day, and a time of day that may stay empty. What a browser's fields for them cannot
    /// hold, such as a month, is a text.
    private func writeTime(to html: inout HTMLWriter) {
        let (day, time) = (entry.occurredAt, entry.occurredTime)
        html.textField(
            field("occurred_at", "Date", day),
            day.isEmpty || CivilDay(text: day) != nil ? .date : .text, isRequired: true)
        html.textField(
            field("occurred_time", "Time", time, isOptional: true),
            time.isEmpty || LocalTime(text: time) != nil ? .time : .text)
    }

    /// IA-07 to IA-11: the coaches of all schools, grouped by school; the script offers those of
    /// the chosen school.
    private func writeCoach(to html: inout HTMLWriter) {
        html.selectField(
            field("coach_id", "Coach", entry.coachID, isOptional: true),
            coachChoices + [
                Choice(value: LogInteractionEntry.otherCoach, label: LogInteractionText.otherCoach)
            ],
            none: coaches.isEmpty ? CoachListText.nothing : "Choose a coach",
            noneOfSchool: CoachListText.nothing)
        html(.div, .class("other")) { html in
            html.textField(
                field(
                    "other_coach_name", "Name of the coach", entry.otherCoachName,
                    max: InteractionLimit.otherCoachNameMax))
        }
        if context.serves(Place.addCoach) { writeNewCoach(to: &html) }
    }

    /// IA-42 to IA-46: the coach is added at the chosen school, and the form comes back with them.
    private func writeNewCoach(to html: inout HTMLWriter) {
        // What was typed is seen, also if the refused field is another one.
        let isOpen = LogInteractionEntry.coachFields.contains {
            entry.errors[$0] != nil || $0 != "role" && entry.newCoach.texts[$0]?.isEmpty == false
        }
        html(.details, .class("screen"), .open(isOpen)) { html in
            html(.summary, .class("open")) { html in
                html.text("+ Add new coach")
                html.icon(.right)
            }
            let key = entry.newCoachKey ?? context.formKey(1)
            html(.input, .type(.hidden), .name("coach_key"), .value(key.text))
            for declared in Coach.fields
            where LogInteractionEntry.coachFields.contains(declared.key) {
                let text = entry.newCoach.texts[declared.key] ?? ""
                guard declared.key == "role" else {
                    html.textField(field(declared.key, declared.label, text))
                    continue
                }
                // IA-43
                let role = text.isEmpty ? CoachRole.assistant.rawValue : text
                html.selectField(
                    field(declared.key, declared.label, role), CoachRole.choices, none: nil)
            }
            html(
                .button, .class("btn"), .buttonType(.submit), .name(LogInteractionEntry.saveCoach),
                .value("true"), .dataAction("Saving..."), text: "Save Coach")
        }
    }

    /// IA-03, IA-14, IA-15.
    private func writeDirection(to html: inout HTMLWriter) {
        let error = entry.errors["direction"]
        html(.fieldset, .class("field"), .id("field-direction"), .tabindex(-1)) { html in
            html(.legend, .class("legend-text"), text: "Direction")
            html(.div, .class("segments")) { html in
                for direction in Direction.allCases {
                    html(.label) { html in
                        html(
                            .input, .type(.radio), .name("direction"), .value(direction.rawValue),
                            .checked(entry.direction == direction.rawValue),
                            .ariaDescribedBy(error == nil ? nil : "field-direction-error"))
                        html(.span, text: direction.label)
                        html(.small, text: direction.explanation)
                    }
                }
            }
            if let error { html.fieldError(error, id: "field-direction-error") }
        }
    }

    // MARK: What

    private func writeWords(to html: inout HTMLWriter) {
        html(.section, .class("sheet"), .ariaLabel("What")) { html in
            html.textField(
                field(
                    "subject", "Subject", entry.subject, isOptional: true,
                    max: InteractionLimit.subjectMax),
                placeholder: LogInteractionText.subjectPlaceholder)
            html.textArea(
                field(
                    "content", "Content", entry.content, isOptional: true,
                    max: InteractionLimit.contentMax),
                placeholder: LogInteractionText.contentPlaceholder)
            html(.div, .class("pair")) { html in
                html.selectField(
                    field("sentiment", "Sentiment", entry.sentiment, isOptional: true),
                    Sentiment.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                    none: "None")
            }
        }
    }

    /// IA-25 to IA-32: shown by the style only for an inbound and positive contact.
    private func writeInterest(to html: inout HTMLWriter) {
        html(
            .section, .class("sheet interest"), .id("field-interest_answers"), .tabindex(-1),
            .ariaLabelledBy("interest-title")
        ) { html in
            html(.h2, .id("interest-title"), text: LogInteractionText.interestTitle)
            html(.p, .class("small soft"), text: LogInteractionText.interestHelp)
            if let error = entry.errors["interest_answers"] {
                html.fieldError(error, id: "field-interest_answers-error")
            }
            html(.div) { html in
                for signal in InterestSignal.allCases {
                    html.switchRow(
                        signal.question, name: "interest_answers", value: signal.rawValue,
                        isOn: entry.signals.contains(signal.rawValue))
                }
            }
            html(.div, .role(.status), .dataAction("score")) { html in
                for level in InterestLevel.allCases {
                    html(
                        .div, .class("banner \(level.bannerClass)"), .hidden(),
                        .dataName(level.rawValue), .dataMax(level.yesCountMax)
                    ) { html in
                        html(.span, .ariaHidden(true), text: level.emoji)
                        html(.div) { html in
                            html(.p) { $0(.strong, text: level.label) }
                            html(.p, text: level.explanation)
                        }
                    }
                }
            }
        }
    }

    /// IA-35 to IA-40.
    private func writeFiles(to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.h2) { html in
                html(.label, .for("field-files"), text: "Attachments")
                html(.span, .class("optional"), text: " (optional)")
            }
            html.fileField(refused: entry.refusedFiles)
        }
    }
}

extension InterestLevel {
    /// The most questions answered with yes that lead to the level.
    fileprivate var yesCountMax: Int {
        let counts = 0...InterestSignal.allCases.count
        return counts.last { InterestCalibration.level(yesCount: $0) == self } ?? 0
    }

    /// The colour of the result (IA-30).
    fileprivate var bannerClass: String {
        switch self {
        case .high: "good"
        case .medium: "warning"
        case .low, .notSet: "plain"
        }
    }
}
