import Contracts
import DataServiceKit
import Foundation
import Testing

@testable import Identity

@Suite("users.invite: who may create an account, and the operator's invitations")
struct UserInvitationTests {
    private let identity: IdentityFixture

    init() throws { identity = try IdentityFixture(signUpMode: .invitation) }

    private func form(_ invitation: String?, _ email: String = "ana@example.org") -> SignUp.Request
    {
        .init(
            email: email, fullName: "Ana Example", role: "player",
            password: IdentityFixture.password, invitation: invitation)
    }

    private func invite(_ note: String? = nil, days: Int? = nil) throws -> InviteUser.Response {
        try identity.call(
            InviteUser.self, .init(note: note, days: days), passport: identity.operatorPassport())
    }

    private func list() throws -> [UserInvitation] {
        try identity.call(
            ListUserInvitations.self, EmptyRequest(), passport: identity.operatorPassport()
        ).invitations
    }

    private func revoke(_ id: UserInvitationID) throws -> UserInvitation {
        try identity.call(
            RevokeUserInvitation.self, .init(id: id), passport: identity.operatorPassport()
        ).invitation
    }

    private func refusal(_ form: SignUp.Request) -> String? {
        identity.refusal(SignUp.self, form)?.errors["invitation"]
    }

    @Test func aClosedInstallationTakesNoAccounts() throws {
        let closed = try IdentityFixture(signUpMode: .closed)
        let error = closed.refusal(SignUp.self, form(nil))
        #expect(error?.code == .forbidden && error?.message == SignUp.closedText)
        #expect(try closed.head == 0)
    }

    @Test func anInvitationMakesOneAccount() throws {
        #expect(refusal(form(nil)) == SignUp.uninvitedText)
        #expect(refusal(form("")) == SignUp.uninvitedText)
        let made = try invite("the Riveras")
        #expect(refusal(form(InvitationCode.random().description)) == SignUp.invitationText)
        #expect(try identity.changes().map(\.type) == [IdentityFeed.userInvited])
        #expect(try !identity.changes()[0].payload.contains(made.code))
        let typed = " " + made.code.lowercased().replacing("-", with: " ")
        _ = try identity.call(SignUp.self, form(typed))
        #expect(refusal(form(made.code, "bea@example.org")) == SignUp.invitationText)
        let listed = try list()
        #expect(listed.map(\.note) == ["the Riveras"])
        #expect(listed.map(\.usedBy) == ["ana@example.org"])
        #expect(listed[0].usedAt == identity.clock.now)
    }

    /// Whether an address is taken is told to those who were invited only.
    @Test func anAddressIsNotProbedWithoutAnInvitation() throws {
        _ = try identity.call(SignUp.self, form(try invite().code))
        #expect(refusal(form(InvitationCode.random().description)) == SignUp.invitationText)
        let made = try invite()
        let taken = identity.refusal(SignUp.self, form(made.code))
        #expect(taken?.errors["email"] == SignUp.takenText)
        // A refused form leaves the invitation as it was.
        _ = try identity.call(SignUp.self, form(made.code, "bea@example.org"))
    }

    @Test func aRepeatedSignUpIsAnsweredAgain() throws {
        let key = IdempotencyKey(high: 1, low: 2)
        let code = try invite().code
        let first = try identity.call(SignUp.self, form(code), key: key).user
        #expect(try identity.call(SignUp.self, form(code), key: key).user == first)
    }

    @Test func anInvitationEndsAfterItsDays() throws {
        let made = try invite(days: 2)
        #expect(made.invitation.expiresAt == identity.clock.now.advanced(by: .seconds(172_800)))
        identity.clock.advance(by: .seconds(172_799))
        let dry = identity.refusal(SignUp.self, form(made.code), isDryRun: true)
        #expect(dry == nil)
        identity.clock.advance(by: .seconds(1))
        #expect(refusal(form(made.code)) == SignUp.invitationText)
        #expect(try invite().invitation.expiresAt > made.invitation.expiresAt)
    }

    @Test func anInvitationIsTakenBackUnlessItWasUsed() throws {
        let made = try invite()
        #expect(try revoke(made.invitation.id).revokedAt == identity.clock.now)
        #expect(refusal(form(made.code)) == SignUp.invitationText)
        let before = try identity.head
        #expect(try revoke(made.invitation.id).revokedAt == identity.clock.now)
        #expect(try identity.head == before)
        let used = try invite()
        _ = try identity.call(SignUp.self, form(used.code))
        let refused = #expect(throws: ServiceError.self) { try revoke(used.invitation.id) }
        #expect(refused?.code == .conflict)
        #expect(refused?.message == "ana@example.org has used this invitation")
        let unknown = #expect(throws: ServiceError.self) { try revoke(.make(at: .earliest)) }
        #expect(unknown == .notFound(.invitation))
    }

    @Test func limitsAreHeld() throws {
        for (note, days, field) in [
            (String(repeating: "a", count: 101), 1, "note"), ("a", 0, "days"), ("a", 91, "days"),
        ] {
            let refused = #expect(throws: ServiceError.self) { try invite(note, days: days) }
            #expect(refused?.errors.keys.sorted() == [field])
        }
        #expect(try invite(String(repeating: "a", count: 100), days: 90).invitation.note != nil)
        for _ in 1..<UserInvitationLimit.openMax { _ = try invite() }
        #expect(throws: ServiceError.self) { try invite() }
        _ = try revoke(try list()[0].id)
        _ = try invite()
        #expect(try list().count == UserInvitationLimit.listMax)
    }

    @Test(arguments: [
        "7KQ2-WXAB-CDE", "7KQ2-WXAB-CDEFG", "7KQ2-WXAB-CDE0", "7KQ2WXABCDEÉ",
        "7KQ2" + String(repeating: " ", count: 117) + "WXABCDEF",
    ])
    func aMalformedCodeNamesTheField(code: String) {
        #expect(InvitationCode(typed: code) == nil)
        #expect(refusal(form(code)) == InvitationCode.refusal)
    }

    @Test func aCodeHasAtMost128Bytes() {
        let longest = "7KQ2" + String(repeating: " ", count: 116) + "WXABCDEF"
        #expect(longest.utf8.count == 128)
        #expect(InvitationCode(typed: longest)?.description == "7KQ2-WXAB-CDEF")
    }
}
