public import Contracts
public import ServiceKit
import Storage

/// A table whose rows are deleted by marking. It has `family_unit_id`, `id`, `deleted_at` and
/// `operation_id`, and its unique indexes exclude marked rows.
public struct MarkedTable: Sendable {
    let name: String

    /// Names the table, which must be a literal of the program.
    public init(_ name: StaticString) { self.name = "\(name)" }

    /// Returns the tables of a SELECT statement: this one, with the row of `other` that `column`
    /// names, if there is one. The name of that table must be a literal of the program.
    public func joined(with other: StaticString, by column: StaticString) -> String {
        """
        FROM \(name) LEFT JOIN \(other)
            ON \(other).family_unit_id = \(name).family_unit_id AND \(other).id = \(name).\(column)
        """
    }

    /// Selects the records with a value in `column`, by default the one with an id, marked or not.
    /// `columns` includes the tables. ?1 family, ?2 value.
    public func anySQL(_ columns: String, by column: StaticString = "id") -> String {
        "SELECT \(columns) WHERE \(name).family_unit_id = ?1 AND \(name).\(column) = ?2"
    }

    /// Selects what `anySQL` does, without marked records. ?1 family, ?2 value.
    public func presentSQL(_ columns: String, by column: StaticString = "id") -> String {
        "\(anySQL(columns, by: column)) AND \(name).deleted_at IS NULL"
    }

    /// Selects the records that an operation marked, by id. ?1 family, ?2 operation.
    public func markedSQL(_ columns: String) -> String {
        """
        SELECT \(columns)
        WHERE \(name).family_unit_id = ?1 AND \(name).operation_id = ?2
            AND \(name).deleted_at IS NOT NULL
        ORDER BY \(name).id
        """
    }

    /// Selects 1 if `column` of a staged record names a record of `owner` that is no longer there,
    /// which `isThere` tells. ?1 family, ?2 import.
    public func orphanSQL(
        by column: StaticString, in owner: StaticString, isThere: String
    ) -> String {
        """
        SELECT 1 FROM \(name) AS staged INDEXED BY \(name)_by_operation
        WHERE staged.family_unit_id = ?1 AND staged.operation_id = ?2
            AND staged.deleted_at IS NOT NULL AND staged.\(column) IS NOT NULL
            AND NOT EXISTS (
                SELECT 1 FROM \(owner)
                WHERE \(owner).family_unit_id = ?1 AND \(owner).id = staged.\(column)
                    AND \(isThere))
        LIMIT 1
        """
    }
}

extension UnitOfWork {
    /// Marks a record as deleted by this command. Returns false if it does not exist or is marked
    /// already.
    public func markDeleted<Tag>(
        _ id: Identifier<Tag>, in table: MarkedTable, of family: FamilyScope
    ) throws -> Bool {
        let count = try transaction.execute(
            """
            UPDATE \(table.name) SET deleted_at = ?1, operation_id = ?2
            WHERE family_unit_id = ?3 AND id = ?4 AND deleted_at IS NULL
            """, now, operationID, family.familyID, id)
        return count > 0
    }

    /// Records that this command can be undone, with its effect and the number of records by table.
    /// The operation gets the command's id unless `id` is given; `updated` is the number of records
    /// that it changed. Deleted records are in the trash
    /// from then on.
    public func recordOperation(
        _ kind: String, of family: FamilyScope, counts: [String: Int],
        updated: [String: Int] = [:], as id: OperationID? = nil,
        effect: UndoableOperation.Effect = .deleted
    ) throws {
        try recordOperation(
            kind, of: family.familyID, by: family.userID, counts: counts, updated: updated,
            as: id ?? operationID, effect: effect)
    }

    /// Records an operation for the service's own work, on behalf of a user or of nobody.
    public func recordOperation(
        _ kind: String, of family: FamilyID, by actor: UserID?, counts: [String: Int],
        updated: [String: Int] = [:], as id: OperationID,
        effect: UndoableOperation.Effect = .deleted
    ) throws {
        try transaction.execute(
            """
            INSERT INTO operations (family_unit_id, operation_id, actor, kind, counts, created_at,
                effect, expires_at, due_at, updated)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, family, id, actor, kind, try JSONCoding.encodedText(counts), now, effect.rawValue,
            effect == .deleted ? expiry : nil, effect == .deleted ? due : nil,
            updated.isEmpty ? nil : try JSONCoding.encodedText(updated))
    }

    /// Updates the recorded number of an operation's records in the trash.
    public func recount(
        _ id: OperationID, of family: FamilyID, _ counts: [String: Int]
    ) throws {
        try transaction.execute(
            "UPDATE operations SET counts = ?3 WHERE family_unit_id = ?1 AND operation_id = ?2",
            family, id, try JSONCoding.encodedText(counts))
    }

    /// The erasure time of records deleted now, as displayed to people.
    private var expiry: Instant { now.advanced(by: TrashLimit.keptFor) }

    /// The erasure time of records deleted now, in housekeeping time. The later of the two counts.
    private var due: Instant { housekeepingTime.advanced(by: TrashLimit.keptFor) }

    /// An operation that can be undone or was undone.
    public struct RecordedOperation: Sendable {
        public let kind: String
        /// The effect on the records.
        public let effect: UndoableOperation.Effect
        /// The user who did it.
        public let actor: UserID?
        /// When it was undone; nil if it was not.
        public let undoneAt: Instant?
        /// When its records were erased; nil if they were not.
        public let purgedAt: Instant?
    }

    /// Returns an operation of the family; nil if there is none.
    public func operation(
        _ id: OperationID, of family: FamilyScope
    ) throws -> RecordedOperation? {
        try operation(id, of: family.familyID)
    }

    /// Returns an operation of the family, for the service's own work.
    public func operation(
        _ id: OperationID, of family: FamilyID
    ) throws -> RecordedOperation? {
        try transaction.first(
            """
            SELECT kind, effect, actor, undone_at, purged_at FROM operations
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, family, id
        ) { row in
            RecordedOperation(
                kind: try row.text(0), effect: try row.word(1), actor: try row.identifierOrNil(2),
                undoneAt: try row.instantOrNil(3), purgedAt: try row.instantOrNil(4))
        }
    }

    /// Records that an operation which marked no records was undone. Nothing of it is in the trash.
    /// Throws `not_found` if the family has no such operation, and `conflict` if it was already
    /// undone.
    public func closeOperation(_ id: OperationID, of family: FamilyScope) throws {
        guard let found = try operation(id, of: family) else {
            throw ServiceError.notFound(.operation)
        }
        try found.requireUndoable()
        try transaction.execute(
            """
            UPDATE operations SET undone_at = ?3
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, family.familyID, id, now)
    }

    /// Removes the deletion marks of an operation. Returns the number of restored records of each
    /// table. Throws `not_found` if the family has no such operation. Throws `conflict` if the
    /// operation was already undone or erased, or if a newer record conflicts with a restored one.
    public func undo(
        _ id: OperationID, of family: FamilyScope, in tables: [MarkedTable]
    ) throws -> [Int64] {
        guard let found = try operation(id, of: family) else {
            throw ServiceError.notFound(.operation)
        }
        try found.requireUndoable()
        // Undoing an import moves its records to the trash.
        try transaction.execute(
            """
            UPDATE operations SET undone_at = ?1, expires_at = ?4, due_at = ?5
            WHERE family_unit_id = ?2 AND operation_id = ?3
            """, now, family.familyID, id, found.effect == .added ? expiry : nil,
            found.effect == .added ? due : nil)
        do {
            return try tables.map { table in
                try transaction.execute(
                    """
                    UPDATE \(table.name) SET deleted_at = NULL, operation_id = NULL
                    WHERE family_unit_id = ?1 AND operation_id = ?2
                    """, family.familyID, id)
            }
        } catch let error as StorageError where error.code == .unique {
            throw ServiceError(.conflict, "A record that was added since then prevents it")
        }
    }
}
