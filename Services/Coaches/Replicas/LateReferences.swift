import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Restores schools and coaches that the undo of an import removed although a record of another
/// service refers to them. That service accepted the record before it knew of the undo.
struct LateReferences {
    /// How long before the undo a late reference may have been stored. The time of a command is
    /// taken before the command waits in the queue.
    static let tolerance = Duration.seconds(60)

    /// Restores a school. The family may follow the same school of the catalogue again, or be about
    /// to: a committed import makes its schools visible whatever happens meanwhile. ?1 family,
    /// ?2 school.
    static let schoolSQL = """
        UPDATE schools SET deleted_at = NULL, operation_id = NULL, version = version + 1,
            catalogue_id = CASE WHEN EXISTS (
                SELECT 1 FROM schools AS others
                WHERE others.family_unit_id = ?1 AND others.deleted_at IS NULL
                    AND others.catalogue_id = schools.catalogue_id)
                OR EXISTS (
                    SELECT 1 FROM imports_under_way AS running
                    CROSS JOIN schools AS coming INDEXED BY schools_by_operation
                        ON coming.family_unit_id = ?1
                            AND coming.operation_id = running.import_id
                            AND coming.catalogue_id = schools.catalogue_id
                    WHERE running.family_unit_id = ?1) THEN NULL
                ELSE catalogue_id END
        WHERE family_unit_id = ?1 AND id = ?2
        """

    private let unit: UnitOfWork
    let family: FamilyID
    private let storedAt: Instant

    /// Creates the restorer for the records in a change of another service.
    init(of change: Change, _ family: FamilyID, _ unit: UnitOfWork) {
        self.unit = unit
        self.family = family
        storedAt = change.occurredAt
    }

    func restore(_ school: SchoolID?, _ coach: CoachID?) throws {
        if let school { try restore(school) }
        if let coach { try restore(coach) }
    }

    func restore(_ kind: DeletionFeed.Kind, _ id: RecordID) throws {
        switch kind {
        case .school: try restore(SchoolID(id))
        case .coach: try restore(CoachID(id))
        }
    }

    private func restore(_ id: SchoolID) throws {
        guard let removal = try removal(of: id, from: "schools") else { return }
        try unit.transaction.execute(Self.schoolSQL, family, id)
        guard let school = try SchoolRepository(family, unit.transaction).find(id) else { return }
        try unit.record(NewChange(CoachesFeed.schoolChanged, of: school))
        try recount(removal)
    }

    private func restore(_ id: CoachID) throws {
        guard let removal = try removal(of: id, from: "coaches") else { return }
        let school: SchoolID?? = try unit.transaction.first(
            "SELECT school_id FROM coaches WHERE family_unit_id = ?1 AND id = ?2", family, id
        ) { try $0.identifierOrNil(0) }
        if let school = school ?? nil { try restore(school) }
        try unit.transaction.execute(
            """
            UPDATE coaches SET deleted_at = NULL, operation_id = NULL, version = version + 1,
                figures_until = 0,
                school_id = (
                    SELECT id FROM schools WHERE schools.family_unit_id = ?1
                        AND schools.id = coaches.school_id AND schools.deleted_at IS NULL)
            WHERE family_unit_id = ?1 AND id = ?2
            """, family, id)
        guard let coach = try CoachRepository(family, unit.transaction).find(id) else { return }
        _ = try CoachChange.store(coach, unit)
        try recount(removal)
    }

    /// The undone import that removed a record; nil if the record is visible, was removed in
    /// another way, or was removed more than `tolerance` after the reference was stored, so that
    /// the undo knew of the reference.
    private func removal(of id: some SQLBindable, from table: StaticString) throws -> OperationID? {
        let removal = try unit.transaction.first(
            """
            SELECT operation_id, deleted_at FROM \(table)
            WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NOT NULL
                AND operation_id IS NOT NULL
            """, family, id
        ) { (operation: try $0.identifier(0, as: OperationID.self), at: try $0.instant(1)) }
        guard let removal, removal.at <= storedAt.advanced(by: Self.tolerance),
            let operation = try unit.operation(removal.operation, of: family),
            operation.effect == .added, operation.undoneAt != nil, operation.purgedAt == nil
        else { return nil }
        return removal.operation
    }

    /// Updates the recorded numbers of an operation's records in the trash.
    private func recount(_ operation: OperationID) throws {
        var counts: [String: Int] = [:]
        for table: StaticString in ["schools", "coaches"] {
            let count = try unit.transaction.count(
                """
                SELECT count(*) FROM \(table)
                WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
                """, family, operation)
            if count > 0 { counts["\(table)"] = count }
        }
        try unit.recount(operation, of: family, counts)
    }
}
