import Contracts
import Foundation
import ServiceKit
import Sodium

/// Signs passports.
///
/// It is used on the database's writer thread only. A passport issued before a change of the user's
/// rights belongs to an earlier generation; one issued after it states the new rights.
@Memberwise
struct PassportIssuer {
    private let key: SigningKey

    /// Returns a signed passport and the time at which it expires. Its lifetime is measured in
    /// machine time and ends no later than its session. `rights` are those of an access token or a
    /// calendar link.
    func issue(
        to account: Account, _ session: Session, _ families: [Membership], at now: Instant,
        _ machine: MachineTime, program rights: ProgramRights? = nil
    ) throws -> (bytes: [UInt8], expiresAt: Instant) {
        let expiresAt = min(now.advanced(by: Passport.lifetimeMax), session.expiresAt)
        let roles = Dictionary(
            families.map { ($0.familyUnitID, $0.role) }, uniquingKeysWith: { first, _ in first })
        let passport = Passport(
            subject: .user(account.user.id, session.id, roles, program: rights),
            generation: account.passportGeneration, issuedAt: machine,
            lifetime: .milliseconds(max(0, expiresAt.milliseconds - now.milliseconds)))
        return (try passport.signed(with: key), expiresAt)
    }
}
