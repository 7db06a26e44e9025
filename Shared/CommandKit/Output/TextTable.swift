import Base

/// Rows with named columns: aligned and truncated to the width on a terminal, tab-separated with
/// full values in a pipe, or CSV.
public struct TextTable: Sendable {
    /// A column of a table.
    public struct Column: Sendable {
        public let header: String
        /// Whether values are right-aligned, like numbers.
        public let isRightAligned: Bool
        /// The narrowest width in columns to which it may shrink; nil if it must not shrink.
        public let columnsMin: Int?
        /// Whether it shrinks only once all others are at their narrowest.
        public let shrinksLast: Bool

        /// Creates a column; `shrinksTo` allows truncation.
        public init(
            _ header: String, rightAligned: Bool = false, shrinksTo columnsMin: Int? = nil,
            shrinksLast: Bool = false
        ) {
            self.header = header
            self.isRightAligned = rightAligned
            self.columnsMin = columnsMin
            self.shrinksLast = shrinksLast
        }
    }

    /// A value of a table.
    public struct Cell: Sendable {
        /// The text for a terminal.
        public let shown: String
        /// The full value, for a pipe.
        public let full: String
        /// The colour, if any.
        public let style: TextStyle?

        /// Creates a value; `shown` is its form on a terminal if that differs.
        public init(_ full: String, shown: String? = nil, _ style: TextStyle? = nil) {
            self.full = full
            self.shown = shown ?? full
            self.style = style
        }
    }

    /// The spaces between columns.
    static let gap = 2

    private let columns: [Column]
    private var rows: [[Cell]] = []
    private var hasHeader = true

    public init(_ columns: [Column]) { self.columns = columns }

    /// Appends a row; missing cells at its end are empty.
    public mutating func append(_ cells: [Cell]) {
        let missing = max(columns.count - cells.count, 0)
        rows.append(Array(cells.prefix(columns.count)) + Array(repeating: Cell(""), count: missing))
    }

    /// Returns the rows at these indices without a header, to continue a table that was shown.
    public func continued(at places: [Int]) -> TextTable {
        var table = self
        table.rows = places.filter(rows.indices.contains).map { rows[$0] }
        table.hasHeader = false
        return table
    }

    /// Returns the table as text, with a line end after each line. Without rows a pipe gets the
    /// header and a terminal gets nothing.
    public func text(_ traits: TerminalTraits) -> String {
        if !traits.isTerminal { return tabSeparated() }
        if rows.isEmpty { return "" }
        if traits.isAccessible { return labelled(traits) }
        guard let widths = fittedWidths(traits.columns) else { return labelled(traits) }
        var output = hasHeader ? line(columns.map { Cell($0.header, .bold) }, widths, traits) : ""
        for row in rows { output += line(row, widths, traits) }
        return output
    }

    /// Returns the same rows as CSV with a header.
    public func csv(guardsFormulas: Bool) -> String {
        let writer = CSVWriter(guardsFormulas: guardsFormulas)
        let header = columns.map { $0.header.lowercased().replacing(" ", with: "_") }
        return (hasHeader ? writer.line(header) : "")
            + rows.map { writer.line($0.map(\.full)) }.joined()
    }

    // MARK: Forms

    private func tabSeparated() -> String {
        let header = columns.map(\.header).joined(separator: "\t") + "\n"
        return rows.reduce(into: hasHeader ? header : "") { output, row in
            output += row.map { TabText.escaped($0.full) }.joined(separator: "\t") + "\n"
        }
    }

    private func labelled(_ traits: TerminalTraits) -> String {
        let records = rows.map { row in
            zip(columns, row).filter { !$0.1.shown.isEmpty }.map { column, cell in
                let value = VisibleText.line(cell.shown)
                return "\(column.header): " + (cell.style?.applied(to: value, traits) ?? value)
                    + "\n"
            }.joined()
        }
        return records.joined(separator: "\n")
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ traits: TerminalTraits) -> String {
        var output = ""
        for (index, cell) in cells.enumerated() {
            let text = DisplayWidth.truncated(VisibleText.line(cell.shown), to: widths[index])
            let blanks = String(
                repeating: " ", count: max(widths[index] - DisplayWidth.columns(of: text), 0))
            let styled = cell.style?.applied(to: text, traits) ?? text
            let isLast = index == cells.count - 1
            if columns[index].isRightAligned {
                output += blanks + styled
            } else {
                output += styled + (isLast ? "" : blanks)
            }
            if !isLast { output += String(repeating: " ", count: Self.gap) }
        }
        while output.last == " " { output.removeLast() }
        return output + "\n"
    }

    /// Returns the widths that make a line fit; nil if even the smallest ones do not.
    private func fittedWidths(_ columnsMax: Int) -> [Int]? {
        var widths = columns.map { DisplayWidth.columns(of: $0.header) }
        for row in rows {
            for (index, cell) in row.enumerated() {
                widths[index] = max(
                    widths[index], DisplayWidth.columns(of: VisibleText.line(cell.shown)))
            }
        }
        let gaps = Self.gap * max(columns.count - 1, 0)
        var excess = widths.reduce(gaps, +) - columnsMax
        while excess > 0 {
            guard let widest = widestToShrink(widths) else { return nil }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// Returns the widest column that can shrink, so that the columns end up similar in width; nil
    /// if all are at their narrowest.
    private func widestToShrink(_ widths: [Int]) -> Int? {
        let shrinkable = columns.indices.filter { index in
            columns[index].columnsMin.map { widths[index] > $0 } ?? false
        }
        let early = shrinkable.filter { !columns[$0].shrinksLast }
        return (early.isEmpty ? shrinkable : early).reversed().max { widths[$0] < widths[$1] }
    }
}

/// Escapes values in tab-separated lines: tab, line feed, carriage return and backslash become
/// `\t`, `\n`, `\r` and `\\`. One record stays one line, and the value can be restored.
public enum TabText {
    /// Returns the value for use between tabs.
    public static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x09 || $0 == 0x0a || $0 == 0x0d || $0 == 0x5c })
        else { return value }
        return value.replacingScalars { scalar in
            switch scalar {
            case "\t": "\\t"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\\": "\\\\"
            default: nil
            }
        }
    }

    /// Returns the original value of an escaped text.
    public static func unescaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var isEscape = false
        for scalar in text.unicodeScalars {
            guard isEscape || scalar == "\\" else {
                output.append(scalar)
                continue
            }
            guard isEscape else {
                isEscape = true
                continue
            }
            isEscape = false
            switch scalar {
            case "t": output.append("\t")
            case "n": output.append("\n")
            case "r": output.append("\r")
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}
