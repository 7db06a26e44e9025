import Contracts
import DataServiceKit
import Storage

/// The stored second factor of a user.
struct StoredSecondFactor: Sendable {
    let secret: [UInt8]
    /// The time at which a first code was confirmed; nil before.
    let confirmedAt: Instant?
    /// The step of the last code used.
    let lastStep: Int64

    /// The second factor as others see it.
    var shown: SecondFactor { SecondFactor(isOn: confirmedAt != nil, since: confirmedAt) }
}

/// All SQL about the second factor of one user.
struct SecondFactorRepository {
    private let user: UserID

    init(of user: UserID) { self.user = user }

    func find(in transaction: ReadTransaction) throws -> StoredSecondFactor? {
        try transaction.first(
            "SELECT secret, confirmed_at, last_step FROM second_factors WHERE user_id = ?1", user
        ) { row in
            StoredSecondFactor(
                secret: row.blob(0), confirmedAt: try row.instantOrNil(1),
                lastStep: try row.int64(2))
        }
    }

    /// Stores a secret that is not confirmed, in the place of an earlier one.
    func begin(_ secret: [UInt8], at now: Instant, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT OR REPLACE INTO second_factors (user_id, secret, created_at)
            VALUES (?1, ?2, ?3)
            """, user, secret, now)
    }

    func confirm(step: Int64, at now: Instant, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE second_factors SET confirmed_at = ?2, last_step = ?3
            WHERE user_id = ?1 AND confirmed_at IS NULL
            """, user, now, step)
    }

    /// Notes that the code of a step was used.
    func use(step: Int64, in transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE second_factors SET last_step = ?2 WHERE user_id = ?1", user, step)
    }

    func remove(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM second_factors WHERE user_id = ?1", user)
    }
}

extension UnitOfWork {
    /// Uses up a code of the user's second factor: digits of the app, or a code that also replaces
    /// a lost password. Throws `unauthenticated` for a wrong one or none. Does nothing if the
    /// second factor is off.
    func useSecondFactor(_ code: SecondFactorCode?, of user: User) throws {
        let factors = SecondFactorRepository(of: user.id)
        guard let factor = try factors.find(in: transaction), factor.confirmedAt != nil else {
            return
        }
        switch code {
        case nil:
            throw ServiceError(
                .unauthenticated, SecondFactorText.isNeeded, subject: .secondFactor)
        case .digits(let digits):
            let step = SecondFactorRule.step(
                of: digits, secret: factor.secret, lastStep: factor.lastStep, at: now)
            if let step { return try factors.use(step: step, in: transaction) }
        case .reset(let code):
            let codes = ResetCodeRepository()
            let stored = try codes.code(code, ofUserWith: user.email, in: transaction)
            if let stored, stored.counts(at: now),
                try codes.use(code, at: now, in: transaction)
            {
                return
            }
        }
        throw ServiceError(
            .unauthenticated, SecondFactorText.isWrong, subject: .secondFactor)
    }
}
