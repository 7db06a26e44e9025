import Contracts
import Foundation
import ServiceKit
import Sodium

/// Signs passports.
///
/// It is used on the database's writer thread only: a passport is issued either before a change of
/// the user's rights, and then it is of an earlier generation, or after it, and then it states the
/// new rights.
struct PassportIssuer {
    private let key: SigningKey

    /// An issuer with identity's key.
    init(key: SigningKey) {
        self.key = key
    }

    /// A passport and the time of day at which it ends, for whoever wants to renew it before. It
    /// lives by the machine's clock, no longer than its session by the time of day.
    func issue(
        to account: Account, _ session: Session, _ families: [Membership], at now: Instant,
        _ machine: MachineTime
    ) throws -> (bytes: [UInt8], expiresAt: Instant) {
        let expiresAt = min(now.advanced(by: Passport.lifetimeMax), session.expiresAt)
        let roles = Dictionary(
            families.map { ($0.familyUnitID, $0.role) }, uniquingKeysWith: { first, _ in first })
        let passport = Passport(
            subject: .user(account.user.id, session.id, roles),
            generation: account.passportGeneration, issuedAt: machine,
            lifetime: .milliseconds(max(0, expiresAt.milliseconds - now.milliseconds)))
        return (try passport.signed(with: key), expiresAt)
    }
}
