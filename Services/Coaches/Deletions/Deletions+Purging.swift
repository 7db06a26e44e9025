import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Conditions for undoing and purging a deletion.
extension Deletions {
    // MARK: Restoring

    /// The deletion of a coach's school that can still be undone. ?1 family, ?2 operation.
    static let missingSchoolSQL = """
        SELECT schools.operation_id FROM coaches
        JOIN schools ON schools.family_unit_id = ?1 AND schools.id = coaches.school_id
        JOIN operations ON operations.family_unit_id = ?1
            AND operations.operation_id = schools.operation_id
        WHERE coaches.family_unit_id = ?1 AND coaches.operation_id = ?2
            AND schools.deleted_at IS NOT NULL AND schools.operation_id <> ?2
            AND operations.effect = 'deleted' AND operations.undone_at IS NULL
            AND operations.purged_at IS NULL LIMIT 1
        """

    /// Throws `conflict` if a coach's school was deleted separately and can still be restored: the
    /// school has to be restored first.
    func requireSchools(
        of id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let other = try unit.transaction.first(Self.missingSchoolSQL, scope.familyID, id) {
            try $0.identifier(0) as OperationID
        }
        guard let other else { return }
        throw ServiceError(
            .conflict, "The coach's school has since been deleted; undo that first (\(other))")
    }

    // MARK: Purging

    /// The refusal when other players' interactions are in the trash. It does not reveal whose they
    /// are, or how many.
    static let othersRefusal = """
        Other players' interactions in the trash refer to it; it stays for its 30 days
        """

    /// Interactions in the trash that another player logged and that refer to a coach or school of
    /// an operation. They leave the log when they are purged. The time of their own deletion does
    /// not count: a deletion that is undone may have passed them on to this operation, which keeps
    /// them until its own time is over. ?1 family, ?2 operation, ?3 caller.
    static let othersSQL = """
        SELECT EXISTS (
            SELECT 1 FROM coaches INDEXED BY coaches_by_operation
            CROSS JOIN contacts INDEXED BY contacts_deleted_by_coach
                ON contacts.family_unit_id = ?1 AND contacts.coach_id = coaches.id
            WHERE coaches.family_unit_id = ?1 AND coaches.operation_id = ?2
                AND contacts.coach_id IS NOT NULL AND contacts.deleted_at IS NOT NULL
                AND contacts.logged_by <> ?3
            UNION ALL
            SELECT 1 FROM schools INDEXED BY schools_by_operation
            CROSS JOIN contacts INDEXED BY contacts_deleted_by_school
                ON contacts.family_unit_id = ?1 AND contacts.school_id = schools.id
            WHERE schools.family_unit_id = ?1 AND schools.operation_id = ?2
                AND contacts.school_id IS NOT NULL AND contacts.deleted_at IS NOT NULL
                AND contacts.logged_by <> ?3)
        """
    /// Whether a deletion of the family is being applied or undone. ?1 family.
    static let runningSQL = """
        SELECT EXISTS (
            SELECT 1 FROM deletions INDEXED BY deletions_running
            WHERE family_unit_id = ?1 AND phase IN ('deleting', 'restoring', 'purging')
                AND phase <> 'purging')
        """

    /// Returns the reason why a deletion must stay in the trash, or `nil`. Other players'
    /// interactions must stay restorable until they are purged. While a deletion is being applied
    /// or undone, records may still be reassigned to another one. Operations other than deletions
    /// of coaches and schools may always be purged.
    func keeping(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> ServiceError? {
        let family = scope.familyID
        guard try DeletionRepository.find(id, of: scope.familyID, unit.transaction) != nil else {
            return nil
        }
        if try unit.transaction.scalar(Self.runningSQL, family) == 1 {
            return ServiceError(.conflict, "A deletion is still under way; try again in a moment")
        }
        let isNeeded =
            try unit.transaction.scalar(Self.othersSQL, family, id, scope.userID) == 1
            || MergedContacts(family, unit.transaction)
                .areThere(for: id, ofOthersThan: scope.userID)
        return isNeeded ? ServiceError(.hasDependents, Self.othersRefusal) : nil
    }

    /// Asks the other services to purge their records of a deletion; emptying the trash removes
    /// this service's own rows. Does nothing for other operations.
    func purge(_ id: OperationID, of family: FamilyID, _ unit: UnitOfWork) throws {
        guard var deletion = try DeletionRepository.find(id, of: family, unit.transaction) else {
            return
        }
        try deletion.saga.purge()
        try MergeRepository(family, unit.transaction).forget(id)
        try SchoolMergeRepository(family, unit.transaction).erase(id)
        try DeletionRepository.enter(deletion, at: unit.now, unit.transaction)
        try ask(DeletionFeed.purged, deletion, version: 3, unit)
    }
}
