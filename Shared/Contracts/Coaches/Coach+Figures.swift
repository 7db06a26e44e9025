/// A coach's response figures as text.
extension Coach {
    /// "65%", with a sign after an imported score, which is not computed (D-28).
    public var markedScoreText: String { scoreText + (isImportedScore ? Self.importedSign : "") }

    /// The sign after an imported score.
    public static let importedSign = "*"
    /// The explanation of the sign.
    public static let importedNote = "* as imported; too few contacts to compute a score"

    /// Whether the score was imported.
    public var isImportedScore: Bool { responsivenessSource == .imported }

    /// "65% Responsive", and whether it is imported or how many attempts it counts.
    public var explainedScoreText: String {
        guard responsivenessScore != nil else { return Self.noScore }
        if isImportedScore { return "\(responsivenessText) (imported)" }
        return responsivenessText + (responsivenessSampleSize.map { " (\($0) counted)" } ?? "")
    }

    /// "20.5 hours"; nil if no message was answered.
    public var medianAnswerText: String? { medianAnswerHours.map { Self.text(hours: $0) } }

    /// "12 days"; nil if there are no messages.
    public func silenceText(at now: Instant) -> String? {
        silentSince.map { since in
            let days = max(0, now.milliseconds - since.milliseconds) / 86_400_000
            return Self.text(days: Int(days))
        }
    }

    /// Whole days as a span.
    public static func text(days: Int) -> String {
        days == 0 ? "less than a day" : CountedNoun.text(days, "days")
    }

    /// Hours, with a tenth unless it is zero.
    public static func text(hours: Double) -> String {
        let tenths = (hours * 10).rounded() / 10
        guard tenths >= 0.1 else { return "at once" }
        let text = String(tenths)
        guard text.hasSuffix(".0") else { return "\(text) hours" }
        return tenths == 1 ? "1 hour" : "\(text.dropLast(2)) hours"
    }
}
