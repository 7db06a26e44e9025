import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the coaches of one family.
@Memberwise(labels: false)
struct CoachRepository: FamilyRecords {
    static let subject = ErrorSubject.coach
    static let table = MarkedTable("coaches")
    static let columns = """
        \(Coach.table.selection)
        \(table.joined(with: "schools", by: "school_id")) AND schools.deleted_at IS NULL
        """
    static let bySchoolSQL =
        table.presentSQL(columns, by: "school_id") + " ORDER BY coaches.name_folded, coaches.id"
    static let showSQL = table.presentSQL(columns)

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// The coaches of a school, by last name, first name and id.
    func list(of school: SchoolID) throws -> [Coach] {
        try transaction.rows(CoachRepository.bySchoolSQL, family, school, map: Coach.table.record)
    }

    /// Calls `body` for each row of a selection, in order and up to its limit.
    func forEachRow(
        _ selection: CoachSelection, _ body: (borrowing Row) throws -> Void
    ) throws {
        try transaction.query(
            CoachSelection.rowsSQL(by: selection.order),
            values: selection.values(family, limit: selection.limit), row: body)
    }

    /// The number of coaches in a selection, regardless of its limit.
    func count(_ selection: CoachSelection) throws -> Int {
        try transaction.count(
            CoachSelection.countSQL, values: selection.values(family, limit: nil))
    }

    func find(_ id: CoachID) throws -> Coach? {
        try transaction.first(CoachRepository.showSQL, family, id, map: Coach.table.record)
    }
}

// MARK: Restoring

extension CoachRepository {
    static let restoringSQL =
        table.presentSQL(columns, by: "restoring_by") + " ORDER BY coaches.name_folded, coaches.id"

    static let releaseSQL = """
        UPDATE coaches SET school_id = NULL, version = version + 1
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
            AND school_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM schools WHERE schools.family_unit_id = ?1
                    AND schools.id = coaches.school_id
                    AND (schools.deleted_at IS NULL OR schools.operation_id = ?2))
        """

    /// Removes the school from an operation's deleted coaches if it was purged. Returns the number
    /// of these coaches.
    static func releaseLostSchools(
        of operation: OperationID, _ family: FamilyID, _ transaction: WriteTransaction
    ) throws -> Int {
        Int(try transaction.execute(releaseSQL, family, operation))
    }

    /// The coaches that an undo has restored and that wait for their dependent records.
    func restoring(by operation: OperationID) throws -> [Coach] {
        try transaction.rows(
            CoachRepository.restoringSQL, family, operation, map: Coach.table.record)
    }

    /// Suspends the figures of a deletion's coaches until all records are restored. The stored
    /// figures are right again then; computing them from part of the contacts would be wrong.
    static func beginRestoring(
        by operation: OperationID, of family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE coaches SET restoring_by = ?2
            WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
            """, family, operation)
    }

    /// Marks the figures for recomputation once all records are restored.
    static func endRestoring(
        by operation: OperationID, of family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE coaches SET restoring_by = NULL, figures_until = 0
            WHERE family_unit_id = ?1 AND restoring_by = ?2
            """, family, operation)
    }
}
