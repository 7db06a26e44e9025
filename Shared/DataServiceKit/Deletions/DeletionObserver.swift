public import Contracts
import ServiceKit
import Storage

/// Work that accompanies the marking of records: counters, rollups and changes for the audit.
/// Called for some records at a time, in the transaction that marks or restores them.
public protocol DeletionObserver: Sendable {
    /// Called after these records were marked as deleted.
    func marked(_ ids: [RecordID], _ step: DeletionBatch) throws
    /// Called after these records were restored.
    func restored(_ ids: [RecordID], _ step: DeletionBatch) throws
    /// Called for a restored record that refers to an erased coach or school. The reference will be
    /// removed: preserve what is needed of the name now.
    func releasing(_ lost: LostOwner, _ step: DeletionBatch) throws
}

extension DeletionObserver {
    /// Does nothing by default: most records preserve nothing of an erased name.
    public func releasing(_ lost: LostOwner, _ step: DeletionBatch) throws {}
}

/// An erased coach or school, and a record that refers to it.
public struct LostOwner: Sendable {
    public let record: RecordID
    /// Whether it is a coach or a school.
    public let kind: DeletionFeed.Kind
    /// The id of the coach or school.
    public let owner: RecordID
}

extension UnitOfWork {
    /// Removes references to erased coaches and schools from the records that an operation deleted
    /// and that are being restored. Returns the number of records that lost a reference of each
    /// kind.
    @discardableResult
    public func releaseLost(
        by operation: OperationID, in table: DependentTable, of family: FamilyID,
        observer: any DeletionObserver
    ) throws -> [LostReference] {
        guard let sql = table.lostSQL else { return [] }
        let lost = try transaction.rows(sql, family, operation) { row in
            LostOwner(
                record: try row.identifier(0), kind: try row.word(1),
                owner: try row.identifier(2))
        }
        let step = DeletionBatch(
            table, of: DeletionWork(operationID: operation, family: family, unit: self))
        for owner in lost {
            try observer.releasing(owner, step)
            guard let release = table.releaseSQL(owner.kind) else { continue }
            try transaction.execute(release, family, owner.record)
        }
        let kinds: [(DeletionFeed.Kind, LostReference.Kind)] = [
            (.coach, .coach), (.school, .school),
        ]
        return kinds.compactMap { kind, named in
            let count = lost.count { $0.kind == kind }
            return count > 0 ? LostReference(type: table.type, kind: named, count: count) : nil
        }
    }
}

/// The table, the operation and the unit of work of a batch of records.
public struct DeletionBatch {
    public let table: DependentTable
    /// The operation that deleted them.
    public let operationID: OperationID
    public let family: FamilyID
    /// The unit of work, whose actor is the user who deleted or undid.
    public let unit: UnitOfWork

    init(_ table: DependentTable, of step: DeletionWork) {
        self.table = table
        operationID = step.operationID
        family = step.family
        unit = step.unit
    }
}
