public import Contracts
public import Storage

/// The database table of one type of record. The statements, the reading of rows and the JSON of
/// rows are derived from the columns. The primary key is `family_unit_id` and `id`.
public struct RecordTable<Record: Sendable>: Sendable {
    private typealias Write = @Sendable (borrowing Row, inout JSONWriter) throws -> Void

    /// The columns of a SELECT statement.
    public let selection: String
    /// The number of columns in `selection`.
    public let width: Int32
    private let columns: [RecordColumn<Record>]
    private let blank: Record
    private let storeSQL: String
    private let storedValues: [@Sendable (Record) -> any SQLBindable]
    private let members: [(key: [UInt8], write: Write)]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - derived: The columns that are written but not read.
    ///   - members: The members of the JSON that have no column.
    ///   - blank: The record into which rows are read.
    public init(
        _ name: String, columns: [RecordColumn<Record>], derived: [DerivedColumn<Record>] = [],
        members: [DerivedMember] = [], blank: Record
    ) {
        self.columns = columns
        self.blank = blank
        width = Int32(columns.count)
        selection = columns.map { $0.expression ?? "\(name).\($0.name)" }.joined(separator: ", ")
        let stored = columns.filter(\.isStored)
        storedValues = stored.map(\.value) + derived.map(\.value)
        let names = stored.map(\.name) + derived.map(\.name) + ["deleted_at", "operation_id"]
        let changing = stored.filter { !$0.isFixed }.map(\.name) + derived.map(\.name)
        storeSQL = """
            INSERT INTO \(name) (\(names.joined(separator: ", ")))
            VALUES (\(names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
            ON CONFLICT (family_unit_id, id) DO UPDATE SET
                \(changing.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        self.members = Self.members(columns, members)
    }

    /// Creates the table of a record with a form, and adds a column for each optional text of the
    /// form.
    public init(
        _ name: String, _ columns: [RecordColumn<Record>], derived: [DerivedColumn<Record>] = [],
        members: [DerivedMember] = [], blank: Record
    ) where Record: FormRecord {
        self.init(
            name, columns: columns + RecordColumn.optionalTexts, derived: derived,
            members: members, blank: blank)
    }

    /// Reads a row of `selection`.
    public func record(_ row: borrowing Row) throws -> Record {
        var record = blank
        for (place, column) in columns.enumerated() {
            try column.read(row, Int32(place), &record)
        }
        return record
    }

    /// Writes a row of `selection` as the JSON of its record, without creating the record. The
    /// columns and members must be those of the JSON.
    public func write(_ row: borrowing Row, to json: inout JSONWriter) throws {
        json.beginObject()
        for member in members {
            json.key(encoded: member.key)
            try member.write(row, &json)
        }
        json.endObject()
    }

    /// Stores a new record, or a new version of one. With a mark, a new record is staged and not
    /// yet visible.
    public func store(
        _ record: Record, _ transaction: WriteTransaction, mark: DeletionMark? = nil
    ) throws {
        let values = storedValues.map { $0(record) } + [mark?.at, mark?.by]
        try transaction.execute(storeSQL, values: values)
    }

    /// The members of a record's JSON in the order of their keys.
    private static func members(
        _ columns: [RecordColumn<Record>], _ derived: [DerivedMember]
    ) -> [(key: [UInt8], write: Write)] {
        var members: [String: Write] = [:]
        for (place, column) in columns.enumerated() {
            let (place, write) = (Int32(place), column.write)
            members[column.name] = { row, json in try write(row, place, &json) }
        }
        for member in derived {
            let places = member.columns.map { name in
                guard let place = columns.firstIndex(where: { $0.name == name }) else {
                    preconditionFailure("\(member.key) is computed from an unknown column, \(name)")
                }
                return Int32(place)
            }
            members[member.key] = { row, json in try member.write(row, places, &json) }
        }
        return members.sorted { $0.key < $1.key }.map { key, write in
            (Array("\"\(key)\":".utf8), write)
        }
    }
}
