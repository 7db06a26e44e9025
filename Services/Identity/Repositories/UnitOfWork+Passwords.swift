import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Replacing passwords, and the changes recorded for it.
extension UnitOfWork {
    /// Stores the hash of a new password. Ends all sessions except `kept`, all access tokens,
    /// calendar links and passports, and all one-time codes except `code`. Returns how many
    /// sessions, tokens and links ended.
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
        let ending = try SessionRepository().all(of: user, at: now, in: transaction)
            .map(\.session).filter { $0.id != kept }
        for session in ending {
            try endSession(session.id, of: user, parts)
        }
        try revokePassports(of: changed, parts)
        return ending.count
    }

    /// Records a change of a user's own that needs no details: of recovery codes, the second factor
    /// or a calendar link.
    func recordOwnChange(_ type: String, of account: Account) throws {
        let user = account.user.id
        try record(
            NewChange(
                type, of: "user", user, version: account.version, family: nil, actor: user,
                payload: IdentityFeed.UserPayload(userID: user)))
    }

    /// Records that a user signed in on another device.
    func recordDevice(_ session: Session, of account: Account) throws {
        let user = account.user.id
        let families = try MembershipRepository(of: user).memberships(in: transaction)
        try record(
            NewChange(
                IdentityFeed.deviceAdded, of: "user", user, version: account.version, family: nil,
                actor: user,
                payload: IdentityFeed.DevicePayload(
                    userID: user, familyUnitID: families.first?.familyUnitID,
                    sessionID: session.id, name: session.device)))
    }

    /// Records that an access token was created or ended.
    func recordAccessToken(_ type: String, _ token: AccessToken, of account: Account) throws {
        let user = account.user.id
        try record(
            NewChange(
                type, of: "user", user, version: account.version, family: nil, actor: user,
                payload: IdentityFeed.AccessTokenPayload(
                    userID: user, name: token.name, rights: token.rights)))
    }
}
