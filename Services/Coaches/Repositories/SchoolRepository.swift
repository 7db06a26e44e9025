import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about schools, within one family.
struct SchoolRepository {
    private static let columns = """
        id, name, city, state, division, conference, website, twitter_handle, instagram_handle,
        notes, catalogue_id, version, created_at, updated_at
        """
    static let listSQL = """
        SELECT \(columns) FROM schools
        WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY name_folded, id
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

    /// The family's schools, as this transaction sees them.
    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        family = scope.familyID
        self.transaction = transaction
    }

    /// All schools, by name.
    func list() throws -> [School] {
        try transaction.rows(SchoolRepository.listSQL, SQLValue(family), map: school)
    }

    /// One school; `nil` if the family has none with this id.
    func find(_ id: SchoolID) throws -> School? {
        try transaction.first(
            SchoolRepository.showSQL, SQLValue(family), SQLValue(id), map: school)
    }

    /// One school, also one that an import has staged.
    func find(_ id: SchoolID, staged: OperationID) throws -> School? {
        try transaction.first(
            SchoolRepository.stagedSQL, SQLValue(family), SQLValue(id), SQLValue(staged),
            map: school)
    }

    /// The school that was taken from this entry of the catalogue.
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
    /// Stores a new school; with a mark it is not there yet for anybody.
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
}
