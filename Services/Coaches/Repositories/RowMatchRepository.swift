import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Finds the schools and coaches of one family that rows of a file mean, including those staged by
/// the same import. Statements name their index, because without statistics SQLite would read the
/// whole family.
struct RowMatchRepository {
    /// ?2 folded name.
    static let schoolsSQL = """
        SELECT id, state FROM schools INDEXED BY schools_by_name
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND deleted_at IS NULL ORDER BY id
        """
    /// ?3 import.
    static let stagedSchoolsSQL = """
        SELECT id, state FROM schools INDEXED BY schools_staged_by_name
        WHERE family_unit_id = ?1 AND operation_id = ?3 AND name_folded = ?2
            AND deleted_at IS NOT NULL
        """
    private static let columns = """
        SELECT id, school_id, first_name, last_name, coalesce(lower(email) = ?3, 0) FROM coaches
        """
    /// ?2 folded name, ?3 address.
    static let coachesByNameSQL = """
        \(columns) INDEXED BY coaches_by_name
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND deleted_at IS NULL ORDER BY id
        """
    /// ?2 import, ?3 address, ?4 folded name.
    static let stagedCoachesByNameSQL = """
        \(columns) INDEXED BY coaches_by_operation
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND name_folded = ?4
            AND deleted_at IS NOT NULL
        """
    /// ?3 address.
    static let coachesByAddressSQL = """
        \(columns) INDEXED BY coaches_by_email
        WHERE family_unit_id = ?1 AND lower(email) = ?3 AND email IS NOT NULL
            AND deleted_at IS NULL
        ORDER BY id
        """
    /// ?2 import, ?3 address.
    static let stagedCoachesByAddressSQL = """
        \(columns) INDEXED BY coaches_staged_by_email
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND lower(email) = ?3
            AND email IS NOT NULL AND deleted_at IS NOT NULL
        """

    private let family: FamilyID
    private let transaction: ReadTransaction
    private let staged: OperationID

    init(_ staging: ImportStaging) {
        family = staging.scope.familyID
        transaction = staging.unit.transaction
        staged = staging.importID
    }

    /// Finds the school with a name.
    func school(named name: String, state: String?) throws -> RowMatch<SchoolID> {
        let folded = CaseFolding.fold(name)
        let map: (borrowing Row) throws -> LikeSchool = { row in
            LikeSchool(id: try row.identifier(0), state: try row.textOrNil(1))
        }
        let known = try transaction.rows(Self.schoolsSQL, family, folded, map: map)
        let new = try transaction.rows(Self.stagedSchoolsSQL, family, folded, staged, map: map)
        return RowMatch(state: state, among: known + new)
    }

    /// Finds the coach whom a row describes.
    func coach(_ input: CoachInput, at school: RowSchool) throws -> RowMatch<CoachID> {
        let (first, last) = (input.firstName ?? "", input.lastName ?? "")
        let folded = CaseFolding.fold(fields: [last, first]) ?? ""
        let address = input.email?.lowercased()
        var found = try transaction.rows(
            Self.coachesByNameSQL, family, folded, address, map: Self.coach)
        found += try transaction.rows(
            Self.stagedCoachesByNameSQL, family, staged, address, folded, map: Self.coach)
        if address != nil {
            for sql in [Self.coachesByAddressSQL, Self.stagedCoachesByAddressSQL] {
                found += try transaction.rows(sql, family, staged, address, map: Self.coach)
            }
        }
        return RowMatch(
            firstName: CaseFolding.fold(first), lastName: CaseFolding.fold(last), at: school,
            among: found)
    }

    private static func coach(_ row: borrowing Row) throws -> LikeCoach {
        LikeCoach(
            id: try row.identifier(0), school: try row.identifierOrNil(1),
            firstName: CaseFolding.fold(try row.text(2)),
            lastName: CaseFolding.fold(try row.text(3)), hasAddress: try row.bool(4))
    }
}
