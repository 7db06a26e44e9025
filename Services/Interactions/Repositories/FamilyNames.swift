import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// What a family's schools, coaches and members are called, from the replicas. Each name is looked
/// up once; it lives as long as one answer.
final class FamilyNames {
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

    convenience init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.init(scope.familyID, transaction)
    }

    /// Names for work that the service does by itself.
    init(_ family: FamilyID, _ transaction: ReadTransaction) {
        self.family = family
        self.transaction = transaction
    }

    /// A school's name; `nil` where it cannot be resolved.
    func school(_ id: SchoolID) throws -> String? {
        if let known = schools[id] { return known }
        let name = try name(Self.schoolStatement, id)
        schools[id] = .some(name)
        return name
    }

    /// A coach's first and last name; `nil` where they cannot be resolved.
    func coach(_ id: CoachID) throws -> String? {
        if let known = coaches[id] { return known }
        let name = try name(Self.coachStatement, id)
        coaches[id] = .some(name)
        return name
    }

    /// A member's full name, also of one who has left; `nil` where it cannot be resolved.
    func member(_ id: UserID) throws -> String? {
        if let known = members[id] { return known }
        let name = try name(Self.memberStatement, id)
        members[id] = .some(name)
        return name
    }

    /// The family's players, by name.
    func players() throws -> [LoggedByOption] {
        let players = try transaction.rows(Self.playersStatement, SQLValue(family)) { row in
            LoggedByOption(id: try row.identifier(0), label: try row.text(1))
        }
        return players.sorted { left, right in
            let (leftName, rightName) = (
                SearchFolding.fold(left.label), SearchFolding.fold(right.label)
            )
            return leftName == rightName ? left.id < right.id : leftName < rightName
        }
    }

    /// The family's zone; UTC where it cannot be resolved.
    func timeZone() throws -> TimeZone {
        let name = try transaction.first(Self.zoneStatement, SQLValue(family)) { try $0.text(0) }
        return name.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    private func name<Tag>(_ sql: String, _ id: Identifier<Tag>) throws -> String? {
        var name: String?
        try transaction.query(
            sql,
            bind: { binder in
                try binder.bind(family)
                try binder.bind(id)
            },
            row: { name = try $0.text(0) })
        return name
    }
}
