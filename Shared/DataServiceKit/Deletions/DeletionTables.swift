public import Contracts
public import Storage

/// The tables of a participant in deletions of coaches and schools, on their own track.
public enum DeletionTables {
    /// The tombstones: the deleted coaches and schools, and the operations that deleted them.
    public static let track = MigrationTrack(
        "deletions",
        [
            Migration(
                "tombstones",
                sql: """
                    \(tombstones)
                    CREATE INDEX deletion_tombstones_by_operation
                        ON deletion_tombstones (family_unit_id, operation_id);
                    """),
            // Whether the record was erased, so that no undo restores it.
            Migration(
                "what is gone",
                sql: """
                    ALTER TABLE deletion_tombstones
                        ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
                    """),
            // The coach into which a coach was merged, and the records that followed, so that an
            // undo moves exactly those back.
            Migration(
                "moved records",
                sql: """
                    ALTER TABLE deletion_tombstones ADD COLUMN merged_into BLOB
                        CHECK (length(merged_into) = 16);
                    \(movedRecords)
                    """),
            // Whether the record was in the trash when it moved, where nobody sees it.
            Migration(
                "moved records in the trash",
                sql: """
                    ALTER TABLE moved_records
                        ADD COLUMN is_trashed INTEGER NOT NULL DEFAULT 0;
                    """),
        ])

    private static let tombstones = Migration.familyTableSQL(
        "deletion_tombstones", key: "kind, record_id",
        columns: """
            kind TEXT NOT NULL CHECK (kind IN ('coach', 'school')),
            record_id BLOB NOT NULL CHECK (length(record_id) = 16),
            operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
            deleted_at INTEGER NOT NULL
            """)

    private static let movedRecords = Migration.familyTableSQL(
        "moved_records", ids: "operation_id", key: "operation_id, table_name, record_id",
        columns: """
            table_name TEXT NOT NULL,
            record_id BLOB NOT NULL CHECK (length(record_id) = 16)
            """)
}

/// The deleted coaches and schools known to a participant. A new record that refers to one is
/// refused, because the deletion would no longer cover it.
@Memberwise(labels: false)
public struct DeletionTombstones {
    static let findSQL = """
        SELECT operation_id FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND kind = ?2 AND record_id = ?3
        """
    static let restorableSQL = findSQL + " AND NOT is_gone"

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// Returns the operation that deleted this coach; nil if it is not deleted.
    public func operation(deleting coach: CoachID) throws -> OperationID? {
        try operation(.coach, RecordID(coach))
    }

    /// Returns the operation that deleted this school; nil if it is not deleted.
    public func operation(deleting school: SchoolID) throws -> OperationID? {
        try operation(.school, RecordID(school))
    }

    /// Returns the operation that deleted this record and can still be undone.
    public func restorable(
        _ kind: DeletionFeed.Kind, _ id: RecordID
    ) throws -> OperationID? {
        try operation(kind, id, Self.restorableSQL)
    }

    /// Whether this school was erased, so that no undo restores it.
    public func isErased(_ school: SchoolID) throws -> Bool {
        try operation(deleting: school) != nil
            && restorable(.school, RecordID(school)) == nil
    }

    private func operation(
        _ kind: DeletionFeed.Kind, _ id: RecordID, _ sql: String = findSQL
    ) throws -> OperationID? {
        try transaction.first(sql, family, kind.rawValue, id) { try $0.identifier(0) }
    }

    /// A deleted coach or school to which a record refers.
    public struct Obstacle: Sendable {
        /// Whether it is a coach or a school.
        public let kind: DeletionFeed.Kind
        /// The operation that deleted it.
        public let operationID: OperationID
        /// Whether it was erased.
        public let isGone: Bool
    }

    /// Returns the first coach or school that prevents the restoration of an operation's records:
    /// one to which they refer and which another operation deleted. A restorable one comes before
    /// an erased one.
    public func obstacle(
        to operation: OperationID, in table: DependentTable
    ) throws -> Obstacle? {
        guard let sql = table.obstacleSQL else { return nil }
        return try transaction.first(sql, family, operation) { row in
            Obstacle(
                kind: try row.word(0), operationID: try row.identifier(1),
                isGone: try row.bool(2))
        }
    }

    /// Throws the refusal to restore records that refer to a coach or school which another
    /// operation deleted and which can itself be restored: that operation must be undone first.
    /// Erased ones prevent nothing (`UnitOfWork.releaseLost`).
    ///
    /// - Throws: `UnknownReference` unless coaches' feed was read to the end, because the operation
    ///   may just have been erased.
    public func requireOwners(
        of operation: OperationID, in table: DependentTable
    ) throws {
        guard let obstacle = try obstacle(to: operation, in: table), !obstacle.isGone else {
            return
        }
        throw Self.refusal(obstacle.kind, deletedBy: obstacle.operationID)
    }

    /// Throws `conflict`, with the remedy, if rows of an import refer to a coach or school that was
    /// deleted after they were staged.
    public func requireOwners(ofImport id: OperationID, in table: DependentTable) throws {
        guard let obstacle = try obstacle(to: id, in: table) else { return }
        throw ServiceError(
            .conflict,
            "A \(obstacle.kind.rawValue) in this file was deleted in the meantime; import it again")
    }

    /// Returns the refusal to restore a record whose coach or school an operation deleted. It takes
    /// effect once coaches' feed was read to the end.
    public static func refusal(
        _ kind: DeletionFeed.Kind, deletedBy operation: OperationID
    ) -> UnknownReference {
        UnknownReference(
            .coaches,
            refusal: ServiceError(
                .conflict,
                "The \(kind.rawValue) has since been deleted; undo that first (\(operation))"))
    }
}
