import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Testing

@testable import Identity

@Suite("users.suspend: the operator's lists, and accounts that wait")
struct OperatorAccountsTests {
    private let identity: IdentityFixture

    init() throws { identity = try IdentityFixture() }

    private func list(after user: UserID? = nil) throws -> ListUsers.Response {
        try identity.call(
            ListUsers.self, .init(after: user), passport: identity.operatorPassport())
    }

    private func suspend(_ person: Person) throws -> UserAccount {
        try identity.call(
            SuspendUser.self, .init(email: person.user.email),
            passport: identity.operatorPassport()
        ).account
    }

    private func resume(_ person: Person) throws -> UserAccount {
        try identity.call(
            ResumeUser.self, .init(email: person.user.email),
            passport: identity.operatorPassport()
        ).account
    }

    @Test func theListSaysWhoUsesTheProduct() throws {
        let (ana, pat, family) = try identity.anaAndPat()
        let joined = identity.clock.now
        identity.clock.advance(by: .seconds(3_600))
        _ = try identity.passport(pat.token)
        let found = try list()
        #expect(!found.hasMore)
        // Ids of the same millisecond are in no order of their own.
        let people = [ana.user, pat.user].sorted { $0.id < $1.id }
        #expect(found.users.map(\.user) == people)
        #expect(found.users.map(\.familyCount) == [1, 1])
        #expect(found.users.first { $0.user == ana.user }?.lastUsedAt == joined)
        #expect(found.users.first { $0.user == pat.user }?.lastUsedAt == identity.clock.now)
        #expect(found.users.map(\.suspendedAt) == [nil, nil])
        #expect(try list(after: people[0].id).users.map(\.user) == [people[1]])
        let families = try identity.call(
            ListFamilies.self, .init(), passport: identity.operatorPassport())
        #expect(!families.hasMore)
        #expect(families.families.map(\.familyUnitID) == [family])
        #expect(families.families.map(\.memberCount) == [2])
        #expect(families.families.map(\.lastUsedAt) == [identity.clock.now])
        let next = try identity.call(
            ListFamilies.self, .init(after: family), passport: identity.operatorPassport())
        #expect(next.families.isEmpty)
    }

    @Test(arguments: [0, 1]) func aPageHasAtMostItsLimit(more: Int) throws {
        try identity.service.database.write { transaction in
            for number in 0..<(OperatorListLimit.pageMax + more) {
                let user = User(
                    id: UserID(high: 1, low: UInt64(number)), email: "u\(number)@example.org",
                    fullName: "U", role: .parent, timeZone: "UTC", createdAt: .earliest)
                try AccountRepository().insert(
                    Account(
                        user: user, passwordHash: "-", inboundAlerts: false,
                        passportGeneration: 0, version: 1),
                    signUpKey: nil, in: transaction)
                try MembershipRepository(of: user.id).insertFamily(
                    Membership(
                        familyUnitID: FamilyID(high: 1, low: UInt64(number)), name: "F",
                        role: .parent, timeZone: "UTC"), at: .earliest, in: transaction)
            }
        }
        let page = try list()
        #expect(page.users.count == OperatorListLimit.pageMax && page.hasMore == (more > 0))
        let rest = try list(after: page.users.last?.user.id)
        #expect(rest.users.count == more && !rest.hasMore)
        let families = try identity.call(
            ListFamilies.self, .init(), passport: identity.operatorPassport())
        #expect(families.families.count == OperatorListLimit.pageMax)
        #expect(families.hasMore == (more > 0))
        #expect(families.families.allSatisfy { $0.memberCount == 0 && $0.lastUsedAt == nil })
    }

    @Test func aSuspendedAccountGetsNothingUntilItIsResumed() throws {
        let (ana, pat, family) = try identity.anaAndPat()
        let link = try identity.call(
            MakeCalendarLink.self, EmptyRequest(), as: ana, family: family)
        let before = try identity.head
        #expect(try suspend(ana).suspendedAt == identity.clock.now)
        #expect(identity.isRefusedSoon(ana.passport))
        let refused = identity.refusal(IssuePassport.self, .init(token: ana.token))
        #expect(refused == .forbidden(Account.suspendedText))
        let signIn = #expect(throws: ServiceError.self) {
            try identity.login(ana.user.email)
        }
        #expect(signIn == .forbidden(Account.suspendedText))
        // Whether an account is suspended is told to whoever has its password only.
        let wrong = #expect(throws: ServiceError.self) {
            try identity.login(ana.user.email, password: "another-lantern-cobalt-8")
        }
        #expect(wrong?.code == .unauthenticated)
        #expect(identity.code(OpenCalendar.self, .init(secret: link.secret)) == .forbidden)
        #expect(
            try identity.changes(after: before).map(\.type) == [
                IdentityFeed.userSuspended, IdentityFeed.memberSuspended,
                IdentityFeed.passportsRevoked,
            ])
        // The others go on, and see it in the history of the family.
        _ = try identity.passport(pat.token)

        let suspended = try identity.head
        identity.clock.advance(by: .seconds(60))
        #expect(try suspend(ana).suspendedAt != identity.clock.now)
        #expect(try identity.head == suspended)
        #expect(try resume(ana).suspendedAt == nil)
        #expect(try resume(ana).suspendedAt == nil)
        #expect(
            try identity.changes(after: suspended).map(\.type) == [
                IdentityFeed.userResumed, IdentityFeed.memberResumed,
            ])
        _ = try identity.passport(ana.token)
        _ = try identity.login(ana.user.email)
        _ = try identity.call(OpenCalendar.self, .init(secret: link.secret))
    }

    @Test func aSuspendedMemberGetsNoDigest() throws {
        let (ana, _, family) = try identity.anaAndPat()
        _ = try identity.call(
            UpdatePreferences.self, .init(weeklyDigest: true), as: ana, family: family)
        func open() throws {
            _ = try identity.call(
                OpenDigest.self, .init(userID: ana.user.id, familyUnitID: family),
                passport: identity.passport(of: .service(.notifications)))
        }
        try open()
        _ = try suspend(ana)
        let refused = #expect(throws: ServiceError.self) { try open() }
        #expect(refused == .notFound(.member))
    }

    @Test func anUnknownAddressIsNotFound() throws {
        let refused = #expect(throws: ServiceError.self) {
            try identity.call(
                SuspendUser.self, .init(email: "nobody@example.org"),
                passport: identity.operatorPassport())
        }
        #expect(refused == .notFound(.user))
    }
}
