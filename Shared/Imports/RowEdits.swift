public import Contracts

/// The cells of a file that a person wrote anew, by their lines and the fields of their columns.
public struct RowEdits: Sendable {
    private var cells: [Int: [String: String]] = [:]

    public init() {}

    /// Writes the cell of a field in a line anew.
    public mutating func set(_ field: String, in line: Int, to text: String) {
        cells[line, default: [:]][field] = text
    }

    public var isEmpty: Bool { cells.isEmpty }

    /// The row with the cells that were written anew. A field without a column has no cell.
    public func applied(to row: CSVReader.Row, _ columns: ImportColumns) -> CSVReader.Row {
        guard let edits = cells[row.line] else { return row }
        var fields = row.fields
        for (field, text) in edits {
            guard let position = columns.positions[field] else { continue }
            while fields.count <= position { fields.append("") }
            fields[position] = text
        }
        return CSVReader.Row(line: row.line, fields: fields)
    }
}
