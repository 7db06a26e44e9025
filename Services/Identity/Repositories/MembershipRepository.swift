import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The families of one authenticated user.
struct MembershipRepository {
    private let user: UserID

    /// `user` must be authenticated by a password, token or passport.
    init(of user: UserID) {
        self.user = user
    }

    /// The user's memberships, oldest first.
    func memberships(in transaction: ReadTransaction) throws -> [Membership] {
        try transaction.rows(
            """
            SELECT m.family_unit_id, f.name, m.role, f.time_zone, f.parents_log
            FROM family_members m JOIN families f ON f.family_unit_id = m.family_unit_id
            WHERE m.user_id = ?1 AND m.deleted_at IS NULL
            ORDER BY m.joined_at, m.family_unit_id /* all families: of one user */
            """, user, map: Self.membership)
    }

    func membership(in family: FamilyID, _ transaction: ReadTransaction) throws -> Membership? {
        try transaction.first(
            """
            SELECT m.family_unit_id, f.name, m.role, f.time_zone, f.parents_log
            FROM family_members m JOIN families f ON f.family_unit_id = m.family_unit_id
            WHERE m.family_unit_id = ?2 AND m.user_id = ?1 AND m.deleted_at IS NULL
            """, user, family, map: Self.membership)
    }

    /// The family and the role that a code admits to.
    func admission(
        by code: FamilyCode, in transaction: ReadTransaction
    ) throws -> (family: FamilyID, role: Role)? {
        try transaction.first(
            """
            SELECT family_unit_id, role FROM family_codes WHERE code = ?1
            /* all families: a code admits to the one that it belongs to */
            """, code.description
        ) { (try $0.identifier(0), try $0.word(1)) }
    }

    /// Throws `conflict` if the user is already the player of a family.
    func requireNoFamilyAsPlayer(in transaction: ReadTransaction) throws {
        let isPlayer = try transaction.exists(
            """
            SELECT 1 FROM family_members
            WHERE user_id = ?1 AND role = 'player' AND deleted_at IS NULL
            /* all families: of one user */
            """, user)
        guard !isPlayer else {
            throw ServiceError(.conflict, "You already belong to a family as its player")
        }
    }

    func memberCount(of family: FamilyID, in transaction: ReadTransaction) throws -> Int64 {
        try transaction.scalar(
            """
            SELECT count(*) FROM family_members WHERE family_unit_id = ?1 AND deleted_at IS NULL
            """, family) ?? 0
    }

    /// Adds a family without members and codes.
    func insertFamily(
        _ family: Membership, at now: Instant, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO families (family_unit_id, name, time_zone, created_at, version)
            VALUES (?1, ?2, ?3, ?4, 1)
            """, family.familyUnitID, family.name, family.timeZone, now)
    }

    /// Makes the user a member, including a user removed earlier. Returns the row's version.
    func join(
        _ family: FamilyID, as role: Role, at now: Instant, in transaction: WriteTransaction
    ) throws -> Int64 {
        try transaction.execute(
            """
            INSERT INTO family_members (family_unit_id, user_id, role, joined_at, version)
            VALUES (?1, ?2, ?3, ?4, 1)
            ON CONFLICT (family_unit_id, user_id) DO UPDATE SET role = excluded.role,
                joined_at = excluded.joined_at, version = version + 1, deleted_at = NULL,
                operation_id = NULL
            """, family, user, role.rawValue, now)
        return try transaction.scalar(
            "SELECT version FROM family_members WHERE family_unit_id = ?1 AND user_id = ?2", family,
            user) ?? 1
    }

    /// Increments the versions of the user's rows after a change that members see (name, alerts).
    /// Returns each family with the role and the row's new version.
    func advanceVersions(
        in transaction: WriteTransaction
    ) throws -> [(family: FamilyID, role: Role, version: Int64)] {
        try transaction.execute(
            """
            UPDATE family_members SET version = version + 1
            WHERE user_id = ?1 AND deleted_at IS NULL /* all families: of one user */
            """, user)
        return try places(in: transaction)
    }

    /// Each of the user's families with the role and the row's version.
    func places(
        in transaction: ReadTransaction
    ) throws -> [(family: FamilyID, role: Role, version: Int64)] {
        try transaction.rows(
            """
            SELECT family_unit_id, role, version FROM family_members
            WHERE user_id = ?1 AND deleted_at IS NULL ORDER BY joined_at, family_unit_id
            /* all families: of one user */
            """, user
        ) { (try $0.identifier(0), try $0.word(1), try $0.int64(2)) }
    }

    /// The families that the user has left as a player, most recent first.
    func left(in transaction: ReadTransaction) throws -> [LeftFamily] {
        try transaction.rows(
            """
            SELECT m.family_unit_id, f.name, m.deleted_at
            FROM family_members m JOIN families f ON f.family_unit_id = m.family_unit_id
            WHERE m.user_id = ?1 AND m.role = 'player' AND m.deleted_at IS NOT NULL
            ORDER BY m.deleted_at DESC, m.family_unit_id /* all families: of one user */
            """, user
        ) { row in
            LeftFamily(
                familyUnitID: try row.identifier(0), name: try row.text(1),
                leftAt: try row.instant(2))
        }
    }

    /// Whether the user has left a family as a parent.
    func wasParent(in transaction: ReadTransaction) throws -> Bool {
        try transaction.exists(
            """
            SELECT 1 FROM family_members
            WHERE user_id = ?1 AND role = 'parent' AND deleted_at IS NOT NULL
            /* all families: of one user */
            """, user)
    }

    private static func membership(_ row: borrowing Row) throws -> Membership {
        Membership(
            familyUnitID: try row.identifier(0), name: try row.text(1), role: try row.word(2),
            timeZone: try row.text(3),
            parentsLog: row.isNull(4) ? nil : try row.int64(4) != 0)
    }
}
