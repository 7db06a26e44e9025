/// One record as labelled lines: aligned on a terminal, `label<TAB>value` in a pipe.
public struct Card: Sendable {
    private enum Part: Sendable {
        case heading(String)
        case chips([(label: String, cell: TextTable.Cell)])
        case field(String, TextTable.Cell)
        case text(String)
        case blank
    }

    private var parts: [Part] = []

    /// An empty card.
    public init() {}

    /// A heading; it wraps and is never cut.
    public mutating func heading(_ text: String) { parts.append(.heading(text)) }

    /// Short words beside each other; in a pipe each stands with its label.
    public mutating func chips(_ cells: [(label: String, cell: TextTable.Cell)]) {
        parts.append(.chips(cells))
    }

    /// A label with its value; a value of nil shows a dash.
    public mutating func field(_ label: String, _ value: String?, _ style: TextStyle? = nil) {
        parts.append(.field(label, TextTable.Cell(value ?? "", shown: value ?? "—", style)))
    }

    /// A label with a value that is shown in another form than a pipe gets.
    public mutating func field(_ label: String, _ cell: TextTable.Cell) {
        parts.append(.field(label, cell))
    }

    /// Running text with its own line breaks; white space stays.
    public mutating func text(_ text: String) { parts.append(.text(text)) }

    /// An empty line on a terminal.
    public mutating func blank() { parts.append(.blank) }

    /// The card as text, each line ended.
    public func text(_ traits: TerminalTraits) -> String {
        traits.isTerminal ? shown(traits) : tabSeparated()
    }

    private func shown(_ traits: TerminalTraits) -> String {
        let labels = parts.compactMap { part -> Int? in
            if case .field(let label, _) = part { return DisplayWidth.columns(of: label) }
            return nil
        }
        let labelColumns = labels.max() ?? 0
        var lines: [String] = []
        for part in parts {
            switch part {
            case .heading(let text):
                lines += TextWrap.wrapped(VisibleText.line(text), columns: traits.columns)
                    .map { TextStyle.bold.applied(to: $0, traits) }
            case .chips(let cells):
                let words = cells.map { _, cell in
                    let word = VisibleText.line(cell.shown)
                    return cell.style?.applied(to: word, traits) ?? word
                }
                lines.append(words.joined(separator: traits.isAccessible ? ", " : " · "))
            case .field(let label, let cell):
                let value = VisibleText.line(cell.shown)
                let styled = cell.style?.applied(to: value, traits) ?? value
                lines.append(
                    traits.isAccessible
                        ? "\(label): \(styled)"
                        : DisplayWidth.padded(label, to: labelColumns + TextTable.gap) + styled)
            case .text(let text):
                lines += VisibleText.block(text).split(
                    separator: "\n", omittingEmptySubsequences: false
                ).map(String.init)
            case .blank:
                lines.append("")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func tabSeparated() -> String {
        parts.compactMap { part -> String? in
            switch part {
            case .field(let label, let cell): label + "\t" + TabText.escaped(cell.full) + "\n"
            case .text(let text): "Content\t" + TabText.escaped(text) + "\n"
            case .heading(let text): "Title\t" + TabText.escaped(text) + "\n"
            case .chips(let cells):
                cells.map { $0.label + "\t" + TabText.escaped($0.cell.full) + "\n" }.joined()
            case .blank: nil
            }
        }.joined()
    }
}
