public import Contracts
public import Storage

/// A column and the property of a record that it stores.
public struct RecordColumn<Record: Sendable>: Sendable {
    /// The column's name, which is also the property's key in JSON.
    let name: String
    /// The SQL of a column that is not in the record's own table.
    private(set) var expression: String?
    /// Whether storing a record writes the column.
    private(set) var isStored = true
    /// Whether an edit keeps the column's value.
    private(set) var isFixed = false
    let value: @Sendable (Record) -> any SQLBindable
    let read: @Sendable (borrowing Row, Int32, inout Record) throws -> Void
    let write: ColumnWriter

    /// A column that is written whenever a record is stored.
    public init<Value: ColumnValue>(
        _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable
    ) {
        self.name = name
        value = { $0[keyPath: path] }
        read = { row, column, record in record[keyPath: path] = try Value(row, column) }
        write = Value.columnWriter
    }

    /// A column that is written for a new record only.
    public static func fixed(
        _ name: String, _ path: any WritableKeyPath<Record, some ColumnValue> & Sendable
    ) -> RecordColumn {
        var column = RecordColumn(name, path)
        column.isFixed = true
        return column
    }

    /// A column that others write. `expression` is the SQL of a column of another table.
    public static func readOnly(
        _ name: String, _ path: any WritableKeyPath<Record, some ColumnValue> & Sendable,
        from expression: String? = nil
    ) -> RecordColumn {
        var column = RecordColumn(name, path)
        column.isStored = false
        column.expression = expression
        return column
    }
}

extension RecordColumn where Record: FormRecord {
    /// The columns of the form's optional texts, which have the names of the fields.
    static var optionalTexts: [RecordColumn] {
        Record.fields.compactMap { field in field.optionalText.map { RecordColumn(field.key, $0) } }
    }
}

/// A column for searching or sorting, computed from a record when it is stored.
public struct DerivedColumn<Record: Sendable>: Sendable {
    let name: String
    let value: @Sendable (Record) -> any SQLBindable

    public init(_ name: String, _ value: @escaping @Sendable (Record) -> any SQLBindable) {
        self.name = name
        self.value = value
    }
}

/// A member of a record's JSON that is computed from columns.
public struct DerivedMember: Sendable {
    let key: String
    let columns: [String]
    let write: @Sendable (borrowing Row, [Int32], inout JSONWriter) throws -> Void

    /// `write` gets the positions of the columns.
    public init(
        _ key: String, from columns: String...,
        write: @escaping @Sendable (borrowing Row, [Int32], inout JSONWriter) throws -> Void
    ) {
        self.key = key
        self.columns = columns
        self.write = write
    }
}
