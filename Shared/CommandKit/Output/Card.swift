/// A record as labelled lines: aligned on a terminal, `label<TAB>value` in a pipe.
public struct Card: Sendable {
    private enum Part: Sendable {
        case heading(String)
        case chips([(label: String, cell: TextTable.Cell)], announced: String?)
        case field(String, TextTable.Cell)
        case section(String, pipe: (label: String, value: String)?)
        case text(String, full: String, label: String)
        case footer(String, TextTable.Cell)
        case blank
    }

    /// The least columns of a value on a narrow terminal.
    private static let valueColumnsMin = 10

    private var parts: [Part] = []

    public init() {}

    /// Adds a heading, which wraps and is never truncated.
    public mutating func heading(_ text: String) { parts.append(.heading(text)) }

    /// Adds short words on one line; in a pipe each has a line with its label. An accessible
    /// terminal shows `announced` instead.
    public mutating func chips(
        _ cells: [(label: String, cell: TextTable.Cell)], announced: String? = nil
    ) {
        parts.append(.chips(cells, announced: announced))
    }

    /// Adds a label with its value; nil is shown as a dash.
    public mutating func field(_ label: String, _ value: String?, _ style: TextStyle? = nil) {
        parts.append(.field(label, TextTable.Cell(value ?? "", shown: value ?? "—", style)))
    }

    /// Adds a label with a value whose displayed form differs from that in a pipe.
    public mutating func field(_ label: String, _ cell: TextTable.Cell) {
        parts.append(.field(label, cell))
    }

    /// Adds a title for the following parts; a pipe gets the labelled value instead, if there is
    /// one.
    public mutating func section(_ title: String, pipe: (label: String, value: String)? = nil) {
        parts.append(.section(title, pipe: pipe))
    }

    /// Adds running text and keeps its white space and line breaks. A pipe gets `full`, or `text`
    /// if it is nil, with the label.
    public mutating func text(_ text: String, full: String? = nil, label: String = "Content") {
        parts.append(.text(text, full: full ?? text, label: label))
    }

    /// Adds a line `label: value` at the end.
    public mutating func footer(_ label: String, _ cell: TextTable.Cell) {
        parts.append(.footer(label, cell))
    }

    /// Adds an empty line, on a terminal only.
    public mutating func blank() { parts.append(.blank) }

    /// Returns the card as text, with a line end after each line.
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
            case .chips(_, announced: let announced?) where traits.isAccessible:
                lines.append(VisibleText.line(announced))
            case .chips(let cells, _):
                let words = cells.map { _, cell in
                    let word = VisibleText.line(cell.shown)
                    return cell.style?.applied(to: word, traits) ?? word
                }
                lines.append(words.joined(separator: traits.isAccessible ? ", " : " · "))
            case .field(let label, let cell):
                lines += Self.fieldLines(label, cell, labelColumns, traits)
            case .section(let title, _):
                lines.append(TextStyle.bold.applied(to: VisibleText.line(title), traits))
            case .footer(let label, let cell):
                let line = "\(label): \(VisibleText.line(cell.shown))"
                lines.append(TextStyle.faint.applied(to: line, traits))
            case .text(let text, _, _):
                lines += VisibleText.block(text).split(
                    separator: "\n", omittingEmptySubsequences: false
                ).map(String.init)
            case .blank:
                lines.append("")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns a label and its value; a long value wraps with indentation.
    private static func fieldLines(
        _ label: String, _ cell: TextTable.Cell, _ labelColumns: Int, _ traits: TerminalTraits
    ) -> [String] {
        let value = VisibleText.line(cell.shown)
        let styled = { (text: String) in cell.style?.applied(to: text, traits) ?? text }
        if traits.isAccessible { return ["\(label): \(styled(value))"] }
        let indent = labelColumns + TextTable.gap
        let room = max(traits.columns - indent, valueColumnsMin)
        let lines =
            DisplayWidth.columns(of: value) <= room
            ? [value] : TextWrap.wrapped(value, columns: room)
        return lines.enumerated().map { index, line in
            DisplayWidth.padded(index == 0 ? label : "", to: indent) + styled(line)
        }
    }

    private func tabSeparated() -> String {
        parts.compactMap { part -> String? in
            switch part {
            case .field(let label, let cell): label + "\t" + TabText.escaped(cell.full) + "\n"
            case .text(_, let full, let label): label + "\t" + TabText.escaped(full) + "\n"
            case .section(_, let pipe):
                pipe.map { $0.label + "\t" + TabText.escaped($0.value) + "\n" }
            case .footer(let label, let cell): label + "\t" + TabText.escaped(cell.full) + "\n"
            case .heading(let text): "Title\t" + TabText.escaped(text) + "\n"
            case .chips(let cells, _):
                cells.map { $0.label + "\t" + TabText.escaped($0.cell.full) + "\n" }.joined()
            case .blank: nil
            }
        }.joined()
    }
}
