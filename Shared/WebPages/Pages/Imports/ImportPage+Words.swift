import Contracts
import HTML
import Imports

/// What the words of a file mean that stand for no value.
extension ImportPage {
    /// The most words whose meaning a form says.
    public static let wordsMax = 200
    /// The fields of a form that carries the rows of a file.
    public static let fingerprintField = "fingerprint"

    /// The most words that a form shows.
    private static let shownWordsMax = 60

    /// Whether a text stands for a word of its field, and not for a school.
    func isWord(_ text: ReplacedText) -> Bool { kind != .log || text.field != "school" }

    /// The name of a field that says what a word means, counted from 0.
    public static func word(_ place: Int) -> String { "value-\(place)" }

    /// The words that the file's rows have and nobody can read.
    private var unread: [UnreadWords.Word] {
        switch state {
        case .empty, .refused, .failed: []
        case .checked(let file): file.report.unread.words
        case .planned(let log): log.plan.report.unread.words
        case .sent(let posts): posts.unread.words
        }
    }

    /// Whether the page has words to explain, or some were explained.
    func hasWords(_ columns: ImportColumns) -> Bool {
        !unread.isEmpty || columns.replaced.contains(where: isWord)
    }

    /// N-133: writes a choice for each word that nobody can read, and for those that were chosen
    /// before.
    func writeWords(_ columns: ImportColumns, to html: inout HTMLWriter) {
        let chosen = columns.replaced.filter(isWord)
        let words =
            unread.map { ($0, nil as String?) }
            + chosen.map { (UnreadWords.Word(field: $0.field, text: $0.text), $0.value) }
        guard !words.isEmpty else { return }
        if !unread.isEmpty {
            html(.p, text: "Say what these words mean, then check the rows again.")
        }
        for (place, (word, value)) in words.prefix(Self.shownWordsMax).enumerated() {
            write(word, value, place, to: &html)
        }
    }

    private func write(
        _ word: UnreadWords.Word, _ value: String?, _ place: Int, to html: inout HTMLWriter
    ) {
        let field = kind.wordedFields.first { $0.name == word.field }
        func text(_ value: String) -> String { "\(word.field):\(word.text)=\(value)" }
        var choices = (field?.choices ?? []).map { Choice(value: text($0.value), label: $0.label) }
        if field?.isOptional != false { choices.append(Choice(value: text(""), label: "Nothing")) }
        if let value, !choices.contains(where: { $0.value == text(value) }) {
            choices.append(Choice(value: text(value), label: value))
        }
        html.selectField(
            FieldState(
                name: Self.word(place), label: "“\(word.text)” in \(kind.label(of: word.field))",
                value: value.map(text) ?? ""),
            choices, none: "Not said")
    }
}
