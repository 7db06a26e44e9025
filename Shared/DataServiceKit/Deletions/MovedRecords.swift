public import Contracts
import ServiceKit
import Storage

/// Two coaches or schools of which one is kept.
public struct Merge: Hashable, Sendable {
    public let kind: DeletionFeed.Kind
    /// The one that goes.
    public let from: RecordID
    /// The one that stays.
    public let into: RecordID

    /// The merge that takes this one back.
    public var reversed: Merge { Merge(kind: kind, from: into, into: from) }
}

/// The records of a service that follow when a coach or school is merged into another one. Those
/// that are in the trash follow, too, so that they come back to the one that stays.
public protocol MergedRecords: Sendable {
    /// Lets the records refer to the one that stays, and notes them (`MovedRecords`). A record
    /// that would be there twice then is marked as deleted by the operation instead.
    func move(_ merge: Merge, _ work: DeletionWork, at instant: Instant) throws
    /// Lets the noted records refer to the one that went, unless somebody has changed the
    /// reference since; returns the number of those that are not in the trash, by table. Marked
    /// ones are restored afterwards.
    func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int]
}

/// The records that a merge moved, so that its undo moves exactly those back.
public struct MovedRecords {
    static let noteSQL = """
        INSERT INTO moved_records
            (family_unit_id, operation_id, table_name, record_id, is_trashed)
        VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING
        """
    static let listSQL = """
        SELECT record_id FROM moved_records
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND table_name = ?3
        """
    static let countSQL = """
        SELECT table_name, count(*) FROM moved_records
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND NOT is_trashed GROUP BY table_name
        """
    static let forgetSQL = """
        DELETE FROM moved_records WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let mergeSQL = """
        SELECT kind, record_id, merged_into FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND merged_into IS NOT NULL
        """

    /// The statements, for tests of their plans.
    public static let statements = [noteSQL, listSQL, countSQL, forgetSQL, mergeSQL]

    private let work: DeletionWork
    private var transaction: WriteTransaction { work.unit.transaction }

    /// The records that this operation moved.
    public init(_ work: DeletionWork) { self.work = work }

    /// Notes records of a table, all of them in the trash or none.
    public func note(_ ids: [RecordID], in table: String, areTrashed: Bool = false) throws {
        for id in ids {
            try transaction.execute(
                Self.noteSQL, work.family, work.operationID, table, id, areTrashed)
        }
    }

    /// The noted records of a table.
    public func ids(in table: String) throws -> [RecordID] {
        try transaction.rows(Self.listSQL, work.family, work.operationID, table) {
            try $0.identifier(0)
        }
    }

    /// The number of noted records by table, without those that were in the trash: a person can
    /// check the counts only against what is to be seen.
    func counts() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try transaction.query(Self.countSQL, work.family, work.operationID) { row in
            counts[try row.text(0)] = Int(try row.int64(1))
        }
        return counts
    }

    func forget() throws {
        try transaction.execute(Self.forgetSQL, work.family, work.operationID)
    }

    /// The coaches or schools of the operation; nil for a deletion.
    func merge() throws -> Merge? {
        try transaction.first(Self.mergeSQL, work.family, work.operationID) {
            Merge(
                kind: try $0.word(0), from: try $0.identifier(1), into: try $0.identifier(2))
        }
    }
}
