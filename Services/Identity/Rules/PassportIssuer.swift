import Contracts
import Foundation
import ServiceKit
import Sodium
import Synchronization

/// Signs passports, and knows up to when passports have been issued.
///
/// Both are used on the database's writer thread only: a passport is issued either before a change
/// of the user's rights, and then the change's limit covers it, or after it, and then it states the
/// new rights.
final class PassportIssuer: Sendable {
    private let key: SigningKey
    private let latest = Mutex(Instant.earliest)

    /// An issuer with identity's key.
    init(key: SigningKey) {
        self.key = key
    }

    /// A passport and when it ends.
    func issue(
        to account: Account, _ session: Session, _ families: [Membership], at now: Instant
    ) throws -> (octets: [UInt8], expiresAt: Instant) {
        // One issued at the limit or before it would not count.
        let issuedAt = max(now, account.passportsNotBefore.advanced(by: .milliseconds(1)))
        let expiresAt = min(issuedAt.advanced(by: Passport.lifetimeMax), session.expiresAt)
        let roles = Dictionary(
            families.map { ($0.familyUnitID, $0.role) }, uniquingKeysWith: { first, _ in first })
        let passport = Passport(
            subject: .user(account.user.id, session.id, roles), issuedAt: issuedAt,
            expiresAt: expiresAt)
        latest.withLock { $0 = max($0, issuedAt) }
        return (try passport.signed(with: key), expiresAt)
    }

    /// The limit that covers every passport of this user issued so far, also if the clock stands
    /// still or went back.
    func limit(for account: Account, at now: Instant) -> Instant {
        let afterLast = account.passportsNotBefore.advanced(by: .milliseconds(1))
        return max(now, latest.withLock { $0 }, afterLast)
    }
}
