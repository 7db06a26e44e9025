import Contracts
import DataServiceKit
import Storage

/// A family and its number in this service.
struct Family: Hashable, Sendable {
    /// The number with which all keys begin.
    let no: Int64
    let id: FamilyID
    /// Counts the changes that affect the family's figures.
    var version: Int64

    static let findSQL = "SELECT no, version FROM families WHERE family_unit_id = ?1"

    /// Returns the family as of this transaction, or `nil` if the service has no data of it.
    static func find(_ id: FamilyID, _ transaction: ReadTransaction) throws -> Family? {
        try transaction.first(findSQL, id) { row in
            Family(no: try row.int64(0), id: id, version: try row.int64(1))
        }
    }

    /// Returns the family, adding it if necessary.
    static func make(_ id: FamilyID, _ transaction: WriteTransaction) throws -> Family {
        if let known = try find(id, transaction) { return known }
        try transaction.execute("INSERT INTO families (family_unit_id, version) VALUES (?1, 0)", id)
        return Family(no: transaction.lastInsertedRowID, id: id, version: 0)
    }

    mutating func incrementVersion(_ transaction: WriteTransaction) throws {
        version += 1
        try transaction.execute(
            "UPDATE families SET version = ?1 WHERE no = ?2 AND family_unit_id = ?3", version, no,
            id)
    }
}
