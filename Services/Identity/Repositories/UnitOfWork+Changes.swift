import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The rows that identity adds to its change feed.
extension UnitOfWork {
    /// A member joined, or what others see of them changed.
    func recordMemberChanged(
        _ account: Account, in family: FamilyID, as role: Role, version: Int64
    ) throws {
        let payload = memberPayload(account, family, role)
        try record(
            NewChange(
                IdentityFeed.memberChanged, of: "member", account.user.id, version: version,
                family: family, payload: payload))
    }

    /// A member was removed.
    func recordMemberRemoved(
        _ account: Account, from family: FamilyID, as role: Role, version: Int64
    ) throws {
        let payload = memberPayload(account, family, role)
        try record(
            NewChange(
                IdentityFeed.memberRemoved, of: "member", account.user.id, version: version,
                family: family, payload: payload))
    }

    func memberPayload(
        _ account: Account, _ family: FamilyID, _ role: Role
    ) -> IdentityFeed.MemberPayload {
        IdentityFeed.MemberPayload(
            familyUnitID: family, userID: account.user.id, fullName: account.user.fullName,
            role: role, inboundAlerts: account.inboundAlerts)
    }

    /// A family was made, renamed, or got a new code; the code itself is told to nobody.
    func recordFamily(_ type: String, _ family: Membership, version: Int64) throws {
        try record(
            NewChange(
                type, of: "family", family.familyUnitID, version: version,
                family: family.familyUnitID,
                payload: IdentityFeed.FamilyPayload(
                    familyUnitID: family.familyUnitID, name: family.name,
                    timeZone: family.timeZone)))
    }

    /// A user signed up or changed their preferences.
    func recordUserChanged(_ user: UserID, version: Int64) throws {
        try record(
            NewChange(
                IdentityFeed.userChanged, of: "user", user, version: version, family: nil,
                actor: user, payload: IdentityFeed.UserPayload(userID: user)))
    }

    /// Ends a session, everywhere: its passports count no more, at any service, once the change has
    /// reached it. Answers whether it had not ended before.
    @discardableResult
    func endSession(_ session: SessionID, of user: UserID, _ parts: IdentityParts) throws -> Bool {
        guard try SessionRepository().end(session, at: now, in: transaction) else { return false }
        try record(
            NewChange(
                IdentityFeed.sessionRevoked, of: "session", session, version: 2, family: nil,
                actor: user, payload: IdentityFeed.SessionRevokedPayload(sessionID: session)))
        transaction.beforeAnswers { [revocations = parts.revocations, clock = parts.clock] in
            revocations.revoke(session: session, at: clock.machineTime())
        }
        return true
    }

    /// From now on no passport counts that the user holds; new ones, which any of the user's live
    /// sessions gets, state the new rights. Call it in the transaction of whatever changes a user's
    /// rights, after the change. Order decides, not time: passports are issued in the order of
    /// writes and bear the generation that is in force then.
    func revokePassports(of account: Account, _ parts: IdentityParts) throws {
        let user = account.user.id
        let generation = try AccountRepository().beginPassportGeneration(
            of: user, in: transaction)
        try record(
            NewChange(
                IdentityFeed.passportsRevoked, of: "user", user, version: account.version + 1,
                family: nil,
                payload: IdentityFeed.PassportsRevokedPayload(
                    userID: user, generation: generation)))
        transaction.beforeAnswers { [revocations = parts.revocations, clock = parts.clock] in
            revocations.revoke(user: user, before: generation, at: clock.machineTime())
        }
    }
}
