import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A kind of record that must not remain without its interaction. Its table supports deletion marks
/// (`MarkedTable`), and has a column `interaction_id` and an index on (`family_unit_id`,
/// `interaction_id`).
struct DependentKind: Sendable {
    /// The name in blockers and counts: the table's name, a plural.
    let type: String
    let table: MarkedTable

    init(_ table: StaticString) {
        type = "\(table)"
        self.table = MarkedTable(table)
    }

    fileprivate var countStatement: String {
        """
        SELECT count(*) FROM \(type)
        WHERE family_unit_id = ?1 AND interaction_id = ?2 AND deleted_at IS NULL
        """
    }

    fileprivate var markStatement: String {
        """
        UPDATE \(type) SET deleted_at = ?3, operation_id = ?4
        WHERE family_unit_id = ?1 AND interaction_id = ?2 AND deleted_at IS NULL
        """
    }
}

/// The records that depend on interactions: they block a simple delete and are included in a
/// cascade.
///
/// Attachments are part of their record, and alerts only report it: neither is a dependent.
struct InteractionDependents: Sendable {
    /// The kinds in this service; there are none yet.
    static let present = InteractionDependents(kinds: [])

    let kinds: [DependentKind]

    /// The kinds of dependents that an interaction has, with their counts.
    func blockers(
        of id: InteractionID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> [DeletionBlocker] {
        try kinds.compactMap { kind in
            let count = try transaction.count(kind.countStatement, scope.familyID, id)
            return count > 0 ? DeletionBlocker(type: kind.type, count: count) : nil
        }
    }

    /// Marks everything that depends on an interaction as deleted by this command. Returns the
    /// counts by kind.
    func delete(
        of id: InteractionID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for kind in kinds {
            let count = try unit.transaction.execute(
                kind.markStatement, scope.familyID, id, unit.now, unit.operationID)
            if count > 0 { counts[kind.type] = Int(count) }
        }
        return counts
    }
}
