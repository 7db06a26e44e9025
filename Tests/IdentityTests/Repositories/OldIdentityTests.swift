import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Testing

@testable import Identity

@Suite("Databases of earlier versions: everybody and everything is there and goes on")
struct OldIdentityTests {
    private typealias Old = OldIdentity

    /// The user, signed in with the password.
    private func signedIn(
        _ user: User, _ identity: IdentityFixture, code: String? = nil
    ) throws -> Person {
        let answer = try identity.call(
            Login.self,
            .init(
                email: user.email, password: IdentityFixture.password, device: nil, code: code))
        #expect(answer.user == user)
        return try identity.renewed(Person(user: user, token: answer.token, passport: []))
    }

    private func members(_ person: Person, _ identity: IdentityFixture) throws -> [Member] {
        try identity.call(ShowFamily.self, EmptyRequest(), as: person, family: Old.family).members
    }

    @Test(arguments: OldIdentity.versions)
    func everybodySignsInAndIsWhereTheyWere(before step: String) throws {
        let old = try OldIdentity(before: step)
        let identity = try IdentityFixture(folder: old.folder)
        let ana = try signedIn(Old.ana, identity)
        let pat = try signedIn(Old.pat, identity, code: old.code(at: identity.clock.now))
        let wrong = Login.Request(
            email: Old.ana.email, password: IdentityFixture.resetPassword, device: nil)
        #expect(identity.code(Login.self, wrong) == .unauthenticated)
        let present = [Old.ana, Old.pat].map {
            Member(userID: $0.id, fullName: $0.fullName, role: $0.role, joinedAt: Old.made)
        }
        #expect(try members(ana, identity) == present)
        #expect(try members(pat, identity) == present)
        #expect(
            try identity.call(ShowFamilyCodes.self, EmptyRequest(), as: ana, family: Old.family)
                == Old.codes)
        let kim = try identity.joined(identity.person("Kim", .parent), Old.codes.parentCode)
        let everybody = [Old.ana.id, kim.user.id, Old.pat.id]
        #expect(try members(kim, identity).map(\.userID) == everybody)
    }

    @Test(arguments: OldIdentity.versions)
    func whoLeftMayComeBack(before step: String) throws {
        let old = try OldIdentity(before: step)
        let identity = try IdentityFixture(folder: old.folder)
        let lea = try signedIn(Old.lea, identity)
        let lou = try signedIn(Old.lou, identity)
        let left = try identity.call(IssuePassport.self, .init(token: lea.token))
        #expect(left.families.isEmpty && left.wasMember == true)
        #expect(
            left.leftFamilies == [
                LeftFamily(familyUnitID: Old.family, name: Old.familyName, leftAt: Old.made)
            ])
        #expect(
            try identity.call(IssuePassport.self, .init(token: lou.token)).wasMember == true)
        _ = try identity.joined(lea, Old.codes.playerCode)
        let back = try identity.joined(lou, Old.codes.parentCode)
        #expect(try members(back, identity).count == 4)
    }

    @Test(arguments: OldIdentity.versions)
    func sessionsGoOnAndEndedOnesStayEnded(before step: String) throws {
        let old = try OldIdentity(before: step)
        let identity = try IdentityFixture(folder: old.folder)
        let issued = try identity.call(IssuePassport.self, .init(token: Old.live))
        #expect(issued.user == Old.ana)
        #expect(
            issued.families == [
                Membership(
                    familyUnitID: Old.family, name: Old.familyName, role: .player,
                    timeZone: Old.zone, parentsLog: old.has(IdentitySchema.parentsLog) ? true : nil)
            ])
        #expect(identity.code(IssuePassport.self, .init(token: Old.ended)) == .unauthenticated)
        let ana = try identity.renewed(Person(user: Old.ana, token: Old.live, passport: []))
        let listed = try identity.call(ListSessions.self, EmptyRequest(), as: ana).sessions
        #expect(listed.map(\.device) == [Old.live] && listed[0].createdAt == Old.made)
        try identity.call(Logout.self, .init(), as: ana)
        #expect(identity.code(IssuePassport.self, .init(token: Old.live)) == .unauthenticated)
    }

    @Test(arguments: OldIdentity.versions)
    func programsAndCalendarsGoOn(before step: String) throws {
        let old = try OldIdentity(before: step)
        let identity = try IdentityFixture(folder: old.folder)
        let hasTokens = old.has(IdentitySchema.accessTokens)
        let hasLinks = old.has(IdentitySchema.calendarLinks)
        let ana = try identity.renewed(Person(user: Old.ana, token: Old.live, passport: []))
        let tokens = try identity.call(ListAccessTokens.self, EmptyRequest(), as: ana).tokens
        #expect(tokens.map(\.name) == (hasTokens ? ["spreadsheet"] : []))
        #expect(tokens.allSatisfy { $0.rights == .read && $0.createdAt == Old.made })
        #expect(
            identity.code(IssuePassport.self, .init(token: Old.tokenSecret))
                == (hasTokens ? nil : .unauthenticated))
        let link = try identity.call(
            ShowCalendarLink.self, EmptyRequest(), as: ana, family: Old.family
        ).link
        #expect(link == (hasLinks ? CalendarLink(createdAt: Old.made, lastUsedAt: nil) : nil))
        #expect(
            identity.code(OpenCalendar.self, .init(secret: Old.calendarSecret))
                == (hasLinks ? nil : .notFound))
    }

    @Test(arguments: OldIdentity.versions)
    func wishesAndSavedFiltersAreKept(before step: String) throws {
        let old = try OldIdentity(before: step)
        let identity = try IdentityFixture(folder: old.folder)
        let pat = try signedIn(Old.pat, identity, code: old.code(at: identity.clock.now))
        #expect(
            try identity.call(ShowPreferences.self, EmptyRequest(), as: pat)
                == Preferences(
                    inboundAlerts: false,
                    followUpReminders: old.has(IdentitySchema.followUpReminders),
                    weeklyDigest: old.has(IdentitySchema.weeklyDigests), timeZone: Old.zone))
        let views = try identity.call(ListViews.self, .init(), as: pat, family: Old.family).views
        #expect(views == (old.has(IdentitySchema.savedViews) ? [Old.view] : []))
    }

    @Test(arguments: OldIdentity.versions)
    func secondFactorsAndRecoveryCodesCount(before step: String) throws {
        let old = try OldIdentity(before: step)
        let identity = try IdentityFixture(folder: old.folder)
        let hasFactor = old.has(IdentitySchema.secondFactors)
        let hasCode = old.has(IdentitySchema.resetCodes)
        let withoutCode = identity.refusal(
            Login.self,
            .init(email: Old.pat.email, password: IdentityFixture.password, device: nil))
        #expect(withoutCode?.subject == (hasFactor ? .secondFactor : nil))
        #expect(withoutCode?.code == (hasFactor ? .unauthenticated : nil))
        let pat = try signedIn(Old.pat, identity, code: old.code(at: identity.clock.now))
        #expect(
            try identity.call(ShowSecondFactor.self, EmptyRequest(), as: pat)
                == SecondFactor(isOn: hasFactor, since: hasFactor ? Old.made : nil))
        let ana = try signedIn(Old.ana, identity)
        #expect(
            try identity.call(ShowRecoveryCodes.self, EmptyRequest(), as: ana).left
                == (hasCode ? 1 : 0))
        let refusal = identity.reset(ana, Old.recoveryCode)
        #expect(refusal?.code == (hasCode ? nil : .unauthenticated))
        let password = hasCode ? IdentityFixture.resetPassword : IdentityFixture.password
        #expect(try identity.login(Old.ana.email, password: password).user == Old.ana)
    }
}
