import Contracts
import DataServiceKit
import Foundation
import Storage

/// A member who wants digests.
struct DigestWish: Hashable, Sendable {
    let family: FamilyID
    let user: UserID
    let since: Instant
    /// The family's zone.
    let zone: TimeZone
}

/// A digest that was made, with the message for the mail program.
struct WaitingDigest: Hashable, Sendable {
    let id: DigestID
    let message: [UInt8]
    /// The number of attempts that failed.
    let attempts: Int
}

/// Reads and writes wishes and digests. It runs in the background and has no caller.
struct DigestRepository {
    let transaction: WriteTransaction

    init(_ transaction: WriteTransaction) { self.transaction = transaction }

    // MARK: Wishes

    /// Notes a wish; an earlier one keeps its time.
    func wish(_ user: UserID, in family: FamilyID, since instant: Instant) throws {
        try transaction.execute(DigestStatements.wish, family, user, instant)
    }

    func endWish(of user: UserID, in family: FamilyID) throws {
        try transaction.execute(DigestStatements.endWish, family, user)
    }

    func clearWishes() throws { try transaction.execute(DigestStatements.clearWishes) }

    /// All wishes.
    static func wishes(_ transaction: ReadTransaction) throws -> [DigestWish] {
        try transaction.rows(DigestStatements.wishes) { row in
            DigestWish(
                family: try row.identifier(0), user: try row.identifier(1),
                since: try row.instant(2),
                zone: try row.textOrNil(3).flatMap { TimeZone(identifier: $0) } ?? .gmt)
        }
    }

    // MARK: Digests

    /// Whether the digest of a week was made for a member.
    static func isMade(
        _ week: ISOWeek, for wish: DigestWish, _ transaction: ReadTransaction
    ) throws -> Bool {
        try transaction.exists(DigestStatements.find, wish.family, wish.user, week.text)
    }

    /// Stores a digest, unless it is there or the member no longer wants any; returns whether it
    /// was stored.
    func store(
        _ id: DigestID, _ week: ISOWeek, for wish: DigestWish, message: [UInt8]?, at now: Instant,
        housekeepingTime: Instant
    ) throws -> Bool {
        try transaction.execute(
            DigestStatements.store, wish.family, wish.user, week.text, id, now, message,
            housekeepingTime) == 1
    }

    /// A digest that waits for the mail program; nil if none does. That of a member who has left or
    /// wants none any more is passed over: a later wish is for later digests. While identity's feed
    /// is read again, digests wait for the wishes, which keep their times.
    static func next(_ transaction: ReadTransaction, after id: DigestID?) throws -> WaitingDigest? {
        try transaction.first(DigestStatements.next, id ?? DigestID(high: 0, low: 0)) { row in
            WaitingDigest(
                id: try row.identifier(0), message: row.blob(1), attempts: Int(try row.int64(2)))
        }
    }

    func noteSent(_ id: DigestID, at now: Instant) throws {
        try transaction.execute(DigestStatements.sent, id, now)
    }

    /// Notes an attempt that failed; the message is given up after the last one.
    func noteFailed(_ digest: WaitingDigest, _ problem: String) throws {
        let isOver = digest.attempts + 1 >= DigestLimit.attemptsMax
        try transaction.execute(DigestStatements.failed, digest.id, problem, isOver)
    }

    /// The most digests that one step removes.
    static let removedMax = 500

    /// Removes some of the digests kept since before an instant of housekeeping time. Returns
    /// whether there may be more.
    func removeOld(before instant: Instant) throws -> Bool {
        try transaction.execute(DigestStatements.removeOld, instant, Self.removedMax)
            == Int64(Self.removedMax)
    }
}

/// The SQL for digests.
enum DigestStatements {
    static let wish = """
        INSERT INTO digest_wishes (family_unit_id, user_id, since) VALUES (?1, ?2, ?3)
        ON CONFLICT DO NOTHING
        """
    static let endWish = "DELETE FROM digest_wishes WHERE family_unit_id = ?1 AND user_id = ?2"
    static let clearWishes = "DELETE FROM digest_wishes /* all families: a rebuild */"
    static let wishes = """
        SELECT w.family_unit_id, w.user_id, w.since, f.time_zone FROM digest_wishes AS w
            LEFT JOIN replica_families AS f ON f.family_unit_id = w.family_unit_id
        /* all families: whoever wants digests */
        """
    static let find = """
        SELECT 1 FROM digests WHERE family_unit_id = ?1 AND user_id = ?2 AND week = ?3
        """
    static let store = """
        INSERT INTO digests (family_unit_id, user_id, week, id, made_at, message, kept_since)
        SELECT family_unit_id, user_id, ?3, ?4, ?5, ?6, ?7 FROM digest_wishes
        WHERE family_unit_id = ?1 AND user_id = ?2
        ON CONFLICT DO NOTHING
        """
    private static let one = "/* all families: one digest, which is one family's only */"
    static let next = """
        SELECT d.id, d.message, d.attempts FROM digests AS d INDEXED BY digests_waiting
        WHERE d.message IS NOT NULL AND d.id > ?1 AND EXISTS (
            SELECT 1 FROM digest_wishes AS w
            WHERE w.family_unit_id = d.family_unit_id AND w.user_id = d.user_id
                AND w.since <= d.made_at)
        ORDER BY d.id LIMIT 1 \(one)
        """
    private static let waiting = "INDEXED BY digests_waiting"
    static let sent = """
        UPDATE digests \(waiting) SET message = NULL, problem = NULL, sent_at = ?2
        WHERE id = ?1 AND message IS NOT NULL \(one)
        """
    static let failed = """
        UPDATE digests \(waiting) SET attempts = attempts + 1, problem = ?2,
            message = CASE WHEN ?3 THEN NULL ELSE message END
        WHERE id = ?1 AND message IS NOT NULL \(one)
        """
    static let removeOld = """
        DELETE FROM digests WHERE rowid IN (
            SELECT rowid FROM digests WHERE kept_since < ?1 LIMIT ?2)
        /* all families: old digests */
        """

    /// The statements that run for one member or digest; `wishes` and `clearWishes` are excluded
    /// because they read all wishes.
    static let all = [wish, endWish, find, store, next, sent, failed, removeOld]
}
