import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Finds the schools and coaches that files refer to, within one family. With an import, its staged
/// records count as well.
struct ReferenceRepository {
    /// The result of a lookup by name.
    enum Finding<ID> {
        case one(ID)
        case none
        case several(Int)
    }

    /// The most words of a coach's name for which every split into first and last name is tried.
    static let nameWordsMax = 10

    // Without statistics SQLite would read the whole family, so statements name their index
    // (<https://sqlite.org/lang_indexedby.html>).
    static let schoolByCatalogueSQL = """
        SELECT id FROM schools
        WHERE family_unit_id = ?1 AND catalogue_id = ?2 AND deleted_at IS NULL
        """
    static let schoolByNameSQL = """
        SELECT id FROM schools INDEXED BY schools_by_name
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND deleted_at IS NULL LIMIT 3
        """
    static let stagedSchoolByCatalogueSQL = """
        SELECT id FROM schools INDEXED BY schools_by_operation
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND catalogue_id = ?3
            AND deleted_at IS NOT NULL
        """
    static let stagedSchoolsSQL = """
        SELECT \(School.table.selection) FROM schools INDEXED BY schools_by_operation
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """
    static let stagedSchoolByNameSQL = """
        SELECT id FROM schools INDEXED BY schools_staged_by_name
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND name_folded = ?3
            AND deleted_at IS NOT NULL LIMIT 3
        """
    static let coachByNameSQL = """
        SELECT id, school_id FROM coaches INDEXED BY coaches_by_name
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND deleted_at IS NULL
        """
    static let stagedCoachByNameSQL = """
        SELECT id, school_id FROM coaches INDEXED BY coaches_by_operation
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND name_folded = ?3
            AND deleted_at IS NOT NULL
        """
    /// ?2 to ?3, without it: names as `NameFolding.key` writes them.
    static let coachByNameKeySQL = """
        SELECT id, school_id FROM coaches INDEXED BY coaches_by_name_key
        WHERE family_unit_id = ?1 AND name_key >= ?2 AND name_key < ?3 AND deleted_at IS NULL
        """
    static let coachByKeySQL = """
        SELECT import_keys.record_id, imports.touched_at FROM import_keys
        JOIN imports ON imports.family_unit_id = import_keys.family_unit_id
            AND imports.import_id = import_keys.import_id AND imports.state = 'committed'
        WHERE import_keys.family_unit_id = ?1 AND import_keys.file_key = ?2
        """
    static let keptCoachSQL = """
        SELECT kept_id FROM merges INDEXED BY merges_by_merged
        WHERE family_unit_id = ?1 AND merged_id = ?2
        """
    static let coachSchoolSQL = """
        SELECT school_id FROM coaches
        WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NULL
        """

    /// A staged school whose catalogue entry the family follows by now. ?2 import.
    static let doubledSchoolSQL = """
        SELECT 1 FROM schools AS staged INDEXED BY schools_by_operation
        CROSS JOIN schools AS known INDEXED BY schools_by_catalogue
            ON known.family_unit_id = ?1 AND known.catalogue_id = staged.catalogue_id
                AND known.catalogue_id IS NOT NULL AND known.deleted_at IS NULL
        WHERE staged.family_unit_id = ?1 AND staged.operation_id = ?2
            AND staged.deleted_at IS NOT NULL LIMIT 1
        """
    /// A staged coach whose school no longer exists. ?2 import.
    static let orphanedCoachSQL = CoachRepository.table.orphanSQL(
        by: "school_id", in: "schools",
        isThere: "(schools.deleted_at IS NULL OR schools.operation_id = ?2)")

    private let family: FamilyID
    private let transaction: ReadTransaction
    private let staged: OperationID?

    init(_ scope: FamilyScope, _ transaction: ReadTransaction, staged: OperationID? = nil) {
        family = scope.familyID
        self.transaction = transaction
        self.staged = staged
    }

    // MARK: Committing an import

    /// Throws `conflict` if the staged records no longer fit the family's records.
    func requireUpToDate(_ id: OperationID) throws {
        if try transaction.exists(Self.doubledSchoolSQL, family, id) {
            throw ServiceError(
                .conflict, "A record of the file was added in the meantime; import the file again")
        }
        if try transaction.exists(Self.orphanedCoachSQL, family, id) {
            throw ServiceError.ownerWent("A school")
        }
    }

    // MARK: Schools

    /// The school with this catalogue id.
    func school(catalogueID: String) throws -> SchoolID? {
        let map: (borrowing Row) throws -> SchoolID = { try $0.identifier(0) }
        if let known = try transaction.first(
            Self.schoolByCatalogueSQL, family, catalogueID, map: map)
        {
            return known
        }
        guard let staged else { return nil }
        return try transaction.first(
            Self.stagedSchoolByCatalogueSQL, family, staged, catalogueID, map: map)
    }

    /// All schools, by name.
    func schools() throws -> [School] {
        let known = try SchoolRepository(family, transaction).all()
        guard let staged else { return known }
        return known
            + (try transaction.rows(
                Self.stagedSchoolsSQL, family, staged, map: School.table.record))
    }

    /// Finds the school with this name, ignoring case.
    func school(named name: String) throws -> Finding<SchoolID> {
        let folded = CaseFolding.fold(name.trimmed)
        var found = try transaction.rows(Self.schoolByNameSQL, family, folded) {
            try $0.identifier(0) as SchoolID
        }
        if let staged {
            found += try transaction.rows(Self.stagedSchoolByNameSQL, family, staged, folded) {
                try $0.identifier(0) as SchoolID
            }
        }
        return Self.finding(found)
    }

    // MARK: Coaches

    /// Returns the coach with this first and last name at a school.
    func coach(
        firstName: String, lastName: String, at school: SchoolID?
    ) throws -> CoachID? {
        try coaches(folded: Self.folded(firstName, lastName))
            .first { $0.school == school }?.id
    }

    /// Finds the coaches with a full name, for every split into first and last name, or else those
    /// whom the name may mean as people write it (`PersonName`); at a school if one is given.
    func coach(named name: String, at school: SchoolID?) throws -> Finding<CoachID> {
        let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count <= Self.nameWordsMax else { return .none }
        var found: [CoachID] = []
        for cut in words.indices.dropFirst() {
            let (first, last) = (
                words[..<cut].joined(separator: " "), words[cut...].joined(separator: " ")
            )
            found += try coaches(folded: Self.folded(first, last))
                .filter { school == nil || $0.school == school }.map(\.id)
        }
        if found.isEmpty, let read = PersonName(name) { found = try coaches(read, at: school) }
        return Self.finding(found)
    }

    /// The coaches whom a name may mean. A last name alone means those of one school.
    private func coaches(_ name: PersonName, at school: SchoolID?) throws -> [CoachID] {
        guard !name.first.isEmpty || school != nil else { return [] }
        let key =
            name.first.isEmpty
            ? NameFolding.key([name.last]) + String(CaseFolding.separator) : name.key
        // U+001F ends the last name, and the next character the names that begin with it.
        let end = name.first.isEmpty ? NameFolding.key([name.last]) + " " : key + "\0"
        return try transaction.rows(Self.coachByNameKeySQL, family, key, end) { row in
            (id: try row.identifier(0) as CoachID, school: try row.identifierOrNil(1) as SchoolID?)
        }
        .filter { school == nil || $0.school == school }.map(\.id)
    }

    /// Returns the coach with this key in an imported file, the most recently imported if there are
    /// several. A key of a coach that was merged into another one is that of the one that stays.
    func coach(key: String) throws -> (id: CoachID, school: SchoolID?)? {
        let imported = try transaction.rows(Self.coachByKeySQL, family, key) { row in
            (id: try row.identifier(0) as CoachID, at: try row.int64(1))
        }
        let living = try imported.compactMap { coach in
            let id = try kept(coach.id)
            let school = try transaction.first(Self.coachSchoolSQL, family, id) { row in
                try row.identifierOrNil(0) as SchoolID?
            }
            return school.map { (id: id, school: $0, at: coach.at) }
        }
        return living.max { ($0.at, $0.id) < ($1.at, $1.id) }.map { ($0.id, $0.school) }
    }

    /// Returns the coach that stays of one and of all those into which it was merged in turn.
    private func kept(_ coach: CoachID) throws -> CoachID {
        var (coach, passed) = (coach, Set<CoachID>())
        while passed.insert(coach).inserted {
            let kept = try transaction.first(Self.keptCoachSQL, family, coach) { row in
                try row.identifier(0) as CoachID
            }
            guard let kept else { break }
            coach = kept
        }
        return coach
    }

    private func coaches(folded: String) throws -> [(id: CoachID, school: SchoolID?)] {
        let map: (borrowing Row) throws -> (id: CoachID, school: SchoolID?) = { row in
            (try row.identifier(0), try row.identifierOrNil(1))
        }
        var found = try transaction.rows(Self.coachByNameSQL, family, folded, map: map)
        if let staged {
            found += try transaction.rows(
                Self.stagedCoachByNameSQL, family, staged, folded, map: map)
        }
        return found
    }

    private static func folded(_ first: String, _ last: String) -> String {
        CaseFolding.fold(fields: [last, first]) ?? ""
    }

    private static func finding<ID: Hashable>(_ ids: [ID]) -> Finding<ID> {
        let distinct = Set(ids)
        guard let first = distinct.first else { return .none }
        return distinct.count == 1 ? .one(first) : .several(distinct.count)
    }
}
