import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the schools of one family.
struct SchoolRepository {
    private static let conditions = FilterConditions<SchoolFilter>(parametersFrom: 3) { filter in
        switch filter {
        case .search: .contains("name_folded")
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

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.init(scope.familyID, transaction)
    }

    /// For background work, which has no caller.
    init(_ family: FamilyID, _ transaction: ReadTransaction) {
        self.family = family
        self.transaction = transaction
    }

    /// The schools that match the filters, by name, with their numbers of coaches.
    func list(_ input: ListInput<SchoolFilter>) throws -> [School] {
        var schools: [School] = []
        try transaction.query(
            SchoolRepository.listSQL, bind: { try bind(input, limit: input.limit, to: &$0) },
            row: { row in
                var found = try School.table.record(row)
                found.coachCount = Int(try row.int64(School.table.width))
                schools.append(found)
            })
        return schools
    }

    /// The number of schools that match the filters, regardless of the limit.
    func count(_ input: ListInput<SchoolFilter>) throws -> Int {
        var count = 0
        try transaction.query(
            SchoolRepository.countSQL, bind: { try bind(input, limit: nil, to: &$0) },
            row: { count = Int(try $0.int64(0)) })
        return count
    }

    private func bind(
        _ input: ListInput<SchoolFilter>, limit: Int?, to binder: inout Binder
    ) throws {
        try binder.bind(family)
        try binder.bind(Int64(limit ?? -1))
        try SchoolRepository.conditions.bind(input, to: &binder)
    }

    /// Returns one school of the family, or `nil`.
    func find(_ id: SchoolID) throws -> School? {
        try transaction.first(SchoolRepository.showSQL, family, id, map: School.table.record)
    }

    /// Returns a school, including one staged by an import.
    func find(_ id: SchoolID, staged: OperationID) throws -> School? {
        try transaction.first(
            SchoolRepository.stagedSQL, family, id, staged, map: School.table.record)
    }

    /// Returns the school with this catalogue id, or `nil`.
    func find(catalogueID: String) throws -> School? {
        try transaction.first(
            SchoolRepository.byCatalogueSQL, family, catalogueID, map: School.table.record)
    }
}
