public import Contracts
public import ServiceKit

/// How a service imports one kind of record. It stores a row as the operation does that adds one
/// record alone, but marked as deleted by the import.
public protocol ImportPlan: Sendable {
    /// What a row of the file says.
    associatedtype Row: ImportRow

    /// The tables that are filled; those that others refer to come first.
    var tables: [ImportTable] { get }
    /// Whether a file that was imported before is refused. Where known records are passed over, a
    /// repetition does no harm.
    var refusesRepetition: Bool { get }

    /// Checks a row and stores its record. A refusal of the row is a `ServiceError`, or a
    /// `ReferenceUnknown` that is still thrown once the replica has caught up; anything else that
    /// is thrown ends the whole batch.
    func stage(_ row: Row, in staging: ImportStaging) throws -> StagedRow
    /// Called when the import is decided, before any of its records is there for everybody: the
    /// last moment to refuse them, in the same transaction.
    func committing(_ staging: ImportStaging) throws
    /// Called for each batch of records that are there for everybody from now on, in the same
    /// transaction.
    func revealed(_ batch: RevealedBatch, _ staging: ImportStaging) throws
}

extension ImportPlan {
    /// Most kinds pass over what is known.
    public var refusesRepetition: Bool { false }
    /// Most kinds take what was staged.
    public func committing(_ staging: ImportStaging) throws {}
    /// Most kinds count nothing.
    public func revealed(_ batch: RevealedBatch, _ staging: ImportStaging) throws {}
}

/// The import that a row belongs to, within one command.
public struct ImportStaging {
    /// The import.
    public let importID: OperationID
    /// Whose records they are.
    public let scope: FamilyScope
    /// The command.
    public let unit: UnitOfWork

    /// The mark of a staged record.
    public var mark: DeletionMark { DeletionMark(at: unit.now, by: importID) }
}

/// Records of one table that an import has just made visible, `ImportLimit.batchRowsMax` at most.
public struct RevealedBatch {
    /// The change that tells of them: an object with the records below the table's name.
    public let json: String
}

/// What marks a record as deleted.
public struct DeletionMark: Sendable {
    /// When.
    public let at: Instant
    /// By which operation.
    public let by: OperationID

    /// The mark of an operation.
    public init(at: Instant, by: OperationID) {
        self.at = at
        self.by = by
    }
}

/// What became of a row.
public struct StagedRow {
    enum Fate {
        case stored([StagedRecord])
        case skipped(String)
    }

    let fate: Fate
    private(set) var name: (key: String, id: SQLIdentifier)?

    /// These records were stored.
    public static func stored(_ records: [StagedRecord]) -> StagedRow {
        StagedRow(fate: .stored(records))
    }

    /// The family has the record already, for this reason.
    public static func skipped(_ reason: String) -> StagedRow {
        StagedRow(fate: .skipped(reason))
    }

    /// The same row with what its file calls the record, for files that refer to it.
    public func named<Tag>(_ key: String?, _ id: Identifier<Tag>) -> StagedRow {
        guard let key = key?.trimmed, !key.isEmpty else { return self }
        var row = self
        row.name = (key, SQLIdentifier(high: id.high, low: id.low))
        return row
    }
}

/// A record that was stored by a row.
public struct StagedRecord {
    let table: ImportTable
    let id: SQLIdentifier
    let json: [UInt8]

    /// A record with its JSON, as a change of its own would tell it.
    public init<Tag>(_ id: Identifier<Tag>, in table: ImportTable, json: [UInt8]) {
        self.table = table
        self.id = SQLIdentifier(high: id.high, low: id.low)
        self.json = json
    }
}

/// An identifier of any kind of record.
struct SQLIdentifier {
    let high: UInt64
    let low: UInt64
}
