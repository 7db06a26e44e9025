import Contracts
import DataServiceKit
import Storage

/// Looks up a family's schools and coaches, each once; lives for one command.
final class FamilyPeople {
    static let schoolSQL = """
        SELECT number, name IS NOT NULL, name FROM family_schools
        WHERE family_no = ?1 AND school_id = ?2
        """
    static let coachSQL = """
        SELECT no, is_there, name FROM family_coaches WHERE family_no = ?1 AND coach_id = ?2
        """

    /// A school or coach that a new post may refer to.
    struct Known {
        let number: Int64
        let name: String?
    }

    private let family: Family
    private let transaction: ReadTransaction
    private let tombstones: DeletionTombstones
    private var schools: [SchoolID: Known?] = [:]
    private var coaches: [CoachID: Known?] = [:]

    init(_ family: Family, _ transaction: ReadTransaction) {
        self.family = family
        self.transaction = transaction
        tombstones = DeletionTombstones(family.id, transaction)
    }

    /// Returns a school that a new post may refer to, or `nil` if the family has no such school.
    func school(_ id: SchoolID) throws -> Known? {
        try find(id, Self.schoolSQL, &schools) { try tombstones.operation(deleting: id) != nil }
    }

    /// Returns a coach that a new post may refer to, or `nil` if the family has no such coach.
    func coach(_ id: CoachID) throws -> Known? {
        try find(id, Self.coachSQL, &coaches) { try tombstones.operation(deleting: id) != nil }
    }

    private func find<Tag>(
        _ id: Identifier<Tag>, _ sql: String, _ cache: inout [Identifier<Tag>: Known?],
        isDeleted: () throws -> Bool
    ) throws -> Known? {
        if let known = cache[id] { return known }
        var known: Known?
        if try !isDeleted() {
            known =
                try transaction.first(sql, family.no, id) { row in
                    try row.bool(1)
                        ? Known(number: try row.int64(0), name: try row.textOrNil(2)) : nil
                } ?? nil
        }
        cache[id] = .some(known)
        return known
    }
}
