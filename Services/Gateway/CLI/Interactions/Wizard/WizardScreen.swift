import CommandKit

/// The lines shown before an answer, and the question on the answer's line.
struct WizardScreen: Equatable {
    /// One line with its style.
    struct Line: Equatable {
        var text: String
        var style: TextStyle?

        init(_ text: String, _ style: TextStyle? = nil) {
            self.text = text
            self.style = style
        }
    }

    var lines: [Line] = []
    var question = ""

    /// The text without styles.
    var text: String { lines.map { $0.text + "\n" }.joined() + question }

    /// The screen's lines as a terminal shows them, without the question.
    func rendered(_ traits: TerminalTraits) -> String {
        lines.flatMap { line in
            let text = VisibleText.line(line.text)
            // Wrapping would close the gaps between columns, so only lines that are too wide are
            // wrapped.
            let rows =
                DisplayWidth.columns(of: text) <= traits.columns
                ? [text] : TextWrap.wrapped(text, columns: traits.columns)
            return rows.map { (line.style?.applied(to: $0, traits) ?? $0) + "\n" }
        }.joined()
    }
}
