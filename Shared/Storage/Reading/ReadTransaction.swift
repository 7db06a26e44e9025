internal import SQLite

/// A consistent state of the database, for the duration of a closure on a database thread. Always
/// bind values instead of writing them into the SQL; parameters are `?1`, `?2`, … A statement fails
/// if the number of values differs from the number of parameters.
public class ReadTransaction {
    let connection: Connection
    private(set) var isOpen = true

    init(_ connection: Connection) { self.connection = connection }

    func end() { isOpen = false }

    /// Runs a query and calls `row` for each row. The values are bound to the parameters in order.
    @inlinable
    public func query<each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound, row: (borrowing Row) throws -> Void
    ) throws {
        try query(
            sql, binding: { for value in repeat each values { try $0.bind(value) } }, row: row)
    }

    /// Runs a query with a list of values.
    public func query(
        _ sql: String, values: [any SQLBindable], row: (borrowing Row) throws -> Void
    ) throws {
        try query(sql, binding: { for value in values { try $0.bind(value) } }, row: row)
    }

    /// Runs a query whose values a closure binds.
    public func query(
        _ sql: String, binding: (inout Binder) throws -> Void, row: (borrowing Row) throws -> Void
    ) throws {
        try withBound(sql, binding) { statement in
            while try statement.step() { try row(Row(statement.row)) }
        }
    }

    /// Returns the rows of a query, each converted by `map`.
    @inlinable
    public func rows<Value, each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound, map: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try query(sql, repeat each values) { result.append(try map($0)) }
        return result
    }

    /// Returns the rows of a query with a list of values.
    public func rows<Value>(
        _ sql: String, values: [any SQLBindable], map: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try query(sql, values: values) { result.append(try map($0)) }
        return result
    }

    /// Returns the first row of a query, converted by `map`; nil if there is none.
    @inlinable
    public func first<Value, each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound, map: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try first(
            sql, binding: { for value in repeat each values { try $0.bind(value) } }, map: map)
    }

    /// Returns the first row of a query with a list of values.
    public func first<Value>(
        _ sql: String, values: [any SQLBindable], map: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try first(sql, binding: { for value in values { try $0.bind(value) } }, map: map)
    }

    /// Returns the first row of a query whose values a closure binds.
    public func first<Value>(
        _ sql: String, binding: (inout Binder) throws -> Void,
        map: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try withBound(sql, binding) { try $0.step() ? map(Row($0.row)) : nil }
    }

    /// Returns the integer in the first column of the first row; nil for NULL or if there is no
    /// row.
    @inlinable
    public func scalar<each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound
    ) throws -> Int64? {
        try first(sql, repeat each values) { try $0.int64OrNil(0) } ?? nil
    }

    /// Returns the number in the first column of the first row, such as a count; 0 for NULL or if
    /// there is no row.
    @inlinable
    public func count<each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound
    ) throws -> Int {
        Int(try scalar(sql, repeat each values) ?? 0)
    }

    /// Returns the number in the first column of the first row, for a list of values.
    public func count(_ sql: String, values: [any SQLBindable]) throws -> Int {
        Int(try first(sql, values: values) { try $0.int64OrNil(0) ?? 0 } ?? 0)
    }

    /// The tables with their columns, in the order of their names and of their declaration. Virtual
    /// tables are left out.
    public func tables() throws -> [(name: String, columns: [String])] {
        var tables: [(name: String, columns: [String])] = []
        for (table, column) in try rows(
            Dialect.readColumns, map: { (try $0.text(0), try $0.text(1)) })
        {
            if tables.last?.name != table { tables.append((table, [])) }
            tables[tables.count - 1].columns.append(column)
        }
        return tables
    }

    /// Returns whether the query has a row.
    @inlinable
    public func exists<each Bound: SQLBindable>(
        _ sql: String, _ values: repeat each Bound
    ) throws -> Bool {
        try first(sql, repeat each values) { _ in true } ?? false
    }

    /// Splits a text into words as FTS5's tokenizer `unicode61 remove_diacritics 2` does.
    ///
    /// The first call also registers the SQL function `search_rank(TABLE, WEIGHT, …, BEGINNINGS)`.
    /// It takes a weight for each column, and a blob with one byte for each phrase: 1 if the phrase
    /// begins a term, 0 if it continues one.
    public func words(of text: String) throws -> [String] {
        try StorageError.translated { try connection.words(of: text) }
    }

    /// Returns the steps of a statement's plan, for tests; a line with SCAN reads a whole table.
    public func queryPlan(_ sql: String) throws -> [String] {
        try StorageError.translated { try connection.queryPlan(sql) }
    }

    func withBound<Value>(
        _ sql: String, _ binding: (inout Binder) throws -> Void,
        _ body: (Statement) throws -> Value
    ) throws -> Value {
        precondition(isOpen, "a transaction is used only inside the closure it was given to")
        return try StorageError.translated {
            try connection.withStatement(sql) { statement in
                var binder = Binder(statement)
                try binding(&binder)
                try binder.requireAllBound(by: sql)
                return try body(statement)
            }
        }
    }
}
