import Contracts
import DataServiceKit
import Sodium
import Storage

/// A stored code that replaces a lost password.
struct StoredResetCode: Sendable {
    let means: IdentityFeed.PasswordMeans
    let createdAt: Instant
    let usedAt: Instant?

    /// Whether the code is valid now. A one-time code dated in the future by a wrong clock is not.
    func counts(at now: Instant) -> Bool {
        guard usedAt == nil else { return false }
        return means == .recoveryCode || isWithinLifetime(of: createdAt, now)
    }

    /// Whether it was used so recently that this may be a repetition of that request.
    func wasJustUsed(at now: Instant) -> Bool {
        usedAt.map { isWithinLifetime(of: $0, now) } ?? false
    }

    private func isWithinLifetime(of instant: Instant, _ now: Instant) -> Bool {
        instant <= now && now < instant.advanced(by: ResetCode.lifetime)
    }
}

/// The codes that replace lost passwords. Only digests are stored.
struct ResetCodeRepository {
    /// The stored digest. A code has enough random bits for a fast digest to suffice.
    static func digest(of code: ResetCode) -> [UInt8] {
        SHA256Digest(of: Array(code.symbolText.utf8)).bytes
    }

    /// Returns the code of the user with this address. A single statement looks up both, so that an
    /// unknown address costs the same work as a wrong code.
    func code(
        _ code: ResetCode, ofUserWith email: String, in transaction: ReadTransaction
    ) throws -> StoredResetCode? {
        try transaction.first(
            """
            SELECT c.means, c.created_at, c.used_at
            FROM reset_codes c JOIN users u ON u.id = c.user_id
            WHERE c.code_hash = ?1 AND u.email = ?2
            """, Self.digest(of: code), email
        ) { row in
            StoredResetCode(
                means: try row.word(0), createdAt: try row.instant(1),
                usedAt: try row.instantOrNil(2))
        }
    }

    /// Replaces all of the user's recovery codes.
    func replaceRecoveryCodes(
        of user: UserID, by codes: [ResetCode], at now: Instant,
        in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            "DELETE FROM reset_codes WHERE user_id = ?1 AND means = 'recovery_code'", user)
        for code in codes {
            try insert(code, of: user, .recoveryCode, madeBy: nil, at: now, in: transaction)
        }
    }

    /// Stores a one-time code, replacing the user's earlier ones.
    func replaceOneTimeCode(
        of user: UserID, by code: ResetCode, _ means: IdentityFeed.PasswordMeans,
        madeBy maker: UserID?, at now: Instant, in transaction: WriteTransaction
    ) throws {
        try removeOneTimeCodes(of: user, in: transaction)
        try insert(code, of: user, means, madeBy: maker, at: now, in: transaction)
    }

    /// Marks a code as used. Returns false if it already was.
    func use(_ code: ResetCode, at now: Instant, in transaction: WriteTransaction) throws -> Bool {
        try transaction.execute(
            "UPDATE reset_codes SET used_at = ?2 WHERE code_hash = ?1 AND used_at IS NULL",
            Self.digest(of: code), now) > 0
    }

    /// Deletes the user's one-time codes except for the one being used.
    func removeOneTimeCodes(
        of user: UserID, except code: ResetCode? = nil, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            DELETE FROM reset_codes
            WHERE user_id = ?1 AND means IN ('family_code', 'operator_code')
                AND (?2 IS NULL OR code_hash <> ?2)
            """, user, code.map(Self.digest))
    }

    /// Deletes the one-time codes of a leaving member and those that the member created for others.
    func removeOneTimeCodes(
        concerning member: UserID, in transaction: WriteTransaction
    ) throws {
        try removeOneTimeCodes(of: member, in: transaction)
        try transaction.execute("DELETE FROM reset_codes WHERE made_by = ?1", member)
    }

    /// The number of unused recovery codes, and the time of their creation.
    func recoveryCodes(
        of user: UserID, in transaction: ReadTransaction
    ) throws -> ShowRecoveryCodes.Response {
        try transaction.first(
            """
            SELECT count(*) FILTER (WHERE used_at IS NULL), max(created_at) FROM reset_codes
            WHERE user_id = ?1 AND means = 'recovery_code'
            """, user
        ) { .init(left: Int(try $0.int64(0)), madeAt: try $0.instantOrNil(1)) }
            ?? .init(left: 0, madeAt: nil)
    }

    private func insert(
        _ code: ResetCode, of user: UserID, _ means: IdentityFeed.PasswordMeans,
        madeBy maker: UserID?, at now: Instant, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO reset_codes (code_hash, user_id, means, made_by, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """, Self.digest(of: code), user, means.rawValue, maker, now)
    }
}
