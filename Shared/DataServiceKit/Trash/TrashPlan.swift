public import Contracts
public import ServiceKit
import Storage

/// A table whose marked rows lie in the trash.
public struct TrashTable: Sendable {
    /// Rows of another table that are a part of a row and are removed for good together with it.
    public struct Part: Sendable {
        let table: String
        let column: String
        let isMarked: Bool
        let erased: Erased

        /// The rows of a table whose column holds the row's id; they have `family_unit_id` and
        /// `id`, and an index on family and column. With `isMarked` they are deleted by marks of
        /// their own too (`MarkedTable`): an operation that has nothing left by that is closed.
        /// `erased` is told their ids after COMMIT.
        public init(
            _ table: StaticString, of column: StaticString, isMarked: Bool = false,
            erased: @escaping Erased = { _ in }
        ) {
            self.table = "\(table)"
            self.column = "\(column)"
            self.isMarked = isMarked
            self.erased = erased
        }
    }

    /// Told the ids of rows that were removed for good, after COMMIT.
    public typealias Erased = @Sendable ([RecordID]) -> Void

    let name: String
    let title: String
    let parts: [Part]
    let erased: Erased

    /// A table of marked rows with an index on family and operation. `title` is an expression in
    /// SQL: what people call a row.
    public init(
        _ table: MarkedTable, title: StaticString, parts: [Part] = [],
        erased: @escaping Erased = { _ in }
    ) {
        name = table.name
        self.title = "\(title)"
        self.parts = parts
        self.erased = erased
    }

    /// What a row of an operation is called; ?1 family, ?2 operation.
    var titleSQL: String {
        """
        SELECT \(title) FROM \(name)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL LIMIT 1
        """
    }

    /// Some marked rows of an operation; ?1 family, ?2 operation, ?3 how many.
    var someSQL: String {
        """
        SELECT id FROM \(name)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL LIMIT ?3
        """
    }

    /// Removes a marked row; ?1 family, ?2 row.
    var eraseSQL: String {
        "DELETE FROM \(name) WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NOT NULL"
    }

    /// All statements, for tests of their plans.
    var statements: [String] {
        [titleSQL, someSQL, eraseSQL]
            + parts.flatMap { [$0.idsSQL, $0.eraseSQL] + ($0.isMarked ? [$0.operationsSQL] : []) }
    }
}

extension TrashTable.Part {
    /// The parts of a row; ?1 family, ?2 row.
    var idsSQL: String { "SELECT id FROM \(table) WHERE family_unit_id = ?1 AND \(column) = ?2" }

    /// The operations that have deleted parts of a row; ?1 family, ?2 row.
    var operationsSQL: String {
        """
        SELECT DISTINCT operation_id FROM \(table)
        WHERE family_unit_id = ?1 AND \(column) = ?2 AND operation_id IS NOT NULL
        """
    }

    /// Removes the parts of a row; ?1 family, ?2 row.
    var eraseSQL: String { "DELETE FROM \(table) WHERE family_unit_id = ?1 AND \(column) = ?2" }
}

/// How a service undoes its operations, and what lies in its trash. Declared once; listing, undo
/// and removing for good follow it.
public struct TrashPlan: Sendable {
    /// Undoes an operation that is there, was not undone, and may be undone by the caller.
    public typealias Undo =
        @Sendable (OperationID, UnitOfWork.RecordedOperation, FamilyScope, UnitOfWork) throws ->
        UndoOperation.Response
    /// Told of an operation whose records are about to be removed for good, in the same
    /// transaction; without a context the service does it by itself.
    public typealias Purging = @Sendable (OperationID, FamilyID, UnitOfWork) throws -> Void
    /// Why an operation has to stay in the trash for its whole time; `nil` if a player may have its
    /// records removed for good now.
    public typealias Keeping =
        @Sendable (OperationID, FamilyScope, UnitOfWork) throws -> ServiceError?
    /// Turns the stored answer of an undo into the present one. It returns at once, and calls back
    /// when others have done their part or the caller's time is nearly over.
    public typealias Completing =
        @Sendable (
            UndoOperation.Response, CallContext, @escaping Completion<UndoOperation.Response>
        )
        -> Void

    var tables: [TrashTable]
    var isOwnOnly: Bool
    var undo: Undo
    var purging: Purging
    var keeping: Keeping
    var completing: Completing

    /// A plan over these tables. With `isOwnOnly` an operation exists for who did it only, else
    /// for every player of the family.
    public init(
        tables: [TrashTable], isOwnOnly: Bool = false,
        purging: @escaping Purging = { _, _, _ in },
        keeping: @escaping Keeping = { _, _, _ in nil },
        completing: @escaping Completing = { answer, _, done in done(.success(answer)) },
        undo: @escaping Undo
    ) {
        self.tables = tables
        self.isOwnOnly = isOwnOnly
        self.undo = undo
        self.purging = purging
        self.keeping = keeping
        self.completing = completing
    }

    /// The plan of a service that deletes nothing.
    static let none = TrashPlan(tables: []) { _, _, _, _ in throw ServiceError.notFound("Operation")
    }
}
