import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Support
import Testing

@testable import Identity

@Suite("Passports for digests (N-120)")
struct OpenDigestTests {
    private let identity: IdentityFixture
    private let ana: Person
    private let pat: Person
    private let family: FamilyID

    init() throws {
        identity = try IdentityFixture()
        (ana, pat, family) = try identity.anaAndPat()
    }

    private func open(
        _ person: Person, in family: FamilyID? = nil, by service: ServiceName = .notifications
    ) throws -> OpenDigest.Response {
        try identity.call(
            OpenDigest.self,
            .init(userID: person.user.id, familyUnitID: family ?? self.family),
            passport: try identity.passport(of: .service(service)))
    }

    private func code(
        _ person: Person, in family: FamilyID? = nil, by service: ServiceName = .notifications
    ) throws -> ErrorCode? {
        let error = #expect(throws: ServiceError.self) {
            try open(person, in: family, by: service)
        }
        return error?.code
    }

    // N-120: only for who wants one, in a family of theirs, and only for the service that makes it.
    @Test func onlyWhoWantsADigestIsOpened() throws {
        #expect(try code(pat) == .notFound)
        try identity.call(UpdatePreferences.self, .init(weeklyDigest: true), as: pat)
        let opened = try open(pat)
        #expect(opened.user == pat.user && opened.family.familyUnitID == family)
        #expect(opened.family.role == .parent)
        #expect(try code(pat, in: FamilyID(high: 1, low: 1)) == .notFound)
        #expect(try code(ana) == .notFound)
        for service in [ServiceName.coaches, .hooks, .identity] {
            #expect(try code(pat, by: service) == .forbidden)
        }
    }

    // N-120: it opens no operation of identity, and ends with the user's other passports.
    @Test func thePassportOpensNothingElse() throws {
        try identity.call(UpdatePreferences.self, .init(weeklyDigest: true), as: pat)
        let opened = try open(pat)
        let bytes = Array(Data(base64Encoded: opened.passport) ?? Data())
        #expect(identity.verdict(on: bytes) == nil)
        let holder = Person(user: pat.user, token: "", passport: bytes)
        for code in [
            identity.code(WhoAmI.self, EmptyRequest(), as: holder),
            identity.code(ShowFamily.self, EmptyRequest(), as: holder, family: family),
            identity.code(UpdatePreferences.self, .init(weeklyDigest: false), as: holder),
        ] {
            #expect(code == .forbidden)
        }
        try identity.call(
            RemoveMember.self, .init(userID: pat.user.id), as: ana, family: family)
        #expect(identity.verdict(on: bytes) != nil)
        #expect(try code(pat) == .notFound)
    }

    // N-120: nobody gets one without asking, and the feed says who does.
    @Test func digestsAreOffUntilSomebodyWantsThem() throws {
        #expect(
            try identity.call(ShowPreferences.self, EmptyRequest(), as: ana).weeklyDigest == false)
        let head = try identity.head
        let changed = try identity.call(
            UpdatePreferences.self, .init(weeklyDigest: true), as: ana)
        #expect(changed.weeklyDigest && !changed.followUpReminders && changed.inboundAlerts)
        let changes = try identity.changes(after: head)
        #expect(changes.last?.type == IdentityFeed.memberChanged)
        #expect(changes.last?.payload.contains("\"weekly_digest\":true") == true)
        try identity.call(UpdatePreferences.self, .init(timeZone: "Asia/Tokyo"), as: ana)
        #expect(try identity.call(ShowPreferences.self, EmptyRequest(), as: ana).weeklyDigest)
    }
}
