public import Contracts

/// What a person said about single rows of a file, by their lines.
@Memberwise
public struct RowAnswers: Sendable {
    /// The rows that are not imported.
    public var leftOut: Set<Int> = []
    public var edits: RowEdits = RowEdits()
}

/// The cells of a file that a person wrote anew, by their lines and the fields of their columns.
public struct RowEdits: Sendable {
    private var cells: [Int: [String: String]] = [:]
    /// The lines whose values beyond the last column belong to its text.
    private var joined: Set<Int> = []

    public init() {}

    /// Joins the values beyond the last column of a line to its text, where that has one.
    public mutating func join(_ line: Int) { joined.insert(line) }

    /// Writes the cell of a field in a line anew.
    public mutating func set(_ field: String, in line: Int, to text: String) {
        cells[line, default: [:]][field] = text
    }

    public var isEmpty: Bool { cells.isEmpty && joined.isEmpty }

    /// The row as a person wants it read. A field without a column has no cell, and a cell that was
    /// written as it is stays so.
    public func applied(to written: CSVReader.Row, _ columns: ImportColumns) -> CSVReader.Row {
        let row = joined.contains(written.line) ? columns.joined(written) ?? written : written
        guard let edits = cells[row.line] else { return row }
        var fields = row.fields
        let words = columns.kind.wordedFields.map(\.name)
        for (field, text) in edits {
            // No word was chosen.
            if text.isEmpty, words.contains(field) { continue }
            guard let position = columns.positions[field],
                text.trimmed != (columns.value(field, in: fields) ?? "").trimmed
            else { continue }
            while fields.count <= position { fields.append("") }
            fields[position] = text
        }
        return CSVReader.Row(line: row.line, fields: fields)
    }
}
