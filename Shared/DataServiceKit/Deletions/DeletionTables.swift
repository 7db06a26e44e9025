public import Contracts
public import Storage

/// What a participant keeps of deletions of coaches and schools, on a track of its own.
public enum DeletionTables {
    /// The tombstones: which coaches and schools were deleted, and by which operation.
    public static let track = MigrationTrack(
        "deletions",
        [
            Migration(
                "tombstones",
                sql: """
                    CREATE TABLE deletion_tombstones (
                        family_unit_id BLOB NOT NULL,
                        kind TEXT NOT NULL CHECK (kind IN ('coach', 'school')),
                        record_id BLOB NOT NULL CHECK (length(record_id) = 16),
                        operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
                        deleted_at INTEGER NOT NULL,
                        PRIMARY KEY (family_unit_id, kind, record_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX deletion_tombstones_by_operation
                        ON deletion_tombstones (family_unit_id, operation_id);
                    """),
            // Whether the record was removed for good: no undo brings it back.
            Migration(
                "what is gone",
                sql: """
                    ALTER TABLE deletion_tombstones
                        ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
                    """),
        ])
}

/// Which coaches and schools are deleted, as a participant knows. A new record that names one of
/// them is refused: its deletion would not take it along any more.
public struct DeletionTombstones {
    static let findSQL = """
        SELECT operation_id FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND kind = ?2 AND record_id = ?3
        """
    static let restorableSQL = findSQL + " AND NOT is_gone"

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// Those of a family, as this transaction sees them.
    public init(_ family: FamilyID, _ transaction: ReadTransaction) {
        self.family = family
        self.transaction = transaction
    }

    /// The operation that deleted this coach; `nil` as long as nobody did.
    public func operation(deleting coach: CoachID) throws -> OperationID? {
        try operation(.coach, RecordID(high: coach.high, low: coach.low))
    }

    /// The operation that deleted this school; `nil` as long as nobody did.
    public func operation(deleting school: SchoolID) throws -> OperationID? {
        try operation(.school, RecordID(high: school.high, low: school.low))
    }

    /// The operation that deleted this record and can still be undone.
    public func restorable(
        _ kind: DeletionFeed.Kind, _ id: RecordID
    ) throws -> OperationID? {
        try operation(kind, id, Self.restorableSQL)
    }

    private func operation(
        _ kind: DeletionFeed.Kind, _ id: RecordID, _ sql: String = findSQL
    ) throws -> OperationID? {
        try transaction.first(
            sql, SQLValue(family), .text(kind.rawValue), SQLValue(id)
        ) { try $0.identifier(0) }
    }

    /// A coach or a school that a record names and that is not there.
    public struct Obstacle: Sendable {
        /// Which of the two.
        public let kind: DeletionFeed.Kind
        /// The operation that deleted it.
        public let operationID: OperationID
        /// Whether it was removed for good.
        public let isGone: Bool
    }

    /// What stands in the way of bringing back the records of an operation: the first coach or
    /// school that they name and that another operation deleted, one that can come back before one
    /// that cannot.
    public func obstacle(
        to operation: OperationID, in table: DependentTable
    ) throws -> Obstacle? {
        guard let sql = table.obstacleSQL else { return nil }
        return try transaction.first(sql, SQLValue(family), SQLValue(operation)) { row in
            Obstacle(
                kind: try row.word(0), operationID: try row.identifier(1),
                isGone: try row.bool(2))
        }
    }

    /// Throws the refusal to bring back records that name a coach or a school which another
    /// operation deleted and which can come back itself: the undo of that operation comes first.
    /// What was removed for good stands in nobody's way (`UnitOfWork.releaseLost`).
    ///
    /// - Throws: `ReferenceUnknown` as long as coaches' feed was not read to its end: the operation
    ///   may have been removed for good a moment ago.
    public func requireOwners(
        of operation: OperationID, in table: DependentTable
    ) throws {
        guard let obstacle = try obstacle(to: operation, in: table), !obstacle.isGone else {
            return
        }
        throw Self.refusal(obstacle.kind, deletedBy: obstacle.operationID)
    }

    /// Throws `conflict`, with the remedy, if the rows of an import name a coach or a school that
    /// was deleted since they were staged.
    public func requireOwners(ofImport id: OperationID, in table: DependentTable) throws {
        guard let obstacle = try obstacle(to: id, in: table) else { return }
        throw ServiceError(
            .conflict,
            "A \(obstacle.kind.rawValue) in this file was deleted in the meantime; import it again")
    }

    /// The refusal to bring back what names a coach or a school that an operation deleted, thrown
    /// once coaches' feed was read to its end.
    public static func refusal(
        _ kind: DeletionFeed.Kind, deletedBy operation: OperationID
    ) -> ReferenceUnknown {
        ReferenceUnknown(
            .coaches,
            refusal: ServiceError(
                .conflict,
                "The \(kind.rawValue) was deleted since then; undo that first (\(operation))"))
    }
}
