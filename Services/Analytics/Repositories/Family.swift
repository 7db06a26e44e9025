import Contracts
import DataServiceKit
import Storage

/// A family as this service numbers it.
struct Family: Hashable, Sendable {
    /// The small number that all keys begin with.
    let no: Int64
    /// The family.
    let id: FamilyID
    /// Counts what changes the family's figures.
    var version: Int64

    static let findSQL = "SELECT no, version FROM families WHERE family_unit_id = ?1"

    /// The family, as this transaction sees it; `nil` if nothing is known of it yet.
    static func find(_ id: FamilyID, _ transaction: ReadTransaction) throws -> Family? {
        try transaction.first(findSQL, SQLValue(id)) { row in
            Family(no: try row.int64(0), id: id, version: try row.int64(1))
        }
    }

    /// The family; it gets a number if it has none.
    static func make(_ id: FamilyID, _ transaction: WriteTransaction) throws -> Family {
        if let known = try find(id, transaction) { return known }
        try transaction.execute(
            "INSERT INTO families (family_unit_id, version) VALUES (?1, 0)", SQLValue(id))
        return Family(no: transaction.lastInsertedRowID, id: id, version: 0)
    }

    /// Counts a change of the family's figures.
    mutating func changed(_ transaction: WriteTransaction) throws {
        version += 1
        try transaction.execute(
            "UPDATE families SET version = ?1 WHERE no = ?2 AND family_unit_id = ?3",
            .integer(version), .integer(no), SQLValue(id))
    }
}
