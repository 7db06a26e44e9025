import Contracts
import DataServiceKit
import Storage

/// All SQL about merges of one family's schools.
@Memberwise(labels: false)
struct SchoolMergeRepository {
    static let findSQL = """
        SELECT merged_id, before, after, coaches FROM school_merges
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let insertSQL = """
        INSERT INTO school_merges
            (family_unit_id, operation_id, kept_id, merged_id, before, after, coaches)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    static let eraseSQL = """
        DELETE FROM school_merges WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let deletionSQL = MergeRepository.deletionSQL(in: "schools")
    /// The coaches of a school, also those in the trash, but no rows of a file that is being
    /// imported: those were checked for this school. ?1 family, ?2 school.
    static let coachesSQL = """
        SELECT id FROM coaches INDEXED BY coaches_of_school
        WHERE family_unit_id = ?1 AND school_id = ?2 AND NOT EXISTS (
            SELECT 1 FROM imports WHERE imports.family_unit_id = ?1
                AND imports.import_id = coaches.operation_id AND imports.state = 'open')
        ORDER BY id
        """
    /// ?1 family, ?2 coach, ?3 old school, ?4 new school.
    static let moveSQL = """
        UPDATE coaches SET school_id = ?4
        WHERE family_unit_id = ?1 AND id = ?2 AND school_id = ?3
        """

    /// Every statement, for tests of their plans.
    static let statements = [findSQL, insertSQL, eraseSQL, deletionSQL, coachesSQL, moveSQL]

    private let family: FamilyID
    private let transaction: WriteTransaction

    /// Returns the merge of an operation; nil for other operations.
    func find(_ id: OperationID) throws -> StoredMerge<School>? {
        try transaction.first(Self.findSQL, family, id) { row in
            var merge = try StoredMerge<School>(id, row)
            merge.coaches = try JSONCoding.decodeResponse([CoachID].self, from: row.blob(3))
            return merge
        }
    }

    func insert(_ merge: StoredMerge<School>) throws {
        let coaches = try JSONCoding.encodedText(merge.coaches)
        try transaction.execute(
            Self.insertSQL, values: try merge.values(in: family) + [coaches])
    }

    /// Forgets a merge that no undo needs any more.
    func erase(_ id: OperationID) throws {
        try transaction.execute(Self.eraseSQL, family, id)
    }

    /// The operation that deleted a school and can still be undone.
    func deletion(of school: SchoolID) throws -> OperationID? {
        try transaction.first(Self.deletionSQL, family, school) { try $0.identifier(0) }
    }

    /// The coaches of a school who follow it.
    func coaches(of school: SchoolID) throws -> [CoachID] {
        try transaction.rows(Self.coachesSQL, family, school) { try $0.identifier(0) }
    }

    /// Lets a coach be at another school. Returns false if the coach is not at the old one.
    func move(_ coach: CoachID, from old: SchoolID, to new: SchoolID) throws -> Bool {
        try transaction.execute(Self.moveSQL, family, coach, old, new) > 0
    }
}
