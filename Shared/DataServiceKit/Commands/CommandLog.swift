import Contracts
import ServiceKit
import Storage

/// Stores the replies of keyed commands, so that a retry gets the same bytes and has no second
/// effect. Read and written in the command's own transaction. Its times are housekeeping times
/// (`HousekeepingClock`), so that a clock set ahead drops no key.
struct CommandLog {
    /// The shortest time for which a key is kept.
    static let keptFor = Duration.seconds(7 * 24 * 3_600)
    /// The most rows that one sweep examines.
    static let sweptRowsMax: Int64 = 500

    /// The state of a key.
    enum Finding: Equatable {
        /// The key is new.
        case unknown
        /// The command was executed with this reply.
        case done([UInt8])
        /// The key was used for another request.
        case reused
    }

    /// A key, its owner and the fingerprint of the request.
    struct Entry: Sendable {
        let key: IdempotencyKey
        let principal: [UInt8]
        let fingerprint: RequestFingerprint
    }

    let transaction: WriteTransaction

    func find(_ entry: Entry) throws -> Finding {
        var finding = Finding.unknown
        try transaction.query(
            """
            SELECT request_hash, response FROM command_log
            WHERE idempotency_key = ?1 AND principal = ?2
            """,
            entry.key, entry.principal,
            row: { row in
                finding = row.blob(0) == entry.fingerprint.bytes ? .done(row.blob(1)) : .reused
            })
        return finding
    }

    func store(_ response: [UInt8], for entry: Entry, at now: Instant) throws {
        try transaction.execute(
            """
            INSERT INTO command_log (idempotency_key, principal, request_hash, response, stored_at)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            entry.key, entry.principal, entry.fingerprint.bytes, response, now)
    }

    /// Removes some of the keys older than `keptFor` and returns their number.
    func sweep(now: Instant) throws -> Int64 {
        try transaction.execute(
            """
            DELETE FROM command_log
            WHERE id IN (SELECT id FROM command_log ORDER BY id LIMIT ?1) AND stored_at < ?2
            """, Self.sweptRowsMax, now.advanced(by: .zero - Self.keptFor))
    }

    /// Returns the approximate number of rows from the range of ids, without a count.
    static func size(_ transaction: ReadTransaction) throws -> Int64 {
        try transaction.scalar("SELECT max(id) - min(id) + 1 FROM command_log") ?? 0
    }
}

extension Principal {
    /// The bytes that identify the key's owner, because two principals may choose the same key.
    var commandLogBytes: [UInt8] {
        switch self {
        case .anonymous: [0]
        case .user(let user): [1] + user.userID.bytes
        case .service(let name): [2] + Array(name.rawValue.utf8)
        case .operator: [3]
        }
    }
}
