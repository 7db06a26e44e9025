import Contracts
import DataServiceKit
import Storage

/// Looks up the numbers of a family's schools and coaches, each once; lives for one command.
final class FamilyPeople {
    static let schoolSQL = """
        SELECT number, name IS NOT NULL FROM family_schools WHERE family_no = ?1 AND school_id = ?2
        """
    static let coachSQL = """
        SELECT no, is_there FROM family_coaches WHERE family_no = ?1 AND coach_id = ?2
        """

    private struct Known {
        let number: Int64
        let isThere: Bool
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

    /// The number of a school that a new post may refer to, or `nil` if the family has no such
    /// school.
    func school(_ id: SchoolID) throws -> Int64? {
        if let known = schools[id] { return Self.usable(known) }
        let known = try find(
            Self.schoolSQL, id, isDeleted: tombstones.operation(deleting: id) != nil)
        schools[id] = .some(known)
        return Self.usable(known)
    }

    /// The number of a coach that a new post may refer to, or `nil` if the family has no such
    /// coach.
    func coach(_ id: CoachID) throws -> Int64? {
        if let known = coaches[id] { return Self.usable(known) }
        let known = try find(
            Self.coachSQL, id, isDeleted: tombstones.operation(deleting: id) != nil)
        coaches[id] = .some(known)
        return Self.usable(known)
    }

    private static func usable(_ known: Known?) -> Int64? {
        known?.isThere == true ? known?.number : nil
    }

    private func find(_ sql: String, _ id: some SQLBindable, isDeleted: Bool) throws -> Known? {
        try transaction.first(sql, family.no, id) { row in
            Known(number: try row.int64(0), isThere: try row.bool(1) && !isDeleted)
        }
    }
}
