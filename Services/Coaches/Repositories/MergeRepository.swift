import Contracts
import DataServiceKit
import Storage

/// A merge of two coaches or schools, as its undo needs it.
struct StoredMerge<Record: FormRecord & Codable>: Sendable {
    let operationID: OperationID
    /// The record that stays, before and after.
    let before: Record
    let after: Record
    /// The record that went.
    let mergedID: Identifier<Record.Tag>
    /// The coaches who moved with a school, those in the trash among them; none for a coach.
    var coaches: [CoachID] = []

    var keptID: Identifier<Record.Tag> { after.id }
}

extension StoredMerge {
    /// Reads the columns `merged_id`, `before` and `after`.
    init(_ operation: OperationID, _ row: borrowing Row) throws {
        self.init(
            operationID: operation,
            before: try JSONCoding.decodeResponse(Record.self, from: row.blob(1)),
            after: try JSONCoding.decodeResponse(Record.self, from: row.blob(2)),
            mergedID: try row.identifier(0))
    }

    /// The values of the family, `operation_id`, `kept_id`, `merged_id`, `before` and `after`.
    func values(in family: FamilyID) throws -> [any SQLBindable] {
        [
            family, operationID, keptID, mergedID, try JSONCoding.encodedText(before),
            try JSONCoding.encodedText(after),
        ]
    }
}

/// All SQL about merges of one family.
@Memberwise(labels: false)
struct MergeRepository {
    static let findSQL = """
        SELECT merged_id, before, after FROM merges
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let insertSQL = """
        INSERT INTO merges (family_unit_id, operation_id, kept_id, merged_id, before, after)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
    /// Keeps only who was merged into whom, which keys of imported files still need.
    static let forgetSQL = """
        UPDATE merges SET before = '', after = ''
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let eraseSQL = "DELETE FROM merges WHERE family_unit_id = ?1 AND operation_id = ?2"
    static let deletionSQL = deletionSQL(in: "coaches")

    /// The deletion of a record that can still be undone. ?1 family, ?2 record.
    static func deletionSQL(in table: String) -> String {
        """
        SELECT \(table).operation_id FROM \(table)
        JOIN operations ON operations.family_unit_id = ?1
            AND operations.operation_id = \(table).operation_id
        WHERE \(table).family_unit_id = ?1 AND \(table).id = ?2
            AND \(table).deleted_at IS NOT NULL
            AND operations.effect = 'deleted' AND operations.undone_at IS NULL
            AND operations.purged_at IS NULL
        """
    }

    /// Every statement, for tests of their plans.
    static let statements = [findSQL, insertSQL, forgetSQL, eraseSQL, deletionSQL]

    private let family: FamilyID
    private let transaction: WriteTransaction

    /// Returns the merge of an operation; nil for other operations.
    func find(_ id: OperationID) throws -> StoredMerge<Coach>? {
        try transaction.first(Self.findSQL, family, id) { try StoredMerge(id, $0) }
    }

    func insert(_ merge: StoredMerge<Coach>) throws {
        try transaction.execute(Self.insertSQL, values: try merge.values(in: family))
    }

    /// Forgets what the coaches were like, when no undo needs it any more.
    func forget(_ id: OperationID) throws {
        try transaction.execute(Self.forgetSQL, family, id)
    }

    func erase(_ id: OperationID) throws {
        try transaction.execute(Self.eraseSQL, family, id)
    }

    /// The operation that deleted a coach and can still be undone.
    func deletion(of coach: CoachID) throws -> OperationID? {
        try transaction.first(Self.deletionSQL, family, coach) { try $0.identifier(0) }
    }
}
