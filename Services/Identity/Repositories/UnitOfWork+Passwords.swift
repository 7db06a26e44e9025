import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// What replaces a password, and what the change feed tells of it.
extension UnitOfWork {
    /// Stores the hash of a new password and ends whatever rests on the old one: sessions but for
    /// the one that is kept, all passports, and one-time codes but for the one that was used.
    /// Answers how many sessions ended.
    @discardableResult
    func replacePassword(
        of account: Account, by hash: String, _ means: IdentityFeed.PasswordMeans,
        keeping kept: SessionID? = nil, using code: ResetCode? = nil, _ parts: IdentityParts
    ) throws -> Int {
        let user = account.user.id
        var changed = account
        changed.version += 1
        try AccountRepository().setHash(of: user, hash, in: transaction)
        try ResetCodeRepository().removeOneTimeCodes(of: user, except: code, in: transaction)
        try record(
            NewChange(
                IdentityFeed.passwordChanged, of: "user", user, version: changed.version,
                family: nil, actor: user,
                payload: IdentityFeed.PasswordPayload(userID: user, means: means)))
        let ending = try SessionRepository().live(of: user, at: now, in: transaction)
            .filter { $0.id != kept }
        for session in ending {
            try endSession(session.id, of: user, parts)
        }
        try revokePassports(of: changed, parts)
        return ending.count
    }

    /// A user got new recovery codes.
    func recordRecoveryCodesRenewed(_ account: Account) throws {
        let user = account.user.id
        try record(
            NewChange(
                IdentityFeed.recoveryCodesRenewed, of: "user", user, version: account.version,
                family: nil, actor: user, payload: IdentityFeed.UserPayload(userID: user)))
    }

    /// A one-time code was made for a member who lost their password.
    func recordResetCodeMade(
        _ account: Account, in family: FamilyID, as role: Role, version: Int64
    ) throws {
        try record(
            NewChange(
                IdentityFeed.resetCodeMade, of: "member", account.user.id, version: version,
                family: family, payload: memberPayload(account, family, role)))
    }
}
