import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The changes that identity records in its feed.
extension UnitOfWork {
    /// Records a change of a member for the family.
    func recordMember(
        _ type: String, _ account: Account, in family: FamilyID, as role: Role, version: Int64,
        hasJoined: Bool = false
    ) throws {
        var payload = memberPayload(account, family, role)
        if hasJoined { payload.hasJoined = true }
        try record(
            NewChange(
                type, of: "member", account.user.id, version: version, family: family,
                payload: payload))
    }

    func memberPayload(
        _ account: Account, _ family: FamilyID, _ role: Role
    ) -> IdentityFeed.MemberPayload {
        IdentityFeed.MemberPayload(
            familyUnitID: family, userID: account.user.id, fullName: account.user.fullName,
            role: role, inboundAlerts: account.inboundAlerts,
            followUpReminders: account.followUpReminders, weeklyDigest: account.weeklyDigest)
    }

    /// Records that a family was created, renamed, or got a new code. Codes are never published.
    func recordFamily(_ type: String, _ family: Membership, version: Int64) throws {
        try record(
            NewChange(
                type, of: "family", family.familyUnitID, version: version,
                family: family.familyUnitID,
                payload: IdentityFeed.FamilyPayload(
                    familyUnitID: family.familyUnitID, name: family.name,
                    timeZone: family.timeZone, parentsLog: family.parentsLog)))
    }

    /// Records that a user signed up or changed preferences.
    func recordUserChanged(_ user: UserID, version: Int64) throws {
        try record(
            NewChange(
                IdentityFeed.userChanged, of: "user", user, version: version, family: nil,
                actor: user, payload: IdentityFeed.UserPayload(userID: user)))
    }

    /// Ends a session. Each service rejects its passports once it has read the change. Returns
    /// false if the session had already ended.
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

    /// Ends the user's calendar link in a family. Returns the link; nil if there was none.
    @discardableResult
    func endCalendar(
        of user: UserID, in family: FamilyID, _ parts: IdentityParts
    ) throws -> CalendarLink? {
        let found = try SessionRepository().calendar(of: user, in: family, transaction)
        guard let found else { return nil }
        try endSession(found.session.id, of: user, parts)
        return found.calendarLink
    }

    /// Revokes all of the user's passports; any live session can request a new one that states the
    /// new rights. Call this in the transaction that changes a user's rights, after the change.
    /// Order decides, not time: passports are issued on the writer thread and carry the generation
    /// in force at that point.
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
