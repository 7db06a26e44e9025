import Contracts
import Storage

/// A table whose records go along when a coach or a school is deleted. It is deleted from by marks
/// (`MarkedTable`), has an index on family and operation, and indexes on family and coach, school
/// or parent record.
public struct DependentTable: Sendable {
    /// What a record refers to.
    enum Reference: Sendable {
        /// A coach, a school, or both, by these columns.
        case owners(coach: String?, school: String?)
        /// A record of another dependent table, which stands before this one.
        case parent(column: String, table: String)
    }

    /// How answers count it: the table's name.
    public let type: String
    let reference: Reference
    let isVersioned: Bool

    /// A table whose records name a coach, a school or both. With `isVersioned` a column `version`
    /// counts deletions and returns.
    public init(
        _ table: StaticString, coach: StaticString? = nil, school: StaticString? = nil,
        isVersioned: Bool = false
    ) {
        type = "\(table)"
        reference = .owners(coach: coach.map { "\($0)" }, school: school.map { "\($0)" })
        self.isVersioned = isVersioned
    }

    /// A table whose records are parts of those of another dependent table: they go along with the
    /// record that the column names.
    public init(
        _ table: StaticString, partOf parent: StaticString, by column: StaticString,
        isVersioned: Bool = false
    ) {
        type = "\(table)"
        reference = .parent(column: "\(column)", table: "\(parent)")
        self.isVersioned = isVersioned
    }

    private var versionSQL: String { isVersioned ? ", version = version + 1" : "" }

    /// The records that an operation has to mark; ?1 family, ?2 operation.
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

    /// Marks one record; ?1 family, ?2 operation, ?3 record, ?4 the instant.
    var markSQL: String {
        """
        UPDATE \(type) SET deleted_at = ?4, operation_id = ?2\(versionSQL)
        WHERE family_unit_id = ?1 AND id = ?3 AND deleted_at IS NULL
        """
    }

    /// The records that an operation has marked; ?1 family, ?2 operation.
    var markedSQL: String {
        """
        SELECT id FROM \(type)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """
    }

    /// Takes the mark of one record away, unless a record that was added since stands in its place;
    /// ?1 family, ?2 operation, ?3 record.
    var restoreSQL: String {
        """
        UPDATE OR IGNORE \(type) SET deleted_at = NULL, operation_id = NULL\(versionSQL)
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND id = ?3
        """
    }

    /// Whose deletion a record of an operation names besides: kind, operation and whether that was
    /// removed for good; ?1 family, ?2 operation.
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

    /// The records of an operation that name what was removed for good: record, kind, coach or
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

    /// Lets a record name no coach, or no school, any more; ?1 family, ?2 record.
    func releaseSQL(_ kind: DeletionFeed.Kind) -> String? {
        guard case .owners(let coach, let school) = reference else { return nil }
        return (kind == .coach ? coach : school).map {
            "UPDATE \(type) SET \($0) = NULL WHERE family_unit_id = ?1 AND id = ?2"
        }
    }

    /// The deletions that records of an operation pass over to; ?1 family, ?2 operation.
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

    /// Records of an operation that another deletion covers too, which can still be undone, pass
    /// over to that one; ?1 family, ?2 operation.
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

    /// Whether the tombstone `t` is of a record that the row names.
    private var isNamedSQL: String {
        guard case .owners(let coach, let school) = reference else { return "0" }
        let names = [(coach, "coach"), (school, "school")].compactMap { column, kind in
            column.map { "(t.kind = '\(kind)' AND t.record_id = \(type).\($0))" }
        }
        return "(\(names.joined(separator: " OR ")))"
    }

    /// Every statement, for tests of their plans.
    public var statements: [String] {
        [findSQL, markSQL, markedSQL, restoreSQL, passOverSQL]
            + [
                obstacleSQL, lostSQL, receiversSQL, releaseSQL(.coach), releaseSQL(.school),
            ].compactMap { $0 }
    }
}
