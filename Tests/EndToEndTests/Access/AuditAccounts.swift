import Contracts
import ServiceKit
import Testing

/// Operations on passwords, sessions and memberships, and the history that they leave.
enum AuditAccounts {
    private static let new = "granite-saffron-willow-31"

    /// Performs each operation in a new family. Returns those that left the expected history.
    static func told(_ system: SystemUnderTest, _ entries: [String: String]) throws -> Set<String> {
        let made = try system.makeHousehold("Keeper", family: "Accounts")
        var player = made.player
        let parent = try made.makeMember("Guardian", .parent)
        let leaver = try made.makeMember("Goer", .parent)
        var told: Set<String> = []
        /// Records the operation if the newest entry visible to `reader` has its type and actor.
        func check(_ operation: String, by actor: Person?, reader: Person) throws {
            let newest = try AuditTests.history(system, as: reader, in: made.id).first
            let type = try #require(entries[operation], "\(operation)")
            if newest?.type == type, newest?.actor == actor?.userID { told.insert(operation) }
            let text = (newest?.before ?? "") + (newest?.after ?? "")
            #expect(!text.contains("granite") && !text.contains("$argon2"), "\(operation)")
        }
        let codes = try system.call(
            RenewRecoveryCodes.self, .init(password: player.password), as: player
        ).codes
        try check(RenewRecoveryCodes.name, by: player, reader: player)
        told.formUnion(try secure(player, in: made.id, codes[1], system, check))
        let code = try system.call(
            MakeMemberResetCode.self, .init(userID: player.userID, password: parent.password),
            as: parent, in: made.id
        ).code
        try check(MakeMemberResetCode.name, by: parent, reader: player)
        told.formUnion(try performAsOperator(on: player, parent, in: made.id, system, check))
        let refusal = system.refusal(
            of: ResetPassword.self, .init(email: player.email, code: code, password: new))
        #expect(refusal?.code == .unauthenticated, "the operator's code took its place")
        _ = try system.call(
            ResetPassword.self, .init(email: player.email, code: codes[0], password: new))
        player = try system.signIn(email: player.email, password: new)
        try check(ResetPassword.name, by: player, reader: player)
        _ = try system.call(
            ChangePassword.self, .init(currentPassword: new, newPassword: new + "-again"),
            as: player)
        player = try system.signIn(
            email: player.email, password: new + "-again")
        try check(ChangePassword.name, by: player, reader: player)
        let other = try system.signIn(
            email: player.email, password: new + "-again")
        let before = try AuditTests.history(system, as: player, in: made.id).count
        _ = try system.call(EndSession.self, .init(sessionID: other.sessionID), as: player)
        if try AuditTests.history(system, as: player, in: made.id).count == before {
            told.insert(EndSession.name)
        }
        let token = try system.call(
            AddAccessToken.self, .init(name: "reader", rights: "read", days: 1), as: player
        ).token
        try check(AddAccessToken.name, by: player, reader: player)
        _ = try system.call(RevokeAccessToken.self, .init(id: token.id), as: player)
        try check(RevokeAccessToken.name, by: player, reader: player)
        _ = try system.call(MakeCalendarLink.self, EmptyRequest(), as: player, in: made.id)
        try check(MakeCalendarLink.name, by: player, reader: player)
        _ = try system.call(
            RevokeCalendarLink.self, EmptyRequest(), as: player, in: made.id)
        try check(RevokeCalendarLink.name, by: player, reader: player)
        _ = try system.call(LeaveFamily.self, EmptyRequest(), as: leaver, in: made.id)
        try check(LeaveFamily.name, by: leaver, reader: player)
        return told
    }

    /// Performs what only the operator may. Returns what left no history, because it concerns no
    /// family.
    private static func performAsOperator(
        on player: Person, _ parent: Person, in family: FamilyID, _ system: SystemUnderTest,
        _ check: (_ operation: String, _ actor: Person?, _ reader: Person) throws -> Void
    ) throws -> Set<String> {
        let key = try KeyStore(folder: system.home.keysFolder).existingSigningKey(of: .operator)
        let passport = try ServicePassportSource(subject: .operator, key: key, clock: system.clock)
            .passport()
        func call<Op: Contracts.Operation>(
            _ operation: Op.Type, _ request: Op.Request
        ) throws -> Op.Response {
            try system.caller.call(
                operation, request,
                options: .init(passport: passport, budget: SystemUnderTest.patience))
        }
        _ = try call(MakeResetCode.self, .init(email: player.email))
        try check(MakeResetCode.name, nil, player)
        _ = try call(SuspendUser.self, .init(email: parent.email))
        try check(SuspendUser.name, nil, player)
        _ = try call(ResumeUser.self, .init(email: parent.email))
        try check(ResumeUser.name, nil, player)
        let before = try AuditTests.history(system, as: player, in: family).count
        let invitation = try call(InviteUser.self, .init()).invitation
        _ = try call(RevokeUserInvitation.self, .init(id: invitation.id))
        let after = try AuditTests.history(system, as: player, in: family).count
        return after == before ? [InviteUser.name, RevokeUserInvitation.name] : []
    }

    /// Turns a second factor on, and off with a recovery code. Returns the operation that begins it
    /// if a secret that was not confirmed left no history.
    private static func secure(
        _ player: Person, in family: FamilyID, _ code: String, _ system: SystemUnderTest,
        _ check: (_ operation: String, _ actor: Person?, _ reader: Person) throws -> Void
    ) throws -> Set<String> {
        let before = try AuditTests.history(system, as: player, in: family)
        let secret = try system.call(
            BeginSecondFactor.self, .init(password: player.password), as: player
        ).secret
        let after = try AuditTests.history(system, as: player, in: family)
        _ = try system.call(
            ConfirmSecondFactor.self,
            .init(code: Authenticator(secret).code(at: system.clock.now())), as: player)
        try check(ConfirmSecondFactor.name, player, player)
        _ = try system.call(
            RemoveSecondFactor.self, .init(password: player.password, code: code), as: player)
        try check(RemoveSecondFactor.name, player, player)
        return after == before ? [BeginSecondFactor.name] : []
    }
}
