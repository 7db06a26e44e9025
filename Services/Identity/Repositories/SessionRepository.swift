import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A session and its user. An access token is a session whose device is the token's name; a
/// calendar link is one without a device.
struct OwnedSession: Sendable {
    /// What the holder of the session's token may do.
    enum Purpose: Equatable {
        /// A sign-in on a device: whatever the user may do.
        case device
        /// An access token: what its rights cover.
        case program(TokenRights)
        /// A calendar link: reading what the calendar of this family shows.
        case calendar(FamilyID)
    }

    let owner: UserID
    let session: Session
    /// The time at which it ended early.
    let endedAt: Instant?
    let purpose: Purpose

    /// Whether it is valid at `now`.
    func isLive(at now: Instant) -> Bool {
        endedAt == nil && now < session.expiresAt
    }

    /// The access token; nil for another session.
    var accessToken: AccessToken? {
        guard case .program(let rights) = purpose else { return nil }
        return AccessToken(
            id: session.id, name: session.device ?? "", rights: rights,
            createdAt: session.createdAt, lastUsedAt: lastUsedAt, expiresAt: session.expiresAt)
    }

    /// The calendar link; nil for another session.
    var calendarLink: CalendarLink? {
        guard case .calendar = purpose else { return nil }
        return CalendarLink(createdAt: session.createdAt, lastUsedAt: lastUsedAt)
    }

    /// The time of the last use; nil if it was never used.
    private var lastUsedAt: Instant? {
        session.lastUsedAt > session.createdAt ? session.lastUsedAt : nil
    }
}

/// Sessions. Tokens are never stored; a session is found by the digest of its token.
struct SessionRepository {
    private static let columns = """
        id, user_id, device, created_at, last_used_at, ended_at, token_rights, expires_at,
        calendar_of, is_shared
        """

    /// The session whose token has this digest, live or not.
    func session(tokenDigest: [UInt8], in transaction: ReadTransaction) throws -> OwnedSession? {
        try transaction.first(
            "SELECT \(Self.columns) FROM sessions WHERE token_hash = ?1", tokenDigest,
            map: Self.session)
    }

    /// The session with this id, live or not.
    func session(_ id: SessionID, in transaction: ReadTransaction) throws -> OwnedSession? {
        try transaction.first(
            "SELECT \(Self.columns) FROM sessions WHERE id = ?1", id, map: Self.session)
    }

    /// The session of a user, live or not, whose id was made from this content.
    func session(
        of user: UserID, madeHashing content: [UInt8], in transaction: ReadTransaction
    ) throws -> OwnedSession? {
        try transaction.rows(
            "SELECT \(Self.columns) FROM sessions WHERE user_id = ?1", user, map: Self.session
        ).first { $0.session.id.isMade(hashing: content) }
    }

    /// The live sessions of a user on devices, most recently used first.
    func live(
        of user: UserID, at now: Instant, in transaction: ReadTransaction
    ) throws -> [Session] {
        try all(of: user, at: now, in: transaction).filter { $0.purpose == .device }.map(\.session)
    }

    /// The valid access tokens of a user, newest first.
    func tokens(
        of user: UserID, at now: Instant, in transaction: ReadTransaction
    ) throws -> [AccessToken] {
        try all(of: user, at: now, in: transaction).compactMap(\.accessToken)
            .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }

    /// The user's calendar link in a family, unless it has ended.
    func calendar(
        of user: UserID, in family: FamilyID, _ transaction: ReadTransaction
    ) throws -> OwnedSession? {
        try transaction.first(
            """
            SELECT \(Self.columns) FROM sessions
            WHERE user_id = ?1 AND calendar_of = ?2 AND ended_at IS NULL
            """, user, family, map: Self.session)
    }

    /// The live sessions, access tokens and calendar links of a user, most recently used first.
    func all(
        of user: UserID, at now: Instant, in transaction: ReadTransaction
    ) throws -> [OwnedSession] {
        try transaction.rows(
            """
            SELECT \(Self.columns) FROM sessions WHERE user_id = ?1 AND ended_at IS NULL
            ORDER BY last_used_at DESC, id DESC
            """, user, map: Self.session
        ).filter { $0.isLive(at: now) }
    }

    func insert(
        _ session: Session, of user: UserID, tokenDigest: [UInt8],
        in transaction: WriteTransaction
    ) throws {
        try insert(
            session.id, of: user, tokenDigest, device: session.device, at: session.createdAt,
            lastUsedAt: session.lastUsedAt, isShared: session.isShared ?? false, in: transaction)
    }

    func insert(
        _ token: AccessToken, of user: UserID, secret: String, in transaction: WriteTransaction
    ) throws {
        try insert(
            token.id, of: user, try SessionToken.madeDigest(of: secret), device: token.name,
            at: token.createdAt, rights: token.rights, expiresAt: token.expiresAt,
            in: transaction)
    }

    /// Stores a calendar link, which lasts until it is ended.
    func insertCalendar(
        _ id: SessionID, of user: UserID, in family: FamilyID, secret: String, at now: Instant,
        in transaction: WriteTransaction
    ) throws {
        try insert(
            id, of: user, try SessionToken.madeDigest(of: secret), at: now, rights: .read,
            expiresAt: .latest, calendarOf: family, in: transaction)
    }

    /// Stores a session of any purpose. It counts as last used when it was made unless
    /// `lastUsedAt` is given.
    private func insert(
        _ id: SessionID, of user: UserID, _ tokenDigest: [UInt8], device: String? = nil,
        at created: Instant, lastUsedAt: Instant? = nil, isShared: Bool = false,
        rights: TokenRights? = nil,
        expiresAt: Instant? = nil, calendarOf family: FamilyID? = nil,
        in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO sessions (id, user_id, token_hash, device, created_at, last_used_at,
                token_rights, expires_at, calendar_of, is_shared)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, id, user, tokenDigest, device, created, lastUsedAt ?? created,
            rights?.rawValue, expiresAt, family, isShared)
    }

    /// Replaces a session's token.
    func replaceToken(
        of id: SessionID, by token: String, in transaction: WriteTransaction
    ) throws {
        let digest = try SessionToken.madeDigest(of: token)
        try transaction.execute("UPDATE sessions SET token_hash = ?2 WHERE id = ?1", id, digest)
    }

    /// Stores the time of use, at most once a minute. A full disk must not prevent reading: the
    /// time is then not stored.
    func touchIfDue(
        _ session: Session, at now: Instant, in transaction: WriteTransaction
    ) throws {
        guard !transaction.isOutOfSpace,
            SessionLifetime.isTouchDue(lastUsedAt: session.lastUsedAt, now: now)
        else { return }
        try touch(session.id, at: now, in: transaction)
    }

    /// Stores the time of use.
    func touch(_ id: SessionID, at now: Instant, in transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE sessions SET last_used_at = ?2 WHERE id = ?1 AND last_used_at < ?2", id, now)
    }

    /// Moves times in the future back to the present. They come from a clock that was ahead and
    /// would prolong the session. The end of an access token moves with its creation.
    func pullBack(to now: Instant, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE sessions
            SET created_at = min(created_at, ?1), last_used_at = min(last_used_at, ?1),
                expires_at = CASE WHEN calendar_of IS NULL
                    THEN expires_at - max(created_at - ?1, 0) ELSE expires_at END
            WHERE ended_at IS NULL AND (created_at > ?1 OR last_used_at > ?1)
            """, now)
    }

    /// Ends a session. Returns false if it had already ended.
    func end(_ id: SessionID, at now: Instant, in transaction: WriteTransaction) throws -> Bool {
        try transaction.execute(
            "UPDATE sessions SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL", id, now) > 0
    }

    /// Deletes the user's sessions that ended or expired long ago.
    func removeForgotten(
        of user: UserID, at now: Instant, in transaction: WriteTransaction
    ) throws {
        let limit = now.advanced(by: .zero - SessionLifetime.keptAfterEnd)
        try transaction.execute(
            """
            DELETE FROM sessions WHERE user_id = ?1 AND (
                ended_at < ?2 OR expires_at < ?2
                OR expires_at IS NULL AND (last_used_at < ?3 OR created_at < ?4))
            """, user, limit, limit.advanced(by: .zero - SessionLifetime.idle),
            limit.advanced(by: .zero - SessionLifetime.absolute))
    }

    /// The stored sessions that ended early.
    func ended(in transaction: ReadTransaction) throws -> [SessionID] {
        try transaction.rows("SELECT id FROM sessions WHERE ended_at IS NOT NULL") {
            try $0.identifier(0)
        }
    }

    private static func session(_ row: borrowing Row) throws -> OwnedSession {
        let createdAt = try row.instant(3)
        let lastUsedAt = try row.instant(4)
        let isShared = try row.int64(9) != 0
        let session = Session(
            id: try row.identifier(0), device: try row.textOrNil(2), createdAt: createdAt,
            lastUsedAt: lastUsedAt,
            expiresAt: try row.instantOrNil(7)
                ?? SessionLifetime.end(
                    createdAt: createdAt, lastUsedAt: lastUsedAt, isShared: isShared),
            isShared: isShared ? true : nil)
        return OwnedSession(
            owner: try row.identifier(1), session: session, endedAt: try row.instantOrNil(5),
            purpose: try purpose(row))
    }

    private static func purpose(_ row: borrowing Row) throws -> OwnedSession.Purpose {
        if let family: FamilyID = try row.identifierOrNil(8) { return .calendar(family) }
        guard let rights = try row.textOrNil(6) else { return .device }
        return .program(TokenRights(rawValue: rights) ?? .read)
    }
}
