import Contracts

/// A log to begin with.
enum LogTemplate {
    private static let columns = [
        "Date", "Time", "School", "Division", "State", "Coach", "Coach title", "Coach e-mail",
        "Coach phone", "Type", "Direction", "Subject", "Notes", "Sentiment",
    ]

    private static let example = [
        "2026-02-03", "2:15 PM", "Example College", "D3", "NC", "Pat Sample",
        "Head Coach", "pat.sample@example.edu", "(919) 555-0100", "email", "outbound",
        "Introduction", "Sent the video and the schedule", "neutral",
    ]

    /// The names of the columns and a row as an example, as comma-separated values.
    static var csv: String {
        let writer = CSVWriter(guardsFormulas: false)
        return writer.line(columns) + writer.line(example)
    }
}
