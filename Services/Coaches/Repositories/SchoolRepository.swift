import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the schools of one family.
@Memberwise(labels: false)
struct SchoolRepository: FamilyRecords {
    static let subject = ErrorSubject.school
    private static let conditions = FilterConditions<SchoolFilter>(parametersFrom: 3) { filter in
        switch filter {
        case .search: .contains("search_text")
        case .division: .equal("division")
        }
    }
    static let listSQL = """
        SELECT \(School.table.selection), (
            SELECT count(*) FROM coaches
            WHERE coaches.family_unit_id = ?1 AND coaches.school_id = schools.id
                AND coaches.deleted_at IS NULL)
        FROM schools WHERE family_unit_id = ?1 AND deleted_at IS NULL\(conditions.sql)
        ORDER BY name_folded, id LIMIT ?2
        """
    static let countSQL = """
        SELECT count(*) FROM schools
        WHERE family_unit_id = ?1 AND deleted_at IS NULL\(conditions.sql) LIMIT ?2
        """
    static let allSQL = """
        SELECT \(School.table.selection) FROM schools INDEXED BY schools_by_name
        WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY name_folded, id
        """
    static let showSQL = """
        SELECT \(School.table.selection) FROM schools
        WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NULL
        """
    static let stagedSQL = """
        SELECT \(School.table.selection) FROM schools
        WHERE family_unit_id = ?1 AND id = ?2 AND (deleted_at IS NULL OR operation_id = ?3)
        """
    static let byCatalogueSQL = """
        SELECT \(School.table.selection) FROM schools
        WHERE family_unit_id = ?1 AND catalogue_id = ?2 AND deleted_at IS NULL
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// The schools that match the filters, by name, with their numbers of coaches.
    func list(_ input: ListInput<SchoolFilter>) throws -> [School] {
        try transaction.rows(Self.listSQL, values: values(input, limit: input.limit)) { row in
            var found = try School.table.record(row)
            found.coachCount = Int(try row.int64(School.table.width))
            return found
        }
    }

    /// All schools of the family, by name.
    func all() throws -> [School] {
        try transaction.rows(Self.allSQL, family, map: School.table.record)
    }

    /// The number of schools that match the filters, regardless of the limit.
    func count(_ input: ListInput<SchoolFilter>) throws -> Int {
        try transaction.count(Self.countSQL, values: values(input, limit: nil))
    }

    private func values(_ input: ListInput<SchoolFilter>, limit: Int?) -> [any SQLBindable] {
        [family, limit ?? -1] + Self.conditions.values(of: input)
    }

    func find(_ id: SchoolID) throws -> School? {
        try transaction.first(Self.showSQL, family, id, map: School.table.record)
    }

    /// Returns a school, including one staged by an import.
    func find(_ id: SchoolID, staged: OperationID) throws -> School? {
        try transaction.first(
            Self.stagedSQL, family, id, staged, map: School.table.record)
    }

    /// Returns the school with this catalogue id, or `nil`.
    func find(catalogueID: String) throws -> School? {
        try transaction.first(
            Self.byCatalogueSQL, family, catalogueID, map: School.table.record)
    }
}
