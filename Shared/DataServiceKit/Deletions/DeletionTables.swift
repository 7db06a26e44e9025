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
                    """)
        ])
}

/// Which coaches and schools are deleted, as a participant knows. A new record that names one of
/// them is refused: its deletion would not take it along any more.
public struct DeletionTombstones {
    static let findSQL = """
        SELECT operation_id FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND kind = ?2 AND record_id = ?3
        """

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

    private func operation(_ kind: DeletionFeed.Kind, _ id: RecordID) throws -> OperationID? {
        try transaction.first(
            Self.findSQL, SQLValue(family), .text(kind.rawValue), SQLValue(id)
        ) { try $0.identifier(0) }
    }

    /// What stands in the way of bringing back the records of an operation: the first coach or
    /// school that they name and that another operation deleted.
    public func obstacle(
        to operation: OperationID, in table: DependentTable
    ) throws -> (kind: DeletionFeed.Kind, by: OperationID)? {
        guard let sql = table.obstacleSQL else { return nil }
        return try transaction.first(sql, SQLValue(family), SQLValue(operation)) { row in
            (try row.word(0), try row.identifier(1))
        }
    }

    /// Throws `conflict`, with the remedy, if records that an operation deleted or staged name a
    /// coach or a school that another one deleted.
    public func refuse(
        _ operation: OperationID, in table: DependentTable, isImport: Bool = false
    ) throws {
        guard let obstacle = try obstacle(to: operation, in: table) else { return }
        guard isImport else { throw Self.refusal(obstacle.kind, deletedBy: obstacle.by) }
        throw ServiceError(
            .conflict,
            "A \(obstacle.kind.rawValue) in this file was deleted meanwhile; import it again")
    }

    /// The refusal to bring back what names a coach or a school that an operation deleted.
    public static func refusal(
        _ kind: DeletionFeed.Kind, deletedBy operation: OperationID
    ) -> ServiceError {
        ServiceError(
            .conflict, "The \(kind.rawValue) was deleted since; undo that first (\(operation))")
    }
}
