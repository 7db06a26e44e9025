public import Contracts
public import ServiceKit
public import Storage

/// A table whose marked rows are in the trash.
public struct TrashTable: Sendable {
    /// Rows of another table that are part of a row and are erased together with it.
    public struct Part: Sendable {
        let table: String
        let column: String
        let isMarked: Bool
        let erased: Erased

        /// Selects the rows of a table whose column refers to the parent row. They have
        /// `family_unit_id` and `id`, and an index on family and column. With `isMarked` they are
        /// also deleted by their own marks (`MarkedTable`); an operation that has no rows left is
        /// then closed. `erased` receives their ids after COMMIT.
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

    /// Receives the ids of erased rows after COMMIT.
    public typealias Erased = @Sendable ([RecordID]) -> Void

    let name: String
    let title: String
    let owner: String?
    let parts: [Part]
    let erased: Erased

    /// Creates a table of marked rows with an index on family and operation. `title` is a SQL
    /// expression for a row's name. `owner` is the column with the only user who may know that a
    /// row exists; nil if all players of the family may.
    public init(
        _ table: MarkedTable, title: StaticString, owner: StaticString? = nil, parts: [Part] = [],
        erased: @escaping Erased = { _ in }
    ) {
        name = table.name
        self.title = "\(title)"
        self.owner = owner.map { "\($0)" }
        self.parts = parts
        self.erased = erased
    }

    /// Selects a title of an operation's rows; ?1 family, ?2 operation.
    var titleSQL: String {
        """
        SELECT \(title) FROM \(name)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL LIMIT 1
        """
    }

    /// Selects some marked rows of an operation; ?1 family, ?2 operation, ?3 limit.
    var someSQL: String {
        """
        SELECT id FROM \(name)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL LIMIT ?3
        """
    }

    /// Deletes a marked row; ?1 family, ?2 row.
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
    /// Selects the parts of a row; ?1 family, ?2 row.
    var idsSQL: String { "SELECT id FROM \(table) WHERE family_unit_id = ?1 AND \(column) = ?2" }

    /// Selects the operations that deleted parts of a row; ?1 family, ?2 row.
    var operationsSQL: String {
        """
        SELECT DISTINCT operation_id FROM \(table)
        WHERE family_unit_id = ?1 AND \(column) = ?2 AND operation_id IS NOT NULL
        """
    }

    /// Deletes the parts of a row; ?1 family, ?2 row.
    var eraseSQL: String { "DELETE FROM \(table) WHERE family_unit_id = ?1 AND \(column) = ?2" }
}

/// How a service undoes its operations, and the content of its trash. Used for listing, undo and
/// erasure.
public struct TrashPlan: Sendable {
    /// Undoes an existing operation that was not undone and that the caller may undo.
    public typealias Undo =
        @Sendable (OperationID, UnitOfWork.RecordedOperation, FamilyScope, UnitOfWork) throws ->
        UndoOperation.Response
    /// Called in the transaction that closes an operation before its records are erased. Without a
    /// context the service does so by itself.
    public typealias Purging = @Sendable (OperationID, FamilyID, UnitOfWork) throws -> Void
    /// Returns why an operation must stay in the trash until it expires; nil if a player may erase
    /// its records now.
    public typealias Keeping =
        @Sendable (OperationID, FamilyScope, UnitOfWork) throws -> ServiceError?
    /// Turns the stored reply of an undo into the current one. Returns at once and calls back when
    /// the other services are done or the caller's deadline is near.
    public typealias Completing =
        @Sendable (
            UndoOperation.Response, CallContext, @escaping Completion<UndoOperation.Response>
        )
        -> Void

    /// Adds what only the service knows about an operation of a family.
    public typealias Describing =
        @Sendable (inout UndoableOperation, FamilyID, ReadTransaction) throws -> Void

    var tables: [TrashTable]
    var isOwnOnly: Bool
    var undo: Undo
    var purging: Purging
    var keeping: Keeping
    var completing: Completing
    var describing: Describing

    /// Creates a plan for these tables. With `isOwnOnly` an operation is visible only to the user
    /// who did it, otherwise to every player of the family.
    public init(
        tables: [TrashTable], isOwnOnly: Bool = false,
        purging: @escaping Purging = { _, _, _ in },
        keeping: @escaping Keeping = { _, _, _ in nil },
        completing: @escaping Completing = { answer, _, done in done(.success(answer)) },
        describing: @escaping Describing = { _, _, _ in },
        undo: @escaping Undo
    ) {
        self.tables = tables
        self.isOwnOnly = isOwnOnly
        self.undo = undo
        self.purging = purging
        self.keeping = keeping
        self.completing = completing
        self.describing = describing
    }

    /// The plan of a service that deletes nothing.
    static let none = TrashPlan(tables: []) { _, _, _, _ in throw ServiceError.notFound(.operation)
    }
}
