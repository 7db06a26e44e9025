public import Contracts
public import ServiceKit
import Storage

/// A table whose rows are deleted by a mark: it has `family_unit_id`, `id`, `deleted_at` and
/// `operation_id`, and its unique indexes leave marked rows out.
public struct MarkedTable: Sendable {
    let name: String

    /// Names the table, in the program's own text.
    public init(_ name: StaticString) { self.name = "\(name)" }
}

extension UnitOfWork {
    /// Marks a record as deleted by this command. False if there is none, or it is marked already.
    public func markDeleted<Tag>(
        _ id: Identifier<Tag>, in table: MarkedTable, of family: FamilyScope
    ) throws -> Bool {
        let count = try transaction.execute(
            """
            UPDATE \(table.name) SET deleted_at = ?1, operation_id = ?2
            WHERE family_unit_id = ?3 AND id = ?4 AND deleted_at IS NULL
            """, SQLValue(now), SQLValue(operationID), SQLValue(family.familyID), SQLValue(id))
        return count > 0
    }

    /// Writes down that this command can be undone, and what it did to how many records. The
    /// operation has the command's id unless it was given one before. What was deleted lies in the
    /// trash from now on.
    public func recordOperation(
        _ kind: String, of family: FamilyScope, counts: [String: Int], as id: OperationID? = nil,
        effect: UndoableOperation.Effect = .deleted
    ) throws {
        try recordOperation(
            kind, of: family.familyID, by: family.userID, counts: counts, as: id ?? operationID,
            effect: effect)
    }

    /// The same for work that the service does by itself, on behalf of a user or of nobody.
    public func recordOperation(
        _ kind: String, of family: FamilyID, by actor: UserID?, counts: [String: Int],
        as id: OperationID, effect: UndoableOperation.Effect = .deleted
    ) throws {
        try transaction.execute(
            """
            INSERT INTO operations (family_unit_id, operation_id, actor, kind, counts, created_at,
                effect, expires_at, due_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, SQLValue(family), SQLValue(id), SQLValue(actor), .text(kind),
            .text(String(decoding: try JSONCoding.encode(counts), as: UTF8.self)), SQLValue(now),
            SQLValue(word: effect), SQLValue(effect == .deleted ? expiry : nil),
            SQLValue(effect == .deleted ? due : nil))
    }

    /// Writes down how many records of an operation lie in the trash, where that has changed.
    public func recount(
        _ id: OperationID, of family: FamilyID, _ counts: [String: Int]
    ) throws {
        try transaction.execute(
            "UPDATE operations SET counts = ?3 WHERE family_unit_id = ?1 AND operation_id = ?2",
            SQLValue(family), SQLValue(id),
            .text(String(decoding: try JSONCoding.encode(counts), as: UTF8.self)))
    }

    /// When what is deleted now will be removed for good, as people are told.
    private var expiry: Instant { now.advanced(by: TrashLimit.keptFor) }

    /// The same by time that really passed; the later of the two counts.
    private var due: Instant { housekeepingTime.advanced(by: TrashLimit.keptFor) }

    /// An operation that can be undone or was.
    public struct RecordedOperation: Sendable {
        /// What it was.
        public let kind: String
        /// What became of the records.
        public let effect: UndoableOperation.Effect
        /// Who did it.
        public let actor: UserID?
        /// When it was undone.
        public let undoneAt: Instant?
        /// When its records were removed for good.
        public let purgedAt: Instant?
    }

    /// An operation of the family; `nil` if there is none.
    public func operation(
        _ id: OperationID, of family: FamilyScope
    ) throws -> RecordedOperation? {
        try operation(id, of: family.familyID)
    }

    /// The same for work that the service does by itself.
    public func operation(
        _ id: OperationID, of family: FamilyID
    ) throws -> RecordedOperation? {
        try transaction.first(
            """
            SELECT kind, effect, actor, undone_at, purged_at FROM operations
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, SQLValue(family), SQLValue(id)
        ) { row in
            RecordedOperation(
                kind: try row.text(0), effect: try row.word(1), actor: try row.identifierOrNil(2),
                undoneAt: try row.instantOrNil(3), purgedAt: try row.instantOrNil(4))
        }
    }

    /// Takes the marks of an operation away again. Returns how many records each table has back.
    /// Throws `not_found` for an operation of nobody in this family, `conflict` for one that was
    /// undone or removed for good already, and where a record that was added meanwhile stands in
    /// the way.
    public func undo(
        _ id: OperationID, of family: FamilyScope, in tables: [MarkedTable]
    ) throws -> [Int64] {
        guard let found = try operation(id, of: family) else {
            throw ServiceError.notFound("Operation")
        }
        try found.requireUndoable()
        // What an import had added goes into the trash when that is undone.
        try transaction.execute(
            """
            UPDATE operations SET undone_at = ?1, expires_at = ?4, due_at = ?5
            WHERE family_unit_id = ?2 AND operation_id = ?3
            """, SQLValue(now), SQLValue(family.familyID), SQLValue(id),
            SQLValue(found.effect == .added ? expiry : nil),
            SQLValue(found.effect == .added ? due : nil))
        do {
            return try tables.map { table in
                try transaction.execute(
                    """
                    UPDATE \(table.name) SET deleted_at = NULL, operation_id = NULL
                    WHERE family_unit_id = ?1 AND operation_id = ?2
                    """, SQLValue(family.familyID), SQLValue(id))
            }
        } catch let error as StorageError where error.code == .unique {
            throw ServiceError(.conflict, "A record that was added since then prevents it")
        }
    }
}
