import CommandKit

/// What a terminal shows before an answer: lines, then the question on the line of the answer.
struct WizardScreen: Equatable {
    /// One line with its meaning.
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

    /// The lines alone, for people who cannot see colours and for tests.
    var text: String { lines.map { $0.text + "\n" }.joined() + question }

    /// The lines as a terminal shows them.
    func rendered(_ traits: TerminalTraits) -> String {
        lines.flatMap { line in
            let text = VisibleText.line(line.text)
            // Wrapping would close the gaps between columns: only what is too wide is wrapped.
            let rows =
                DisplayWidth.columns(of: text) <= traits.columns
                ? [text] : TextWrap.wrapped(text, columns: traits.columns)
            return rows.map { (line.style?.applied(to: $0, traits) ?? $0) + "\n" }
        }.joined()
    }
}
