import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// Looks up the names of a family's schools, coaches and members in the replicas, each once; lives
/// for one response.
final class FamilyNames: FamilyReading {
    private let family: FamilyID
    private let transaction: ReadTransaction
    private var schools: [SchoolID: String?] = [:]
    private var coaches: [CoachID: String?] = [:]
    private var members: [UserID: String?] = [:]

    static let schoolStatement = """
        SELECT name FROM schools WHERE family_unit_id = ?1 AND id = ?2
        """
    static let coachStatement = """
        SELECT name FROM coaches WHERE family_unit_id = ?1 AND id = ?2
        """
    static let memberStatement = """
        SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?2
        """
    static let playersStatement = """
        SELECT user_id, full_name FROM replica_members
        WHERE family_unit_id = ?1 AND role = 'player' AND left_at IS NULL
        """
    static let zoneStatement = """
        SELECT time_zone FROM replica_families WHERE family_unit_id = ?1
        """

    init(_ family: FamilyID, _ transaction: ReadTransaction) {
        self.family = family
        self.transaction = transaction
    }

    /// The name of a school, or `nil` if it is unknown.
    func school(_ id: SchoolID) throws -> String? {
        if let known = schools[id] { return known }
        let name = try name(Self.schoolStatement, id)
        schools[id] = .some(name)
        return name
    }

    /// A coach's first and last name, or `nil` if unknown.
    func coach(_ id: CoachID) throws -> String? {
        if let known = coaches[id] { return known }
        let name = try name(Self.coachStatement, id)
        coaches[id] = .some(name)
        return name
    }

    /// The full name of a current or former member, or `nil` if unknown.
    func member(_ id: UserID) throws -> String? {
        if let known = members[id] { return known }
        let name = try name(Self.memberStatement, id)
        members[id] = .some(name)
        return name
    }

    /// The family's current players, by name.
    func players() throws -> [LoggedByOption] {
        let players = try transaction.rows(Self.playersStatement, family) { row in
            LoggedByOption(id: try row.identifier(0), label: try row.text(1))
        }
        return players.sorted { left, right in
            let (leftName, rightName) = (
                CaseFolding.fold(left.label), CaseFolding.fold(right.label)
            )
            return leftName == rightName ? left.id < right.id : leftName < rightName
        }
    }

    /// The family's time zone, or UTC if unknown.
    func timeZone() throws -> TimeZone {
        let name = try transaction.first(Self.zoneStatement, family) { try $0.text(0) }
        return name.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    private func name<Tag>(_ sql: String, _ id: Identifier<Tag>) throws -> String? {
        try transaction.first(sql, family, id) { try $0.text(0) }
    }
}
