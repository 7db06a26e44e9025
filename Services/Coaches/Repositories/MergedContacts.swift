import Contracts
import DataServiceKit
import Storage

/// Interactions in the trash whose coach or school was merged into another one. They followed the
/// merge, but the contact log still has their old coach or school, because changes in the trash are
/// told to nobody.
@Memberwise(labels: false)
struct MergedContacts {
    /// The statements for a kind of record.
    struct Statements {
        /// The records of an operation. ?1 family, ?2 operation.
        let records: String
        /// Which record was merged into which. Merging is rare, so this reads all merges of a
        /// family. ?1 family.
        let merges: String
        /// Whether an interaction in the trash that another player logged refers to a record.
        /// ?1 family, ?2 record, ?3 caller.
        let isNamed: String

        init(table: String, column: String, merges: String, index: String) {
            records = """
                SELECT id FROM \(table) INDEXED BY \(table)_by_operation
                WHERE family_unit_id = ?1 AND operation_id = ?2
                """
            self.merges = "SELECT kept_id, merged_id FROM \(merges) WHERE family_unit_id = ?1"
            isNamed = """
                SELECT EXISTS (
                    SELECT 1 FROM contacts INDEXED BY \(index)
                    WHERE family_unit_id = ?1 AND \(column) = ?2 AND \(column) IS NOT NULL
                        AND deleted_at IS NOT NULL AND logged_by <> ?3)
                """
        }

        var all: [String] { [records, merges, isNamed] }
    }

    private static let kinds = [
        Statements(
            table: "coaches", column: "coach_id", merges: "merges",
            index: "contacts_deleted_by_coach"),
        Statements(
            table: "schools", column: "school_id", merges: "school_merges",
            index: "contacts_deleted_by_school"),
    ]

    /// Every statement, for tests of their plans.
    static let statements = kinds.flatMap(\.all)

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// Whether another player than the caller logged one whose coach or school was merged into a
    /// record of an operation, perhaps by way of others.
    func areThere(for operation: OperationID, ofOthersThan caller: UserID) throws -> Bool {
        for kind in Self.kinds {
            var merged: [RecordID: [RecordID]] = [:]
            try transaction.query(kind.merges, family) { row in
                let kept: RecordID = try row.identifier(0)
                merged[kept, default: []].append(try row.identifier(1))
            }
            guard !merged.isEmpty else { continue }
            var left: [RecordID] = try transaction.rows(kind.records, family, operation) {
                try $0.identifier(0)
            }
            var seen: Set<RecordID> = []
            while let id = left.popLast() {
                for other in merged[id] ?? [] where seen.insert(other).inserted {
                    let isNamed = try transaction.scalar(kind.isNamed, family, other, caller)
                    if isNamed == 1 { return true }
                    left.append(other)
                }
            }
        }
        return false
    }
}
