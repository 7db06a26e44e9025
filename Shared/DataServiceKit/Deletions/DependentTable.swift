import Contracts
import Storage

/// A table whose records are deleted together with a coach or school. Its rows are deleted by
/// marking (`MarkedTable`). It has an index on family and operation, and indexes on family and
/// coach, school or parent record.
public struct DependentTable: Sendable {
    /// The kind of record that a row refers to.
    enum Reference: Sendable {
        /// A coach, a school or both, in these columns.
        case owners(coach: String?, school: String?)
        /// A record of another dependent table, which precedes this one.
        case parent(column: String, table: String)
    }

    /// The table's name in the counts of replies.
    public let type: String
    let reference: Reference
    let isVersioned: Bool

    /// Creates a table whose records refer to a coach, a school or both. With `isVersioned` its
    /// column `version` counts deletions and restorations.
    public init(
        _ table: StaticString, coach: StaticString? = nil, school: StaticString? = nil,
        isVersioned: Bool = false
    ) {
        type = "\(table)"
        reference = .owners(coach: coach.map { "\($0)" }, school: school.map { "\($0)" })
        self.isVersioned = isVersioned
    }

    /// Creates a table whose records are deleted together with the record of another dependent
    /// table to which `column` refers.
    public init(
        _ table: StaticString, partOf parent: StaticString, by column: StaticString,
        isVersioned: Bool = false
    ) {
        type = "\(table)"
        reference = .parent(column: "\(column)", table: "\(parent)")
        self.isVersioned = isVersioned
    }

    private var versionSQL: String { isVersioned ? ", version = version + 1" : "" }

    /// Finds the records that an operation must mark; ?1 family, ?2 operation.
    var findSQL: String {
        switch reference {
        case .owners(let coach, let school):
            let finds = [(coach, "coach"), (school, "school")].compactMap { column, kind in
                column.map {
                    """
                    SELECT \(type).id FROM deletion_tombstones AS t
                    JOIN \(type) ON \(type).family_unit_id = ?1 AND \(type).\($0) = t.record_id
                    WHERE t.family_unit_id = ?1 AND t.operation_id = ?2 AND t.kind = '\(kind)'
                        AND \(type).deleted_at IS NULL
                    """
                }
            }
            return finds.joined(separator: "\nUNION\n")
        case .parent(let column, let table):
            return """
                SELECT \(type).id FROM \(table)
                JOIN \(type) ON \(type).family_unit_id = ?1 AND \(type).\(column) = \(table).id
                WHERE \(table).family_unit_id = ?1 AND \(table).operation_id = ?2
                    AND \(type).deleted_at IS NULL
                """
        }
    }

    /// Marks one record; ?1 family, ?2 operation, ?3 record, ?4 time of deletion.
    var markSQL: String {
        """
        UPDATE \(type) SET deleted_at = ?4, operation_id = ?2\(versionSQL)
        WHERE family_unit_id = ?1 AND id = ?3 AND deleted_at IS NULL
        """
    }

    /// Finds the records that an operation has marked; ?1 family, ?2 operation.
    var markedSQL: String {
        """
        SELECT id FROM \(type)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """
    }

    /// Removes the mark of one record unless a newer record conflicts; ?1 family, ?2 operation, ?3
    /// record.
    var restoreSQL: String {
        """
        UPDATE OR IGNORE \(type) SET deleted_at = NULL, operation_id = NULL\(versionSQL)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND id = ?3
        """
    }

    /// Finds another deletion that covers a record of an operation: kind, operation and whether it
    /// was erased; ?1 family, ?2 operation.
    var obstacleSQL: String? {
        guard case .owners = reference else { return nil }
        return """
            SELECT t.kind, t.operation_id, t.is_gone FROM \(type)
            JOIN deletion_tombstones AS t ON t.family_unit_id = ?1
                AND t.operation_id <> ?2 AND \(isNamedSQL)
            WHERE \(type).family_unit_id = ?1 AND \(type).operation_id = ?2
                AND \(type).deleted_at IS NOT NULL ORDER BY t.is_gone LIMIT 1
            """
    }

    /// Finds the records of an operation that refer to an erased record: record, kind, coach or
    /// school; ?1 family, ?2 operation.
    var lostSQL: String? {
        guard case .owners(let coach, let school) = reference else { return nil }
        return [(coach, "coach"), (school, "school")].compactMap { column, kind in
            column.map {
                """
                SELECT \(type).id, t.kind, t.record_id FROM \(type)
                CROSS JOIN deletion_tombstones AS t ON t.family_unit_id = ?1
                    AND t.kind = '\(kind)' AND t.record_id = \(type).\($0) AND t.is_gone
                WHERE \(type).family_unit_id = ?1 AND \(type).operation_id = ?2
                    AND \(type).deleted_at IS NOT NULL
                """
            }
        }.joined(separator: "\nUNION ALL\n")
    }

    /// Removes a record's reference to a coach or school; ?1 family, ?2 record.
    func releaseSQL(_ kind: DeletionFeed.Kind) -> String? {
        guard case .owners(let coach, let school) = reference else { return nil }
        return (kind == .coach ? coach : school).map {
            "UPDATE \(type) SET \($0) = NULL WHERE family_unit_id = ?1 AND id = ?2"
        }
    }

    /// Finds the deletions to which records of an operation are reassigned; ?1 family, ?2
    /// operation.
    var receiversSQL: String? {
        guard case .owners = reference else { return nil }
        return """
            SELECT DISTINCT t.operation_id FROM \(type)
            JOIN deletion_tombstones AS t ON t.family_unit_id = ?1
                AND t.operation_id <> ?2 AND NOT t.is_gone AND \(isNamedSQL)
            WHERE \(type).family_unit_id = ?1 AND \(type).operation_id = ?2
                AND \(type).deleted_at IS NOT NULL
            """
    }

    /// Reassigns the records of an operation to another deletion that covers them and can still be
    /// undone; ?1 family, ?2 operation.
    var passOverSQL: String {
        switch reference {
        case .owners:
            """
            UPDATE \(type) SET (operation_id, deleted_at) = (
                SELECT t.operation_id, t.deleted_at FROM deletion_tombstones AS t
                WHERE t.family_unit_id = ?1 AND t.operation_id <> ?2 AND NOT t.is_gone
                    AND \(isNamedSQL) LIMIT 1)
            WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
                AND EXISTS (
                    SELECT 1 FROM deletion_tombstones AS t
                    WHERE t.family_unit_id = ?1 AND t.operation_id <> ?2 AND NOT t.is_gone
                        AND \(isNamedSQL))
            """
        case .parent(let column, let table):
            """
            UPDATE \(type) SET (operation_id, deleted_at) = (
                SELECT p.operation_id, p.deleted_at FROM \(table) AS p
                WHERE p.family_unit_id = ?1 AND p.id = \(type).\(column))
            WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
                AND EXISTS (
                    SELECT 1 FROM \(table) AS p
                    WHERE p.family_unit_id = ?1 AND p.id = \(type).\(column)
                        AND p.deleted_at IS NOT NULL AND p.operation_id <> ?2)
            """
        }
    }

    /// Whether the row refers to the record of the tombstone `t`.
    private var isNamedSQL: String {
        guard case .owners(let coach, let school) = reference else { return "0" }
        let names = [(coach, "coach"), (school, "school")].compactMap { column, kind in
            column.map { "(t.kind = '\(kind)' AND t.record_id = \(type).\($0))" }
        }
        return "(\(names.joined(separator: " OR ")))"
    }

    /// All statements, for tests of their plans.
    public var statements: [String] {
        [findSQL, markSQL, markedSQL, restoreSQL, passOverSQL]
            + [
                obstacleSQL, lostSQL, receiversSQL, releaseSQL(.coach), releaseSQL(.school),
            ].compactMap { $0 }
    }
}
