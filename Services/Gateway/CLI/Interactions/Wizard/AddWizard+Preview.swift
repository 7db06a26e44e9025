import CommandKit
import Contracts

/// The preview before sending.
extension AddWizard {
    /// A line of the preview; its number opens the step.
    struct PreviewRow {
        let step: WizardStep
        let label: String
        let value: String
    }

    /// The most characters of the content in the preview.
    static let contentShownMax = 200

    var previewRows: [PreviewRow] {
        let draft = state.draft
        var rows = [
            PreviewRow(
                step: .school, label: "School",
                value: draft.schoolID.map { schoolName($0) ?? "Unknown School" } ?? "—"),
            PreviewRow(step: .coach, label: "Coach", value: coachText ?? "—"),
            PreviewRow(step: .type, label: "Type", value: draft.type.map(typeText) ?? "—"),
            PreviewRow(
                step: .direction, label: "Direction",
                value: "\(draft.direction.label) – \(draft.direction.explanation)"),
            PreviewRow(step: .time, label: "When", value: timeText),
            PreviewRow(
                step: .subject, label: "Subject",
                value: draft.subject.map {
                    Self.counted($0, $0.count, InteractionLimit.subjectMax)
                } ?? "—"),
            PreviewRow(step: .content, label: "Content", value: contentText ?? "—"),
            PreviewRow(
                step: .sentiment, label: "Sentiment", value: draft.sentiment?.label ?? "—"),
        ]
        if draft.isCalibrated, let first = InterestSignal.allCases.first {
            rows.append(
                PreviewRow(
                    step: .signal(first), label: "Coach Interest Level", value: levelText))
        }
        return rows
    }

    private func typeText(_ type: InteractionType) -> String {
        setting.isPlain ? type.label : "\(type.icon) \(type.label)"
    }

    /// D-08: a time in the future is accepted, with a hint.
    private var timeText: String {
        guard let time = state.draft.occurredAt else { return "now" }
        let now = setting.readTime("now").map { ContactTime($0.instant, knownTo: time.precision) }
        let isFuture = now.map { $0.instant < time.instant } ?? false
        return setting.showTime(time) + (isFuture ? " (in the future)" : "")
    }

    private var contentText: String? {
        guard let content = state.draft.content else { return nil }
        let start = content.prefix(Self.contentShownMax)
        let text = start.split(separator: "\n").joined(separator: " / ")
        return Self.counted(
            start.count < content.count ? text + "…" : text, content.count,
            InteractionLimit.contentMax)
    }

    func showPreview(_ screen: inout WizardScreen) {
        if isLocked {
            screen.question = "Try again with the same key? [Y/n] "
            return
        }
        let rows = previewRows
        let width = rows.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
        screen.lines.append(.init("Preview", .bold))
        for (index, row) in rows.enumerated() {
            let label = DisplayWidth.padded(row.label, to: width)
            screen.lines.append(.init("  \(index + 1)  \(label)  \(row.value)"))
        }
        if state.draft.isCalibrated {
            let level = state.draft.interestLevel
            screen.lines.append(.init("     " + level.explanation, level.style))
        }
        if !setting.files.isEmpty {
            let label = DisplayWidth.padded("Files", to: width)
            screen.lines.append(.init("     \(label)  \(setting.files.joined(separator: ", "))"))
        }
        screen.lines.append(.init("Enter a number to change that line.", .faint))
        screen.question = "Log Interaction? [Y/n] "
    }
}
