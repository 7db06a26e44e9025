import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the schools of one family.
struct SchoolRepository {
    private static let columns = """
        id, name, city, state, division, conference, website, twitter_handle, instagram_handle,
        notes, catalogue_id, version, created_at, updated_at
        """
    private static let conditions = FilterConditions<SchoolFilter>(parametersFrom: 3) { filter in
        switch filter {
        case .search: .contains("name_folded")
        case .division: .equal("division")
        }
    }
    static let listSQL = """
        SELECT \(columns), (
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
        SELECT \(columns) FROM schools
        WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NULL
        """
    static let stagedSQL = """
        SELECT \(columns) FROM schools
        WHERE family_unit_id = ?1 AND id = ?2 AND (deleted_at IS NULL OR operation_id = ?3)
        """
    static let byCatalogueSQL = """
        SELECT \(columns) FROM schools
        WHERE family_unit_id = ?1 AND catalogue_id = ?2 AND deleted_at IS NULL
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        family = scope.familyID
        self.transaction = transaction
    }

    /// The schools that match the filters, by name, with their numbers of coaches.
    func list(_ input: ListInput<SchoolFilter>) throws -> [School] {
        var schools: [School] = []
        try transaction.query(
            SchoolRepository.listSQL, bind: { try bind(input, limit: input.limit, to: &$0) },
            row: { row in
                var found = try school(row)
                found.coachCount = Int(try row.int64(14))
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
        try transaction.first(
            SchoolRepository.showSQL, SQLValue(family), SQLValue(id), map: school)
    }

    /// Returns a school, including one staged by an import.
    func find(_ id: SchoolID, staged: OperationID) throws -> School? {
        try transaction.first(
            SchoolRepository.stagedSQL, SQLValue(family), SQLValue(id), SQLValue(staged),
            map: school)
    }

    /// Returns the school with this catalogue id, or `nil`.
    func find(catalogueID: String) throws -> School? {
        try transaction.first(
            SchoolRepository.byCatalogueSQL, SQLValue(family), SQLValue(catalogueID), map: school)
    }

    private func school(_ row: borrowing Row) throws -> School {
        School(
            id: try row.identifier(0), familyUnitID: family, name: try row.text(1),
            city: try row.textOrNil(2), state: try row.textOrNil(3),
            division: try row.wordOrNil(4), conference: try row.textOrNil(5),
            website: try row.textOrNil(6), twitterHandle: try row.textOrNil(7),
            instagramHandle: try row.textOrNil(8), notes: try row.textOrNil(9),
            catalogueID: try row.textOrNil(10), version: Int(try row.int64(11)),
            createdAt: try row.instant(12), updatedAt: try row.instant(13))
    }
}

extension SchoolRepository {
    /// Stores a new school. With a mark it is staged and not yet visible.
    static func insert(
        _ school: School, _ transaction: WriteTransaction, mark: DeletionMark? = nil
    ) throws {
        try transaction.execute(
            """
            INSERT INTO schools (
                family_unit_id, id, name, name_folded, city, state, division, conference, website,
                twitter_handle, instagram_handle, notes, catalogue_id, version, created_at,
                updated_at, deleted_at, operation_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                ?18)
            """,
            SQLValue(school.familyUnitID), SQLValue(school.id), SQLValue(school.name),
            SQLValue(SearchFolding.fold(school.name)), SQLValue(school.city),
            SQLValue(school.state), SQLValue(word: school.division), SQLValue(school.conference),
            SQLValue(school.website), SQLValue(school.twitterHandle),
            SQLValue(school.instagramHandle), SQLValue(school.notes),
            SQLValue(school.catalogueID), SQLValue(school.version), SQLValue(school.createdAt),
            SQLValue(school.updatedAt), SQLValue(mark?.at), SQLValue(mark?.by))
    }
    static func update(_ school: School, _ transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE schools SET name = ?3, name_folded = ?4, city = ?5, state = ?6, division = ?7,
                conference = ?8, website = ?9, twitter_handle = ?10, instagram_handle = ?11,
                notes = ?12, version = ?13, updated_at = ?14
            WHERE family_unit_id = ?1 AND id = ?2
            """,
            SQLValue(school.familyUnitID), SQLValue(school.id), SQLValue(school.name),
            SQLValue(SearchFolding.fold(school.name)), SQLValue(school.city),
            SQLValue(school.state), SQLValue(word: school.division), SQLValue(school.conference),
            SQLValue(school.website), SQLValue(school.twitterHandle),
            SQLValue(school.instagramHandle), SQLValue(school.notes), SQLValue(school.version),
            SQLValue(school.updatedAt))
    }
}
