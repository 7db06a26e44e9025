import Contracts
import DataServiceKit
import Storage

/// What the operator sees of all users and families.
struct OperatorRepository {
    private static let selectUsers = """
        SELECT \(AccountRepository.columns),
            (SELECT max(last_used_at) FROM sessions s WHERE s.user_id = u.id),
            (SELECT count(*) FROM family_members m WHERE m.user_id = u.id AND m.deleted_at IS NULL)
        FROM users u
        """

    /// The users after one of them, the oldest accounts first, at most `limit`.
    func users(
        after user: UserID?, limit: Int, in transaction: ReadTransaction
    ) throws -> [UserAccount] {
        try transaction.rows(
            """
            \(Self.selectUsers) WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2
            /* all families: for the operator */
            """, user, limit, map: Self.user)
    }

    func user(_ id: UserID, in transaction: ReadTransaction) throws -> UserAccount? {
        try transaction.first(
            "\(Self.selectUsers) WHERE id = ?1 /* all families: for the operator */", id,
            map: Self.user)
    }

    /// The families after one of them, the oldest first, at most `limit`.
    func families(
        after family: FamilyID?, limit: Int, in transaction: ReadTransaction
    ) throws -> [FamilyAccount] {
        try transaction.rows(
            """
            SELECT f.family_unit_id, f.name, f.created_at,
                (SELECT count(*) FROM family_members m
                    WHERE m.family_unit_id = f.family_unit_id AND m.deleted_at IS NULL),
                (SELECT max(s.last_used_at) FROM family_members m JOIN sessions s
                    ON s.user_id = m.user_id
                    WHERE m.family_unit_id = f.family_unit_id AND m.deleted_at IS NULL)
            FROM families f WHERE ?1 IS NULL OR f.family_unit_id > ?1
            ORDER BY f.family_unit_id LIMIT ?2 /* all families: for the operator */
            """, family, limit
        ) { row in
            FamilyAccount(
                familyUnitID: try row.identifier(0), name: try row.text(1),
                createdAt: try row.instant(2), memberCount: Int(try row.int64(3)),
                lastUsedAt: try row.instantOrNil(4))
        }
    }

    private static func user(_ row: borrowing Row) throws -> UserAccount {
        let account = try AccountRepository.account(row)
        return UserAccount(
            user: account.user, lastUsedAt: try row.instantOrNil(13),
            suspendedAt: account.suspendedAt, familyCount: Int(try row.int64(14)))
    }
}
