import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// One family as its members see and change it.
@Memberwise(labels: false)
struct FamilyRepository {
    private let scope: FamilyScope

    /// The members: players first, then by name.
    func members(in transaction: ReadTransaction) throws -> [Member] {
        let members = try transaction.rows(
            """
            SELECT m.user_id, u.full_name, m.role, m.joined_at
            FROM family_members m JOIN users u ON u.id = m.user_id
            WHERE m.family_unit_id = ?1 AND m.deleted_at IS NULL
            """, scope.familyID
        ) { row in
            Member(
                userID: try row.identifier(0), fullName: try row.text(1), role: try row.word(2),
                joinedAt: try row.instant(3))
        }
        return MemberOrder.sorted(members)
    }

    func member(
        _ user: UserID, in transaction: ReadTransaction
    ) throws -> (role: Role, version: Int64)? {
        try transaction.first(
            """
            SELECT role, version FROM family_members
            WHERE family_unit_id = ?1 AND user_id = ?2 AND deleted_at IS NULL
            """, scope.familyID, user
        ) { (try $0.word(0), try $0.int64(1)) }
    }

    /// Throws `forbidden` with this message unless the member manages the family's codes and
    /// parents. Players do; in a family without a player its parents do, so that they can admit one
    /// again.
    func requireManager(
        _ member: Membership, orSay refusal: String, in transaction: ReadTransaction
    ) throws {
        guard member.role == .parent else { return }
        let hasPlayer = try transaction.exists(
            """
            SELECT 1 FROM family_members
            WHERE family_unit_id = ?1 AND role = 'player' AND deleted_at IS NULL
            """, scope.familyID)
        guard !hasPlayer else { throw ServiceError.forbidden(refusal) }
    }

    /// Marks a member as removed by an operation.
    func remove(
        _ user: UserID, by operation: OperationID, at now: Instant,
        in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE family_members SET deleted_at = ?3, operation_id = ?4, version = version + 1
            WHERE family_unit_id = ?1 AND user_id = ?2 AND deleted_at IS NULL
            """, scope.familyID, user, now, operation)
    }

    /// Stores a value in a column of the family. Returns the family's new version.
    func set(
        _ column: StaticString, to value: some SQLBindable, in transaction: WriteTransaction
    ) throws -> Int64 {
        try transaction.execute(
            "UPDATE families SET \(column) = ?2, version = version + 1 WHERE family_unit_id = ?1",
            scope.familyID, value)
        return try version(in: transaction)
    }

    func version(in transaction: ReadTransaction) throws -> Int64 {
        try transaction.scalar(
            "SELECT version FROM families WHERE family_unit_id = ?1", scope.familyID) ?? 0
    }

    /// Returns the two codes. Throws `not_found` if the family has none.
    func codes(in transaction: ReadTransaction) throws -> FamilyCodes {
        try FamilyCodeRepository.codes(of: scope.familyID, in: transaction)
    }

    /// Replaces the code for a role. Returns the family's new version.
    func renewCode(
        for role: Role, at now: Instant, in transaction: WriteTransaction
    ) throws -> Int64 {
        try FamilyCodeRepository.draw(for: role, of: scope.familyID, at: now, in: transaction)
        try transaction.execute(
            "UPDATE families SET version = version + 1 WHERE family_unit_id = ?1", scope.familyID)
        return try version(in: transaction)
    }
}
