import Contracts
import DataServiceKit
import Storage

/// A stored user, including fields that no response contains.
struct Account: Sendable {
    var user: User
    /// In Argon2id's encoded form.
    var passwordHash: String
    /// Whether the user wants alerts about inbound interactions.
    var inboundAlerts: Bool
    /// Whether the user wants reminders of overdue follow-ups.
    var followUpReminders = false
    /// Whether the user wants weekly digests.
    var weeklyDigest = false
    /// The generation in which passports are issued; earlier ones are revoked.
    var passportGeneration: Int64
    /// Increases with each change.
    var version: Int64
    /// When the operator suspended the account; nil for one that works.
    var suspendedAt: Instant?

    var preferences: Preferences {
        Preferences(
            inboundAlerts: inboundAlerts, followUpReminders: followUpReminders,
            weeklyDigest: weeklyDigest, timeZone: user.timeZone)
    }
}

/// All SQL about user accounts.
struct AccountRepository {
    static let columns = """
        id, email, full_name, role, time_zone, created_at, password_hash, inbound_alerts, \
        passport_generation, version, follow_up_reminders, weekly_digest, suspended_at
        """

    func account(email: String, in transaction: ReadTransaction) throws -> Account? {
        try transaction.first(
            "SELECT \(Self.columns) FROM users WHERE email = ?1", email, map: Self.account)
    }

    func account(_ id: UserID, in transaction: ReadTransaction) throws -> Account? {
        try transaction.first(
            "SELECT \(Self.columns) FROM users WHERE id = ?1", id, map: Self.account)
    }

    /// Whether an account has this address.
    func isTaken(email: String, in transaction: ReadTransaction) throws -> Bool {
        try transaction.exists("SELECT 1 FROM users WHERE email = ?1", email)
    }

    /// The account that was created with this idempotency key.
    func account(signUpKey: IdempotencyKey, in transaction: ReadTransaction) throws -> Account? {
        try transaction.first(
            "SELECT \(Self.columns) FROM users WHERE sign_up_key = ?1", signUpKey, map: Self.account
        )
    }

    /// Adds an account. Throws `unique` if the address or the key is taken.
    func insert(
        _ account: Account, signUpKey: IdempotencyKey?, in transaction: WriteTransaction
    ) throws {
        let user = account.user
        try transaction.execute(
            """
            INSERT INTO users (id, email, full_name, role, time_zone, created_at, password_hash,
                inbound_alerts, passport_generation, version, sign_up_key)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """, user.id, user.email, user.fullName, user.role.rawValue, user.timeZone,
            user.createdAt, account.passwordHash, account.inboundAlerts, account.passportGeneration,
            account.version, signUpKey)
    }

    /// Replaces the stored hash by one of a higher cost, unless it changed meanwhile.
    func replaceHash(
        of id: UserID, _ old: String, by new: String, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            "UPDATE users SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2", id, old, new
        )
    }

    func setHash(of id: UserID, _ hash: String, in transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE users SET password_hash = ?2, version = version + 1 WHERE id = ?1", id, hash)
    }

    func update(
        _ id: UserID, _ preferences: Preferences, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE users SET inbound_alerts = ?2, follow_up_reminders = ?3, time_zone = ?4,
                weekly_digest = ?5, version = version + 1
            WHERE id = ?1
            """, id, preferences.inboundAlerts, preferences.followUpReminders,
            preferences.timeZone, preferences.weeklyDigest)
    }

    /// Suspends an account at a time, or ends its suspension.
    func suspend(
        _ id: UserID, at time: Instant?, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            "UPDATE users SET suspended_at = ?2, version = version + 1 WHERE id = ?1", id, time)
    }

    /// Begins a new generation of the user's passports and returns its number.
    func beginPassportGeneration(
        of id: UserID, in transaction: WriteTransaction
    ) throws -> Int64 {
        try transaction.execute(
            """
            UPDATE users SET passport_generation = passport_generation + 1, version = version + 1
            WHERE id = ?1
            """, id)
        return try transaction.scalar("SELECT passport_generation FROM users WHERE id = ?1", id)
            ?? 0
    }

    /// The users with revoked passports, and their current generations.
    func passportGenerations(in transaction: ReadTransaction) throws -> [(UserID, Int64)] {
        try transaction.rows(
            "SELECT id, passport_generation FROM users WHERE passport_generation > 0"
        ) { (try $0.identifier(0), try $0.int64(1)) }
    }

    static func account(_ row: borrowing Row) throws -> Account {
        let user = User(
            id: try row.identifier(0), email: try row.text(1), fullName: try row.text(2),
            role: try row.word(3), timeZone: try row.text(4), createdAt: try row.instant(5))
        return Account(
            user: user, passwordHash: try row.text(6), inboundAlerts: try row.bool(7),
            followUpReminders: try row.bool(10), weeklyDigest: try row.bool(11),
            passportGeneration: try row.int64(8), version: try row.int64(9),
            suspendedAt: try row.instantOrNil(12))
    }
}
