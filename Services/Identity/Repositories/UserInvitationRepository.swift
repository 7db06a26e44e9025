import Contracts
import DataServiceKit
import Sodium
import Storage

/// The operator's invitations to create an account. Only digests of their codes are stored.
struct UserInvitationRepository {
    private static let columns = """
        i.id, i.note, i.created_at, i.expires_at, i.used_at, u.email, i.revoked_at
        FROM user_invitations i LEFT JOIN users u ON u.id = i.used_by
        """
    /// Of a row that can be used now, ?1. One dated in the future by a wrong clock cannot.
    private static let isOpen =
        "used_at IS NULL AND revoked_at IS NULL AND created_at <= ?1 AND expires_at > ?1"

    private static func digest(of code: InvitationCode) -> [UInt8] {
        SHA256Digest(of: Array(code.symbolText.utf8)).bytes
    }

    func openCount(at now: Instant, in transaction: ReadTransaction) throws -> Int {
        try transaction.count(
            "SELECT count(*) FROM user_invitations WHERE \(Self.isOpen)", values: [now])
    }

    func isOpen(
        _ code: InvitationCode, at now: Instant, in transaction: ReadTransaction
    ) throws -> Bool {
        try transaction.exists(
            "SELECT 1 FROM user_invitations WHERE code_hash = ?2 AND \(Self.isOpen)", now,
            Self.digest(of: code))
    }

    func insert(
        _ invitation: UserInvitation, code: InvitationCode, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO user_invitations (id, code_hash, note, created_at, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """, invitation.id, Self.digest(of: code), invitation.note, invitation.createdAt,
            invitation.expiresAt)
    }

    /// Marks an open invitation as used by an account. Returns false if there is none.
    func use(
        _ code: InvitationCode, by user: UserID, at now: Instant, in transaction: WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE user_invitations SET used_at = ?1, used_by = ?3
            WHERE code_hash = ?2 AND \(Self.isOpen)
            """, now, Self.digest(of: code), user) > 0
    }

    /// Takes an open invitation back. Returns false if there is none.
    func revoke(
        _ id: UserInvitationID, at now: Instant, in transaction: WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            "UPDATE user_invitations SET revoked_at = ?1 WHERE id = ?2 AND \(Self.isOpen)", now,
            id) > 0
    }

    func find(_ id: UserInvitationID, in transaction: ReadTransaction) throws -> UserInvitation? {
        try transaction.first(
            "SELECT \(Self.columns) WHERE i.id = ?1", id, map: Self.invitation)
    }

    /// The newest ones, newest first.
    func list(in transaction: ReadTransaction) throws -> [UserInvitation] {
        try transaction.rows(
            "SELECT \(Self.columns) ORDER BY i.id DESC LIMIT ?1", UserInvitationLimit.listMax,
            map: Self.invitation)
    }

    private static func invitation(_ row: borrowing Row) throws -> UserInvitation {
        UserInvitation(
            id: try row.identifier(0), note: try row.textOrNil(1), createdAt: try row.instant(2),
            expiresAt: try row.instant(3), usedAt: try row.instantOrNil(4),
            usedBy: try row.textOrNil(5), revokedAt: try row.instantOrNil(6))
    }
}
