import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// What this service deletes and adds at once, and how that is undone. Schools and coaches are the
/// family's: every player may undo.
enum CoachesTrash {
    static let plan = TrashPlan(
        tables: [
            TrashTable(SchoolImport.table.table, title: "name"),
            TrashTable(CoachImport.table.table, title: "first_name || ' ' || last_name"),
        ]
    ) { id, operation, scope, unit in
        try undoImport(id, operation, scope, unit)
    }

    /// Takes an import's schools and coaches away again.
    private static func undoImport(
        _ id: OperationID, _ operation: UnitOfWork.RecordedOperation, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        let tables =
            switch operation.kind {
            case CommitSchools.name: [SchoolImport.table]
            default: [SchoolImport.table, CoachImport.table]
            }
        let removed = try unit.undoImport(id, of: scope, in: tables)
        // The transaction is taken back if a school still has coaches.
        try refuseOrphans(of: id, scope, unit)
        return UndoOperation.Response(id, removed: removed)
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
