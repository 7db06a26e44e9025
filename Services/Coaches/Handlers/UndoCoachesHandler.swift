import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension UndoCoaches {
    /// Takes an import's schools and coaches away again. An operation of somebody else does not
    /// exist for the caller.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let scope = try context.requireFamily()
        let operation = try unit.operation(input.operationID, of: scope)
        guard let operation, operation.actor == scope.userID else {
            throw ServiceError.notFound("Operation")
        }
        let tables =
            switch operation.kind {
            case CommitSchools.name: [SchoolImport.table]
            default: [SchoolImport.table, CoachImport.table]
            }
        let removed = try unit.undoImport(input.operationID, of: scope, in: tables)
        // The transaction is taken back if a school still has coaches.
        try refuseOrphans(of: input.operationID, scope, unit)
        return Response(removed: removed)
    }

    /// The import's schools come first, and each looks for its coaches.
    static let orphansSQL = """
        SELECT count(*) FROM import_records CROSS JOIN coaches INDEXED BY coaches_by_school
        WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
            AND import_records.table_name = 'schools'
            AND coaches.family_unit_id = ?1 AND coaches.school_id = import_records.record_id
            AND coaches.deleted_at IS NULL
        """

    private static func refuseOrphans(
        of id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let count = try unit.transaction.scalar(
            orphansSQL, SQLValue(scope.familyID), SQLValue(id))
        guard let count, count > 0 else { return }
        throw ServiceError(
            .hasDependents,
            count == 1
                ? "A coach is at one of these schools; undo the import of coaches first"
                : "\(count) coaches are at these schools; undo the import of coaches first")
    }
}
