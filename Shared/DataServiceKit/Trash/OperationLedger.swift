import Contracts
import ServiceKit
import Storage

/// Reads a family's undoable operations that a player may see.
struct OperationLedger {
    private static let columns = """
        SELECT operation_id, kind, effect, counts, actor, created_at, undone_at, purged_at,
            expires_at, updated
        FROM operations WHERE family_unit_id = ?1 AND (?2 IS NULL OR actor = ?2)
        """
    /// Selects the operations in the trash; ?3 is the limit.
    static let trashSQL = """
        \(columns) AND expires_at IS NOT NULL
        ORDER BY coalesce(undone_at, created_at) DESC, operation_id DESC LIMIT ?3
        """
    /// Selects the operations whose id ends in upper-case digits; ?3 is the limit, ?4 the digits.
    static let endingSQL = """
        \(columns) AND substr(hex(operation_id), -length(?4)) = ?4
        ORDER BY operation_id DESC LIMIT ?3
        """

    /// Selects the operations that deleted a table's records whose id ends in upper-case digits;
    /// ?3 is the limit, ?4 the digits.
    static func recordSQL(_ table: TrashTable) -> String {
        """
        \(columns) AND operation_id IN (
            SELECT operation_id FROM \(table.name)
            WHERE family_unit_id = ?1 AND operation_id IS NOT NULL AND deleted_at IS NOT NULL
                AND substr(hex(id), -length(?4)) = ?4)
        ORDER BY operation_id DESC LIMIT ?3
        """
    }

    /// Selects the operations of other services that deleted a table's records whose id ends in
    /// upper-case digits; ?1 family, ?2 user, ?3 is the limit, ?4 the digits.
    static func takenSQL(_ table: TrashTable) -> String {
        """
        SELECT DISTINCT operation_id FROM \(table.name)
        WHERE family_unit_id = ?1 AND operation_id IS NOT NULL AND deleted_at IS NOT NULL
            AND \(table.owner ?? "?2") = ?2 AND substr(hex(id), -length(?4)) = ?4
            AND NOT EXISTS (
                SELECT 1 FROM operations WHERE operations.family_unit_id = ?1
                    AND operations.operation_id = \(table.name).operation_id)
        LIMIT ?3
        """
    }

    let scope: FamilyScope
    let plan: TrashPlan
    let memberNameSQL: String
    let transaction: ReadTransaction

    private var family: FamilyID { scope.familyID }

    /// Returns the operations for a request.
    func list(_ input: ListOperations.Input) throws -> [UndoableOperation] {
        let actor = plan.isOwnOnly ? scope.userID : nil
        let limit = input.limit
        var found =
            if let ending = input.ending {
                try operations(ending, actor, limit)
            } else {
                try transaction.rows(Self.trashSQL, family, actor, limit, map: Self.operation)
            }
        for place in found.indices {
            found[place].title = try title(of: found[place])
            found[place].actorName = try found[place].actor.flatMap(name)
            try plan.describing(&found[place], family, transaction)
        }
        return found
    }

    /// Returns the operations with such an id; if there are none, those that deleted records with
    /// such an id.
    private func operations(
        _ ending: RecordEnding, _ actor: UserID?, _ limit: Int
    ) throws -> [UndoableOperation] {
        let digits = ending.digits.uppercased()
        let own = try transaction.rows(
            Self.endingSQL, family, actor, limit, digits, map: Self.operation)
        guard own.isEmpty else { return own }
        let deleted = try plan.tables.flatMap {
            try transaction.rows(
                Self.recordSQL($0), family, actor, limit, digits, map: Self.operation)
        }
        return Array(deleted.prefix(limit))
    }

    /// Returns the operations of other services that took a record with such an id along. If
    /// players see their own operations only, the same holds for the records.
    func taken(_ ending: RecordEnding, limit: Int) throws -> [OperationID] {
        let tables = plan.tables.filter { !plan.isOwnOnly || $0.owner != nil }
        let found = try tables.flatMap { table in
            try transaction.rows(
                Self.takenSQL(table), family, scope.userID, limit, ending.digits.uppercased()
            ) { try $0.identifier(0) as OperationID }
        }
        return Array(Set(found).sorted().prefix(limit))
    }

    private static func operation(_ row: borrowing Row) throws -> UndoableOperation {
        let counts = try JSONCoding.decodeResponse(
            [String: Int].self, from: row.blob(3))
        return UndoableOperation(
            id: try row.identifier(0), kind: try row.text(1), effect: try row.word(2),
            title: nil, counts: counts, actor: try row.identifierOrNil(4), actorName: nil,
            createdAt: try row.instant(5), undoneAt: try row.instantOrNil(6),
            purgedAt: try row.instantOrNil(7), expiresAt: try row.instantOrNil(8),
            updated: try row.textOrNil(9).map {
                try JSONCoding.decodedText([String: Int].self, from: $0)
            })
    }

    /// Returns the title of one of the marked records.
    private func title(of operation: UndoableOperation) throws -> String? {
        for table in plan.tables {
            let found = try transaction.first(table.titleSQL, family, operation.id) {
                try $0.textOrNil(0)
            }
            if let title = found ?? nil { return title }
        }
        return nil
    }

    private func name(of user: UserID) throws -> String? {
        try transaction.first(memberNameSQL, family, user) { try $0.text(0) }
    }
}
