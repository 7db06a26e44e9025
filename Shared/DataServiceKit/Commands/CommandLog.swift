import Contracts
import ServiceKit
import Storage

/// Remembers the answers of keyed commands, so that a repetition gets the same bytes and no second
/// effect. It is read and written inside the command's own transaction. Its times are of the
/// housekeeping (`HousekeepingClock`): a clock that is set ahead forgets no key.
struct CommandLog {
    /// How long a key is kept at least.
    static let keptFor = Duration.seconds(7 * 24 * 3_600)
    /// Rows that one sweep looks at.
    static let sweptRowsMax: Int64 = 500

    /// What a key says about a command.
    enum Finding: Equatable {
        /// It is new.
        case unknown
        /// It was done; this was the answer.
        case done([UInt8])
        /// It was used for another request.
        case reused
    }

    /// A key and whose it is.
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
            bind: { binder in
                try binder.bind(entry.key)
                try binder.bind(entry.principal)
            },
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
            bind: { binder in
                try binder.bind(entry.key)
                try binder.bind(entry.principal)
                try binder.bind(entry.fingerprint.bytes)
                try binder.bind(response)
                try binder.bind(now)
            })
    }

    /// Forgets keys that are older than `keptFor`, some at a time. Returns how many.
    func sweep(now: Instant) throws -> Int64 {
        try transaction.execute(
            """
            DELETE FROM command_log
            WHERE id IN (SELECT id FROM command_log ORDER BY id LIMIT ?1) AND stored_at < ?2
            """, .integer(Self.sweptRowsMax), SQLValue(now.advanced(by: .zero - Self.keptFor)))
    }

    /// Rows in the log, without counting them one by one.
    static func size(_ transaction: ReadTransaction) throws -> Int64 {
        try transaction.scalar("SELECT max(id) - min(id) + 1 FROM command_log") ?? 0
    }
}

extension Principal {
    /// Whose key it is: two principals may choose the same one.
    var commandLogBytes: [UInt8] {
        switch self {
        case .anonymous: [0]
        case .user(let user): [1] + user.userID.bytes
        case .service(let name): [2] + Array(name.rawValue.utf8)
        case .operator: [3]
        }
    }
}
