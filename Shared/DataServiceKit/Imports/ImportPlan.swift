public import Contracts
public import ServiceKit

/// How a service imports one kind of record. It stores a row like the operation that adds a single
/// record, but marked as deleted by the import.
public protocol ImportPlan: Sendable {
    /// A row of the file.
    associatedtype Row: ImportRow

    /// The tables to fill; referenced tables come first.
    var tables: [ImportTable] { get }
    /// Whether a file that was imported before is refused. If known records are skipped, importing
    /// it again is harmless.
    var refusesRepetition: Bool { get }
    /// The records that rows can change, if the file is imported with updates.
    var updates: ImportUpdates? { get }

    /// Validates a row and stores its record. To refuse the row, throws a `ServiceError`, or a
    /// `UnknownReference` that remains after the replica has caught up, before anything is stored:
    /// the import may go on without the row. Any other error ends the whole batch.
    func stage(_ row: Row, in staging: ImportStaging) throws -> StagedRow
    /// Checks of single fields of a row that need no others to be valid. All of them run once a row
    /// is refused, so that one report names every error; they store nothing and fail as `stage`.
    func checks(of row: Row, in staging: ImportStaging) -> [() throws -> Void]
    /// Called in the transaction that commits the import, before any record is visible: the last
    /// opportunity to refuse them.
    func committing(_ staging: ImportStaging) throws
    /// Called in the transaction that makes a batch of records visible.
    func revealed(_ batch: RevealedBatch, _ staging: ImportStaging) throws
}

extension ImportPlan {
    /// False by default: most kinds skip known records.
    public var refusesRepetition: Bool { false }
    /// None by default: each row is a record of its own.
    public var updates: ImportUpdates? { nil }
    /// The form by default.
    public func checks(of row: Row, in staging: ImportStaging) -> [() throws -> Void] {
        formChecks(of: row, in: staging)
    }
    /// The check of a row's form. With updates the form of a record that is there needs less than
    /// that of a new one, so it is left to `stage`.
    public func formChecks(of row: Row, in staging: ImportStaging) -> [() throws -> Void] {
        staging.updates ? [] : [{ _ = try row.form.validated() }]
    }
    /// Throws if the file's key of a record, in this column, is too long.
    public func checkKey(_ key: String?, _ column: String) throws(ServiceError) {
        guard (key ?? "").count <= ImportLimit.keyMax else {
            throw .invalid(column, "A key must have \(ImportLimit.keyMax) characters or less")
        }
    }
    /// Does nothing by default: most kinds accept the staged records.
    public func committing(_ staging: ImportStaging) throws {}
    /// Does nothing by default: most kinds count nothing.
    public func revealed(_ batch: RevealedBatch, _ staging: ImportStaging) throws {}
}

/// The import of a row, within one command.
public struct ImportStaging {
    public let importID: OperationID
    /// The scope of the records.
    public let scope: FamilyScope
    /// The unit of work of the command.
    public let unit: UnitOfWork
    /// Whether rows that mean records of the family update them.
    public var updates = false

    /// The deletion mark of a staged record.
    public var mark: DeletionMark { DeletionMark(at: unit.now, by: importID) }

    /// Stores the record of a row, marked as deleted by the import.
    public func store<Record: FormRecord & Encodable>(
        _ record: Record, _ table: RecordTable<Record>, in imported: ImportTable
    ) throws -> StagedRecord {
        try table.store(record, unit.transaction, mark: mark)
        return StagedRecord(record.id, in: imported, json: try JSONCoding.encode(record))
    }
}

/// The records of one table that an import has just made visible, at most
/// `ImportLimit.batchRowsMax`.
public struct RevealedBatch {
    /// The payload of their change: an object with the records under the table's name.
    public let json: String
}

/// The mark of a deleted record.
@Memberwise
public struct DeletionMark: Sendable {
    /// The time of the deletion.
    public let at: Instant
    /// The operation that deleted the record.
    public let by: OperationID
}

/// The result of staging a row.
public struct StagedRow {
    enum Fate {
        case stored
        case updated([FieldChange])
        case unchanged
        case skipped(String, sameAs: Int?)
    }

    let fate: Fate
    private(set) var records: [StagedRecord] = []
    private(set) var name: (key: String, id: RecordID)?
    private(set) var warnings: [String] = []
    private(set) var title: String?
    private(set) var record: RecordID?

    /// Returns the result for a row that stored these records.
    public static func stored(_ records: [StagedRecord]) -> StagedRow {
        StagedRow(fate: .stored, records: records)
    }

    /// Returns the result for a row that changes a record.
    static func updated(_ changes: [FieldChange]) -> StagedRow {
        StagedRow(fate: .updated(changes))
    }

    /// Returns the result for a row whose record has all its values.
    static var unchanged: StagedRow { StagedRow(fate: .unchanged) }

    /// Returns the result for a row whose record the family already has, with the reason.
    public static func skipped(_ reason: String) -> StagedRow {
        StagedRow(fate: .skipped(reason, sameAs: nil))
    }

    /// Returns the result for a row that means the same record as an earlier line of the file.
    public static func same<Tag: NamedTag>(as line: Int, _ id: Identifier<Tag>) -> StagedRow {
        StagedRow(fate: .skipped("The same \(Tag.noun) as line \(line)", sameAs: line)).about(id)
    }

    /// Returns the result with the record that the row means and its name for people.
    public func about<Tag>(_ id: Identifier<Tag>, named title: String? = nil) -> StagedRow {
        var row = self
        row.record = RecordID(id)
        if let title { row.title = title }
        return row
    }

    /// Returns the result with further records that the row stored.
    public func adding(_ records: [StagedRecord]) -> StagedRow {
        var row = self
        row.records = records + row.records
        return row
    }

    /// Returns the result with what is probably a mistake. The row is stored all the same.
    public func warned(_ warnings: [String]) -> StagedRow {
        var row = self
        row.warnings = warnings
        return row
    }

    /// Returns the result with the file's key of the record, to which other files can refer.
    public func named<Tag>(_ key: String?, _ id: Identifier<Tag>) -> StagedRow {
        guard let key = key?.trimmed, !key.isEmpty else { return self }
        var row = self
        row.name = (key, RecordID(id))
        return row
    }
}

/// A record that a row stored.
public struct StagedRecord {
    let table: ImportTable
    let id: RecordID
    let json: [UInt8]

    /// Creates a record with the JSON that a change about it alone would contain.
    public init<Tag>(_ id: Identifier<Tag>, in table: ImportTable, json: [UInt8]) {
        self.table = table
        self.id = RecordID(id)
        self.json = json
    }
}
