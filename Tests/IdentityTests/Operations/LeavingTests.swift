import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Identity

@Suite("Leaving a family, and removing who does not belong (DOMAIN Families)")
struct LeavingTests {
    /// A family of two players and a parent.
    private struct Scene {
        let identity: IdentityFixture
        let family: FamilyID
        let codes: FamilyCodes
        let ana, sib, pat: Person

        init() throws {
            identity = try IdentityFixture()
            (ana, family, codes) = try identity.family(of: identity.person("Ana", .player), "Anas")
            sib = try identity.joined(identity.person("Sib", .player), codes.playerCode)
            pat = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
        }

        func remove(_ target: Person, as person: Person) -> ServiceError? {
            identity.refusal(
                RemoveMember.self, .init(userID: target.user.id), as: person, family: family)
        }

        func leave(_ person: Person) throws -> LeaveFamily.Response {
            try identity.call(LeaveFamily.self, EmptyRequest(), as: person, family: family)
        }

        func names(as person: Person) throws -> [String] {
            try identity.call(ShowFamily.self, EmptyRequest(), as: person, family: family)
                .members.map { String($0.fullName.prefix(3)) }
        }

        func codes(as person: Person) throws -> FamilyCodes {
            try identity.call(ShowFamilyCodes.self, EmptyRequest(), as: person, family: family)
        }
    }

    @Test(arguments: [true, false])
    func playerIsRemovedByAPlayerOrAParentAtOnce(byParent: Bool) throws {
        let scene = try Scene()
        let identity = scene.identity
        let remover = byParent ? scene.pat : scene.ana
        let before = try identity.head
        #expect(scene.remove(scene.sib, as: remover) == nil)
        #expect(
            try identity.changes(after: before).map(\.type) == [
                IdentityFeed.memberRemoved, IdentityFeed.passportsRevoked,
                IdentityFeed.familyCodeRenewed,
            ])
        // The passport in use is dead, a fresh one knows no family.
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: scene.sib) == .unauthenticated)
        let sib = try identity.renewed(scene.sib)
        let family = scene.family
        #expect(
            identity.code(ShowFamily.self, EmptyRequest(), as: sib, family: family) == .notFound)
        #expect(try scene.names(as: remover) == ["Ana", "Pat"])
        // Neither old code leads back, and no other session of the family is disturbed.
        for code in [scene.codes.playerCode, scene.codes.parentCode] {
            #expect(identity.code(JoinFamily.self, .init(code: code), as: sib) == .notFound)
        }
        let codes = try scene.codes(as: scene.ana)
        #expect(codes.playerCode != scene.codes.playerCode)
        #expect(codes.parentCode != scene.codes.parentCode)
        let told = try identity.changes().map(\.payload).joined()
        #expect(!told.contains(codes.playerCode) && !told.contains(codes.parentCode))
        let me = try identity.call(WhoAmI.self, EmptyRequest(), as: sib)
        #expect(
            me.leftFamilies == [
                LeftFamily(familyUnitID: family, name: "Anas", leftAt: identity.clock.now)
            ])
        // N-139: each sign-in learns it with its passport.
        func left(_ person: Person) throws -> [LeftFamily]? {
            try identity.call(IssuePassport.self, .init(token: person.token)).leftFamilies
        }
        #expect(try left(sib) == me.leftFamilies)
        #expect(try left(scene.ana) == nil)
        // Admitted again, the player is back as before.
        let back = try identity.joined(sib, codes.playerCode)
        #expect(try scene.names(as: back) == ["Ana", "Sib", "Pat"])
        #expect(try identity.call(WhoAmI.self, EmptyRequest(), as: back).leftFamilies.isEmpty)
        #expect(try left(back) == nil)
    }

    // N-139: whoever was in a family and is in none any more is no newcomer.
    @Test
    func passportTellsFormerMembersFromNewcomers() throws {
        let scene = try Scene()
        let identity = scene.identity
        func wasMember(_ person: Person) throws -> Bool? {
            try identity.call(IssuePassport.self, .init(token: person.token)).wasMember
        }
        for person in [scene.pat, scene.sib, try identity.person("Newcomer", .parent)] {
            #expect(try wasMember(person) == nil)
        }
        #expect(scene.remove(scene.pat, as: scene.ana) == nil)
        _ = try scene.leave(scene.sib)
        for person in [scene.pat, scene.sib] { #expect(try wasMember(person) == true) }
        let codes = try scene.codes(as: scene.ana)
        let back = try identity.joined(identity.renewed(scene.pat), codes.parentCode)
        #expect(try wasMember(back) == nil)
    }

    @Test
    func parentRemovesNoParentWhileThereIsAPlayer() throws {
        let scene = try Scene()
        let identity = scene.identity
        let mom = try identity.joined(identity.person("Mom", .parent), scene.codes.parentCode)
        #expect(
            scene.remove(mom, as: scene.pat) == .forbidden("Only players can remove a parent"))
        let stranger = try identity.person("Olga", .player)
        #expect(scene.remove(stranger, as: scene.pat) == .notFound(.member))
        #expect(scene.remove(scene.sib, as: stranger)?.code == .notFound)
        #expect(
            scene.remove(scene.pat, as: scene.pat)
                == .forbidden("You cannot remove yourself from the family; leave it instead"))
        #expect(try scene.names(as: scene.ana) == ["Ana", "Sib", "Mom", "Pat"])
    }

    @Test
    func familyWithoutAPlayerIsItsParentsToKeep() throws {
        // A stranger joined with the leaked code and threw the player out: the parent mends it.
        let scene = try Scene()
        let identity = scene.identity
        let mom = try identity.joined(identity.person("Mom", .parent), scene.codes.parentCode)
        #expect(scene.remove(scene.ana, as: scene.sib) == nil)
        #expect(
            identity.refusal(
                ShowFamilyCodes.self, EmptyRequest(), as: scene.pat, family: scene.family)
                == .forbidden("Only players can see the family codes"))
        #expect(scene.remove(scene.sib, as: scene.pat) == nil)
        let codes = try scene.codes(as: scene.pat)
        let renewed = try identity.call(
            RenewFamilyCode.self, .init(role: "player"), as: scene.pat, family: scene.family)
        #expect(renewed.playerCode != codes.playerCode)
        #expect(scene.remove(mom, as: scene.pat) == nil)
        let last = try scene.codes(as: scene.pat)
        let ana = try identity.joined(identity.renewed(scene.ana), last.playerCode)
        #expect(try scene.names(as: ana) == ["Ana", "Pat"])
        #expect(
            identity.code(
                ShowFamilyCodes.self, EmptyRequest(), as: scene.pat, family: scene.family)
                == .forbidden)
    }

    @Test
    func membersLeaveAndTheFamilyStays() throws {
        let scene = try Scene()
        let identity = scene.identity
        let before = try identity.head
        for person in [scene.sib, scene.pat] {
            let answer = try scene.leave(person)
            #expect(answer.left == scene.family && answer.returnCode == nil)
            #expect(identity.code(WhoAmI.self, EmptyRequest(), as: person) == .unauthenticated)
            let fresh = try identity.renewed(person)
            #expect(try identity.call(WhoAmI.self, EmptyRequest(), as: fresh).families.isEmpty)
        }
        let types = try identity.changes(after: before).map(\.type)
        #expect(
            types == [
                IdentityFeed.memberRemoved, IdentityFeed.passportsRevoked,
                IdentityFeed.memberRemoved, IdentityFeed.passportsRevoked,
            ])
        #expect(try scene.names(as: scene.ana) == ["Ana"])
        // Whoever leaves by themselves takes no code along: it still counts.
        #expect(try scene.codes(as: scene.ana) == scene.codes)
        // A parent has logged nothing, so there is nothing to export.
        let pat = try identity.renewed(scene.pat)
        #expect(try identity.call(WhoAmI.self, EmptyRequest(), as: pat).leftFamilies.isEmpty)
    }

    @Test
    func lastMemberGetsTheCodeThatLeadsBack() throws {
        let scene = try Scene()
        let identity = scene.identity
        _ = try scene.leave(scene.sib)
        _ = try scene.leave(scene.pat)
        let answer = try scene.leave(scene.ana)
        let code = try #require(answer.returnCode)
        #expect(code == scene.codes.playerCode)
        // Now free to join or make another family.
        let (ana, _, _) = try identity.family(of: identity.renewed(scene.ana), "Second")
        #expect(try identity.call(WhoAmI.self, EmptyRequest(), as: ana).leftFamilies.count == 1)
        let sib = try identity.joined(identity.renewed(scene.sib), code)
        #expect(try scene.names(as: sib) == ["Sib"])
    }

    @Test
    func rehearsalLeavesNothingAndAKeyLeavesOnce() throws {
        let scene = try Scene()
        let identity = scene.identity
        try identity.call(
            LeaveFamily.self, EmptyRequest(), as: scene.sib, family: scene.family, isDryRun: true)
        #expect(try scene.names(as: scene.sib) == ["Ana", "Sib", "Pat"])
        _ = try scene.leave(scene.sib)
        let fresh = try identity.renewed(scene.sib)
        #expect(
            identity.code(LeaveFamily.self, EmptyRequest(), as: fresh, family: scene.family)
                == .notFound)
    }
}

@Suite("sessions.end: one session of one's own")
struct EndSessionTests {
    @Test
    func endsOneAndNobodyElses() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let bob = try identity.person("Bob", .player)
        var other = ana
        let login = try identity.login(ana.user.email)
        other.token = login.token
        other = try identity.renewed(other)
        func end(_ session: SessionID, as person: Person) -> ServiceError? {
            identity.refusal(EndSession.self, .init(sessionID: session), as: person)
        }
        let missing = SessionID.make(at: identity.clock.now)
        #expect(end(login.session.id, as: bob) == .notFound(.session))
        #expect(end(missing, as: bob) == .notFound(.session))
        #expect(end(login.session.id, as: ana) == nil)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: other) == .unauthenticated)
        #expect(identity.code(IssuePassport.self, .init(token: other.token)) == .unauthenticated)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == nil)
        #expect(end(login.session.id, as: ana) == .notFound(.session))
        let left = try identity.call(ListSessions.self, EmptyRequest(), as: ana)
        #expect(left.sessions.map(\.id) == [left.current])
        // One's own ends like a logout.
        #expect(end(left.current, as: ana) == nil)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == .unauthenticated)
    }
}
