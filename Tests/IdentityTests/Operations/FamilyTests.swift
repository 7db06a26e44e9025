import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Identity

@Suite("Families: creating, codes, joining, removing, renaming (DOMAIN Families)")
struct FamilyTests {
    @Test
    func playerCreatesOneFamilyWithTwoCodes() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let answer = try identity.call(CreateFamily.self, .init(), as: ana)
        #expect(answer.family.name == "My Family")
        #expect(answer.family.role == .player)
        #expect(answer.family.timeZone == "America/New_York")
        #expect(answer.codes.parentCode != answer.codes.playerCode)
        for code in [answer.codes.parentCode, answer.codes.playerCode] {
            #expect(FamilyCode(typed: code)?.description == code)
        }
        let fresh = try identity.renewed(ana)
        #expect(identity.code(CreateFamily.self, .init(name: "Second"), as: fresh) == .conflict)
    }

    @Test
    func parentCreatesNone() throws {
        let identity = try IdentityFixture()
        let pat = try identity.person("Pat", .parent)
        let error = identity.refusal(CreateFamily.self, .init(), as: pat)
        #expect(error == .forbidden("Only players can create a family"))
    }

    @Test
    func changeOfFamiliesEndsOldPassports() throws {
        // The old passport does not know the family, the new one does.
        let (identity, ana) = try IdentityFixture.withAna()
        let (fresh, family, _) = try identity.family(of: ana)
        #expect(identity.isRefusedSoon(ana.passport))
        #expect(identity.code(ShowFamily.self, EmptyRequest(), as: fresh, family: family) == nil)
    }

    @Test
    func parentJoinsWithTheCodeHoweverTyped() throws {
        let identity = try IdentityFixture()
        let (_, family, codes) = try identity.family(of: identity.person("Ana", .player), "Anas")
        let pat = try identity.person("Pat", .parent)
        let typed = " " + codes.parentCode.dropFirst(4).lowercased() + " "
        let answer = try identity.call(JoinFamily.self, .init(code: typed), as: pat)
        #expect(!answer.alreadyMember)
        #expect(answer.message == "You have joined Anas")
        #expect(answer.family.familyUnitID == family)
        #expect(answer.family.role == .parent)
        #expect(identity.isRefusedSoon(pat.passport))
        #expect(
            try identity.changes().suffix(2).map(\.type)
                == [IdentityFeed.memberChanged, IdentityFeed.passportsRevoked])
        let again = try identity.call(
            JoinFamily.self, .init(code: codes.parentCode), as: identity.renewed(pat))
        #expect(again.alreadyMember)
        #expect(again.message == "You are already a member of Anas")
    }

    @Test
    func codesAdmitByRole() throws {
        let (identity, _, family, codes) = try IdentityFixture.withFamily()
        let sib = try identity.person("Sib", .player)
        let pat = try identity.person("Pat", .parent)
        #expect(
            identity.refusal(JoinFamily.self, .init(code: codes.parentCode), as: sib)
                == .forbidden("Only parents can join with this code"))
        #expect(
            identity.refusal(JoinFamily.self, .init(code: codes.playerCode), as: pat)
                == .forbidden("Only players can join with this code"))
        let joined = try identity.call(JoinFamily.self, .init(code: codes.playerCode), as: sib)
        #expect(joined.family.role == .player)
        let (_, _, others) = try identity.family(of: identity.person("Olga", .player))
        let sibling = try identity.renewed(sib)
        #expect(
            identity.code(JoinFamily.self, .init(code: others.playerCode), as: sibling)
                == .conflict)
        let members = try identity.call(
            ShowFamily.self, EmptyRequest(), as: sibling, family: family
        ).members
        #expect(members.map(\.fullName) == ["Ana Example", "Sib Example"])
    }

    @Test
    func malformedAndUnknownCodesAreToldApart() throws {
        let identity = try IdentityFixture()
        let pat = try identity.person("Pat", .parent)
        let malformed = identity.refusal(JoinFamily.self, .init(code: "FAM-O0I1"), as: pat)
        #expect(malformed?.errors == ["code": FamilyCode.refusal])
        let unknown = identity.refusal(JoinFamily.self, .init(code: "FAM-222222"), as: pat)
        #expect(unknown == .notFound(.familyCode))
    }

    @Test
    func sixthCodeInFiveMinutesIsBusyAlsoWhenItIsRight() throws {
        let (identity, _, _, codes) = try IdentityFixture.withFamily()
        let pat = try identity.person("Pat", .parent)
        for _ in 1...JoinAttempts.attemptsMax {
            // Rehearsals count too: they tell as much.
            let error = identity.refusal(
                JoinFamily.self, .init(code: "FAM-222222"), as: pat, isDryRun: true)
            #expect(error?.code == .notFound)
        }
        let error = identity.refusal(JoinFamily.self, .init(code: codes.parentCode), as: pat)
        #expect(error?.code == .busy)
        #expect(error?.retryAfterMilliseconds == 300_000)
        // Others are not concerned.
        let quinn = try identity.person("Quinn", .parent)
        #expect(identity.code(JoinFamily.self, .init(code: codes.parentCode), as: quinn) == nil)
        identity.clock.advance(by: JoinAttempts.window)
        let later = try identity.renewed(pat)
        #expect(identity.code(JoinFamily.self, .init(code: codes.parentCode), as: later) == nil)
    }

    @Test
    func renewedCodeKillsTheOldOneAtOnce() throws {
        let (identity, ana, family, codes) = try IdentityFixture.withFamily()
        let pat = try identity.person("Pat", .parent)
        let renewed = try identity.call(
            RenewFamilyCode.self, .init(role: "parent"), as: ana, family: family)
        #expect(renewed.parentCode != codes.parentCode)
        #expect(renewed.playerCode == codes.playerCode)
        #expect(
            identity.code(JoinFamily.self, .init(code: codes.parentCode), as: pat) == .notFound)
        #expect(identity.code(JoinFamily.self, .init(code: renewed.parentCode), as: pat) == nil)
        #expect(
            try identity.call(ShowFamilyCodes.self, EmptyRequest(), as: ana, family: family)
                == renewed)
        let told = try identity.changes().map(\.payload).joined()
        #expect(!told.contains(renewed.parentCode) && !told.contains(codes.parentCode))
    }

    @Test
    func playerRemovesAParentAtOnce() throws {
        let (identity, ana, family, codes) = try IdentityFixture.withFamily()
        let pat = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
        #expect(identity.code(ShowFamily.self, EmptyRequest(), as: pat, family: family) == nil)
        let before = try identity.head
        let answer = try identity.call(
            RemoveMember.self, .init(userID: pat.user.id), as: ana, family: family)
        #expect(answer.removed == pat.user.id)
        #expect(
            try identity.changes(after: before).map(\.type) == [
                IdentityFeed.memberRemoved, IdentityFeed.passportsRevoked,
                IdentityFeed.familyCodeRenewed,
            ])
        #expect(
            identity.code(ShowFamily.self, EmptyRequest(), as: pat, family: family)
                == .unauthenticated)
        let fresh = try identity.renewed(pat)
        #expect(
            identity.code(ShowFamily.self, EmptyRequest(), as: fresh, family: family) == .notFound)
        // Only a new code admits, and a member who comes back is one.
        #expect(
            identity.code(JoinFamily.self, .init(code: codes.parentCode), as: fresh) == .notFound)
        let new = try identity.call(ShowFamilyCodes.self, EmptyRequest(), as: ana, family: family)
        let back = try identity.joined(fresh, new.parentCode)
        #expect(identity.code(ShowFamily.self, EmptyRequest(), as: back, family: family) == nil)
    }

    @Test
    func renamingTellsTheFeed() throws {
        let (identity, ana, family, _) = try IdentityFixture.withFamily()
        let renamed = try identity.call(
            RenameFamily.self, .init(name: "  The Examples "), as: ana, family: family)
        #expect(renamed.family.name == "The Examples")
        let change = try #require(try identity.changes().last)
        #expect(change.type == IdentityFeed.familyChanged)
        #expect(change.payload.contains("\"The Examples\""))
        let longest = String(repeating: "x", count: 255)
        func rename(_ name: String) -> ErrorCode? {
            identity.code(RenameFamily.self, .init(name: name), as: ana, family: family)
        }
        #expect(rename(longest) == nil)
        #expect(rename(longest + "x") == .validationFailed)
        #expect(rename(" ") == .validationFailed)
    }

    // N-98
    @Test
    func aPlayerDecidesWhetherParentsLog() throws {
        let (identity, ana, family, codes) = try IdentityFixture.withFamily()
        let parent = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
        func shown(_ person: Person) throws -> Bool? {
            try identity.call(ShowFamily.self, EmptyRequest(), as: person, family: family)
                .family.parentsLog
        }
        #expect(try shown(ana) == nil)
        for choice in [true, false] {
            let answer = try identity.call(
                SetParentsLog.self, .init(parentsLog: choice), as: ana, family: family)
            #expect(answer.family.parentsLog == choice)
            #expect(try shown(parent) == choice)
            let change = try #require(try identity.changes().last)
            #expect(change.type == IdentityFeed.familyChanged)
            #expect(change.payload.contains("\"parents_log\":\(choice)"))
            // The same again is no change.
            let told = try identity.changes().count
            _ = try identity.call(
                SetParentsLog.self, .init(parentsLog: choice), as: ana, family: family)
            #expect(try identity.changes().count == told)
        }
        #expect(
            identity.code(
                SetParentsLog.self, .init(parentsLog: true), as: parent, family: family)
                == .forbidden)
        #expect(
            identity.code(SetParentsLog.self, .init(parentsLog: nil), as: ana, family: family)
                == .validationFailed)
        // Another change of the family keeps the choice.
        let renamed = try identity.call(
            RenameFamily.self, .init(name: "Does"), as: ana, family: family)
        #expect(renamed.family.parentsLog == false)
    }

    // N-57
    @Test
    func aPlayerChangesTheZoneOfTheFamily() throws {
        let (identity, ana, family, codes) = try IdentityFixture.withFamily()
        let parent = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
        func set(_ zone: String) throws -> RenameFamily.Response {
            try identity.call(SetFamilyZone.self, .init(timeZone: zone), as: ana, family: family)
        }
        #expect(try set("America/Denver").family.timeZone == "America/Denver")
        let change = try #require(try identity.changes().last)
        #expect(change.type == IdentityFeed.familyChanged)
        #expect(change.payload.contains("\"America/Denver\""))
        let told = try identity.changes().count
        #expect(try set("America/Denver").family.timeZone == "America/Denver")
        #expect(try identity.changes().count == told, "nothing changed")
        func code(_ zone: String, _ person: Person) -> ErrorCode? {
            identity.code(SetFamilyZone.self, .init(timeZone: zone), as: person, family: family)
        }
        #expect(code("Mars/Olympus", ana) == .validationFailed)
        #expect(code("", ana) == .validationFailed)
        #expect(code("America/Chicago", parent) == .forbidden)
        #expect(
            try identity.call(ShowFamily.self, EmptyRequest(), as: ana, family: family)
                .family.timeZone == "America/Denver")
    }

    @Test
    func userBelongsToSixteenFamiliesAtMost() throws {
        let identity = try IdentityFixture()
        var pat = try identity.person("Pat", .parent)
        for number in 1...FamilyLimit.familiesPerUser + 1 {
            let player = try identity.person("P\(number)", .player)
            let (_, _, codes) = try identity.family(of: player)
            let code = identity.code(JoinFamily.self, .init(code: codes.parentCode), as: pat)
            #expect(code == (number > FamilyLimit.familiesPerUser ? .conflict : nil))
            identity.clock.advance(by: .seconds(61))
            pat = try identity.renewed(pat)
        }
        #expect(pat.passport.count <= 512)
        let me = try identity.call(WhoAmI.self, EmptyRequest(), as: pat)
        #expect(me.families.count == FamilyLimit.familiesPerUser)
    }

    @Test
    func familyHasSixtyFourMembersAtMost() throws {
        let (identity, _, _, codes) = try IdentityFixture.withFamily()
        for number in 2...FamilyLimit.membersPerFamily + 1 {
            let pat = try identity.person("Pat\(number)", .parent)
            let code = identity.code(JoinFamily.self, .init(code: codes.parentCode), as: pat)
            #expect(code == (number > FamilyLimit.membersPerFamily ? .conflict : nil))
        }
    }

    @Test
    func repetitionUnderAKeyMakesOneFamily() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let key = IdempotencyKey.make(at: identity.clock.now)
        let first = try identity.call(CreateFamily.self, .init(name: "A"), as: ana, key: key)
        let fresh = try identity.renewed(ana)
        let second = try identity.call(CreateFamily.self, .init(name: "A"), as: fresh, key: key)
        #expect(first.family == second.family && first.codes == second.codes)
        #expect(
            identity.code(CreateFamily.self, .init(name: "B"), as: fresh, key: key) == .keyReused)
    }
}
