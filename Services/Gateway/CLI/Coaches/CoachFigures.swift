import CommandKit
import Contracts

/// A coach's response figures in words.
extension Coach {
    /// "65%", with a sign behind a score that a file said: it is not computed (D-28).
    var markedScoreText: String { scoreText + (isImportedScore ? Self.importedSign : "") }

    /// What stands behind a score that a file said.
    static let importedSign = "*"
    /// What the sign means.
    static let importedNote = "* as imported; too few contacts to compute a score"

    /// Whether a file said the score.
    var isImportedScore: Bool { responsivenessSource == .imported }

    /// "65% Responsive", and how it came about.
    var explainedScoreText: String {
        guard responsivenessScore != nil else { return Self.noScore }
        if isImportedScore { return "\(responsivenessText) (imported)" }
        return responsivenessText + (responsivenessSampleSize.map { " (\($0) counted)" } ?? "")
    }

    /// "20.5 hours"; nil where nothing was answered.
    var medianAnswerText: String? { medianAnswerHours.map { Self.text(hours: $0) } }

    /// "12 days"; nil where nothing was said.
    func silenceText(at now: Instant) -> String? {
        silentSince.map { since in
            let days = max(0, now.milliseconds - since.milliseconds) / 86_400_000
            return CountedNoun.text(Int(days), "days")
        }
    }

    /// Hours with a tenth where there is one.
    static func text(hours: Double) -> String {
        let tenths = (hours * 10).rounded() / 10
        guard tenths >= 0.1 else { return "at once" }
        let text = String(tenths)
        guard text.hasSuffix(".0") else { return "\(text) hours" }
        return tenths == 1 ? "1 hour" : "\(text.dropLast(2)) hours"
    }
}
