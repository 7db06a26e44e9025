import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the coaches of one family.
struct CoachRepository {
    static let columns = """
        coaches.id, coaches.school_id, schools.name, coaches.role, coaches.first_name,
        coaches.last_name, coaches.email, coaches.phone, coaches.twitter_handle,
        coaches.instagram_handle, coaches.notes, coaches.version, coaches.created_by,
        coaches.created_at, coaches.updated_at, coaches.responsiveness_score,
        coaches.responsiveness_sample_size, coaches.responsiveness_computed_at,
        coaches.last_contact_date, coaches.responsiveness_source, coaches.median_answer_hours,
        coaches.silent_since
        FROM coaches LEFT JOIN schools
            ON schools.family_unit_id = coaches.family_unit_id AND schools.id = coaches.school_id
                AND schools.deleted_at IS NULL
        """
    static let bySchoolSQL = """
        SELECT \(columns)
        WHERE coaches.family_unit_id = ?1 AND coaches.school_id = ?2
            AND coaches.deleted_at IS NULL
        ORDER BY coaches.name_folded, coaches.id
        """
    static let showSQL = """
        SELECT \(columns)
        WHERE coaches.family_unit_id = ?1 AND coaches.id = ?2 AND coaches.deleted_at IS NULL
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        family = scope.familyID
        self.transaction = transaction
    }

    /// The coaches of a school, by last name, first name and id.
    func list(of school: SchoolID) throws -> [Coach] {
        try transaction.rows(
            CoachRepository.bySchoolSQL, SQLValue(family), SQLValue(school), map: coach)
    }

    /// Calls `body` for each row of a selection, in order and up to its limit.
    func forEachRow(
        _ selection: CoachSelection, _ body: (borrowing Row) throws -> Void
    ) throws {
        try transaction.query(
            CoachSelection.rowsSQL(by: selection.order),
            bind: { try selection.bind(family: family, limit: selection.limit, to: &$0) },
            row: body)
    }

    /// The number of coaches in a selection, regardless of its limit.
    func count(_ selection: CoachSelection) throws -> Int {
        var count = 0
        try transaction.query(
            CoachSelection.countSQL,
            bind: { try selection.bind(family: family, limit: nil, to: &$0) },
            row: { count = Int(try $0.int64(0)) })
        return count
    }

    /// Returns one coach of the family, or `nil`.
    func find(_ id: CoachID) throws -> Coach? {
        try transaction.first(
            CoachRepository.showSQL, SQLValue(family), SQLValue(id), map: coach)
    }

    private func coach(_ row: borrowing Row) throws -> Coach {
        var coach = Coach(
            id: try row.identifier(0), familyUnitID: family, firstName: try row.text(4),
            lastName: try row.text(5), schoolID: try row.identifierOrNil(1),
            schoolName: try row.textOrNil(2), role: try row.word(3),
            email: try row.textOrNil(6), phone: try row.textOrNil(7),
            twitterHandle: try row.textOrNil(8), instagramHandle: try row.textOrNil(9),
            notes: try row.textOrNil(10), version: Int(try row.int64(11)),
            createdBy: try row.identifier(12), createdAt: try row.instant(13),
            updatedAt: try row.instant(14))
        coach.responsivenessScore = try row.doubleOrNil(15)
        coach.responsivenessSampleSize = try row.int64OrNil(16).map { Int($0) }
        coach.responsivenessComputedAt = try row.instantOrNil(17)
        coach.lastContactDate = try row.instantOrNil(18)
        coach.responsivenessSource = try row.wordOrNil(19)
        coach.medianAnswerHours = try row.doubleOrNil(20)
        coach.silentSince = try row.instantOrNil(21)
        return coach
    }
}

extension CoachRepository {
    /// Stores a new coach, or a new version of one. With a mark, a new coach is staged and not yet
    /// visible.
    static func store(
        _ coach: Coach, _ transaction: WriteTransaction, mark: DeletionMark? = nil
    ) throws {
        let search = CoachSearchText(coach)
        try transaction.execute(
            """
            INSERT INTO coaches (
                family_unit_id, id, school_id, role, first_name, last_name, name_folded, email,
                phone, twitter_handle, instagram_handle, notes, version, created_by, created_at,
                updated_at, deleted_at, operation_id, search_text, phone_digits)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                ?18, ?19, ?20)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET
                school_id = excluded.school_id, role = excluded.role,
                first_name = excluded.first_name, last_name = excluded.last_name,
                name_folded = excluded.name_folded, email = excluded.email,
                phone = excluded.phone, twitter_handle = excluded.twitter_handle,
                instagram_handle = excluded.instagram_handle, notes = excluded.notes,
                version = excluded.version, updated_at = excluded.updated_at,
                search_text = excluded.search_text, phone_digits = excluded.phone_digits
            """,
            SQLValue(coach.familyUnitID), SQLValue(coach.id), SQLValue(coach.schoolID),
            SQLValue(word: coach.role), SQLValue(coach.firstName), SQLValue(coach.lastName),
            SQLValue(SearchFolding.fold(fields: [coach.lastName, coach.firstName])),
            SQLValue(coach.email), SQLValue(coach.phone), SQLValue(coach.twitterHandle),
            SQLValue(coach.instagramHandle), SQLValue(coach.notes), SQLValue(coach.version),
            SQLValue(coach.createdBy), SQLValue(coach.createdAt), SQLValue(coach.updatedAt),
            SQLValue(mark?.at), SQLValue(mark?.by), .text(search.folded),
            SQLValue(search.phoneDigits))
    }
}

// MARK: Restoring

extension CoachRepository {
    static let restoringSQL = """
        SELECT \(columns)
        WHERE coaches.family_unit_id = ?1 AND coaches.restoring_by = ?2
            AND coaches.deleted_at IS NULL
        ORDER BY coaches.name_folded, coaches.id
        """

    static let releaseSQL = """
        UPDATE coaches SET school_id = NULL, version = version + 1
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
            AND school_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM schools WHERE schools.family_unit_id = ?1
                    AND schools.id = coaches.school_id
                    AND (schools.deleted_at IS NULL OR schools.operation_id = ?2))
        """

    /// Removes the school from an operation's deleted coaches if it was purged.
    static func releaseLostSchools(
        of operation: OperationID, _ family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(releaseSQL, SQLValue(family), SQLValue(operation))
    }

    /// The coaches that an undo has restored and that wait for their dependent records.
    func restoring(by operation: OperationID) throws -> [Coach] {
        try transaction.rows(
            CoachRepository.restoringSQL, SQLValue(family), SQLValue(operation), map: coach)
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
            """, SQLValue(family), SQLValue(operation))
    }

    /// Marks the figures for recomputation once all records are restored.
    static func endRestoring(
        by operation: OperationID, of family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE coaches SET restoring_by = NULL, figures_until = 0
            WHERE family_unit_id = ?1 AND restoring_by = ?2
            """, SQLValue(family), SQLValue(operation))
    }
}
