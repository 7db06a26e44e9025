import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `password …`, `sessions …`, and leaving a family, as people read them.
@Suite struct PasswordCommandTests {
    private static let code = "7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2"

    private static func session(_ number: UInt64, _ device: String?) -> Session {
        Session(
            id: Fixture.id(number), device: device, createdAt: Fixture.created,
            lastUsedAt: Fixture.created, expiresAt: Instant.latest)
    }

    private static func answers(_ call: OutgoingCall) -> Outcome {
        switch call.operation {
        case "users.changePassword":
            Fixture.answer(
                ChangePassword.Response(
                    token: "fresh-token", session: session(0x5e55_0001, "laptop"), ended: 2))
        case "users.resetPassword":
            Fixture.answer(
                ResetPassword.Response(user: Fixture.user(.player), recoveryCodesLeft: 9))
        case "users.recoveryCodes":
            Fixture.answer(ShowRecoveryCodes.Response(left: 0, madeAt: nil))
        case "users.renewRecoveryCodes":
            Fixture.answer(
                RenewRecoveryCodes.Response(codes: [code, code], madeAt: Fixture.created))
        case "families.makeResetCode":
            Fixture.answer(
                OneTimeCode(
                    code: code, expiresAt: Fixture.created, user: Fixture.user(.player)))
        case "sessions.list":
            Fixture.answer(
                ListSessions.Response(
                    sessions: [session(0x5e55_0001, "laptop"), session(0x5e55_0002, nil)],
                    current: Fixture.sessionID))
        case "sessions.end": Fixture.answer(EndSession.Response(ended: Fixture.sessionID))
        case "sessions.login":
            Fixture.answer(
                Login.Response(
                    token: "of-the-new-password", session: session(0x5e55_0003, nil),
                    user: Fixture.user(.player)))
        case "families.leave":
            Fixture.answer(
                LeaveFamily.Response(left: Fixture.familyID, returnCode: "FAM-7KQ2WX"))
        default: Fixture.script(call)
        }
    }

    private func harness(
        _ script: @escaping ScriptedTransport.Script = Self.answers
    ) throws -> CompassHarness {
        try CompassHarness.signedIn(script)
    }

    @Test func aChangedPasswordKeepsThisSignInUnderItsNewToken() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["old password", "new password", "new password"])
        let ran = harness.run("password change")
        #expect(ran.out == "Your password was changed; 2 other sessions ended\n")
        #expect(
            harness.prompt.questions == [
                "Current password: ", "New password (15 characters or more): ", "Once more: ",
            ])
        #expect(try harness.store.signIn("default")?.token == "fresh-token")
        #expect(harness.store.passport("default") == nil)
        // Nothing of it lies on the disk.
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: harness.folder.path("home"))
        #expect(!files.contains { $0.contains("pending") })
    }

    @Test func aChangeWhoseAnswerWasLostSignsInWithTheNewPassword() throws {
        let harness = try harness { call in
            ["users.changePassword", "passports.issue"].contains(call.operation)
                && call.operation == "users.changePassword"
                ? Fixture.refusal(.unauthenticated, "Please sign in") : Self.answers(call)
        }
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["old password", "new one"])
        let ran = harness.run("password change --password-stdin")
        #expect(ran.out == "Your password was changed; your other sessions ended\n")
        #expect(try harness.store.signIn("default")?.token == "of-the-new-password")
        let login = try #require(
            harness.transport.seen.last { $0.operation == "sessions.login" })
        #expect(String(decoding: login.payload, as: UTF8.self).contains("\"new one\""))
    }

    @Test func aSignInThatIsOverIsToldAsSuch() throws {
        let harness = try harness { call in
            switch call.operation {
            case "users.changePassword": Fixture.refusal(.unauthenticated, "Please sign in")
            case "sessions.login": Fixture.refusal(.unauthenticated, "Wrong e-mail address")
            default: Self.answers(call)
            }
        }
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["old password", "new one"])
        let ran = harness.run("password change --password-stdin")
        #expect(ran.code == .unauthenticated)
        #expect(ran.err == "compass: Please sign in\nSign in with: compass login\n")
        #expect(try harness.store.signIn("default")?.token == "token-of-default")
    }

    @Test func aTokenOfTheEnvironmentIsNotLostWithItsPassword() throws {
        let harness = try harness()
        harness.environment["COMPASS_TOKEN"] = "robot-token"
        #expect(harness.run("password change --password-stdin").code == .usage)
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["old password", "new one"])
        let ran = harness.run("password change --password-stdin --json")
        #expect(ran.out.contains("\"token\":\"fresh-token\""))
        #expect(try harness.store.signIn("default")?.token == "token-of-default")
    }

    @Test func aResetSignsInAndSaysWhatIsLeft() throws {
        let harness = try CompassHarness(Self.answers)
        harness.prompt = ScriptedPrompt(
            answers: ["sam@example.com", "7kq2w 9xb4t", "new password", "new password"])
        let ran = harness.run("password reset")
        #expect(ran.out == "The password of Sam Lee was replaced\n")
        #expect(
            ran.err == """
                Signed in. All other sessions ended.
                9 recovery codes left.

                """)
        #expect(harness.prompt.questions.prefix(2) == ["E-mail: ", "Code: "])
        #expect(try harness.store.signIn("default")?.token == "of-the-new-password")
    }

    @Test func aRefusedResetSaysWhomToAskAndNothingElse() throws {
        let harness = try CompassHarness { call in
            call.operation == "users.resetPassword"
                ? Fixture.refusal(.unauthenticated, "Wrong e-mail address or code")
                : Self.answers(call)
        }
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["new password"])
        let ran = harness.run(
            words: [
                "password", "reset", "--email", "a@b.co", "--code", Self.code, "--password-stdin",
            ])
        ran.expectFailure(
            .unauthenticated,
            """
            compass: Wrong e-mail address or code
            A code works once; a one-time code expires after 15 minutes.
            To get a new one, see: compass password reset --help

            """)
        #expect(harness.store.names.isEmpty)
    }

    @Test func codesAreShownOneALine() throws {
        let harness = try harness()
        #expect(harness.run("password codes").err == "Create ten: compass password renew-codes\n")
        harness.prompt = ScriptedPrompt(answers: ["my password"])
        let ran = harness.run("password renew-codes")
        #expect(ran.out == "\(Self.code)\n\(Self.code)\n")
        #expect(ran.err.hasPrefix("Shown only once."))
        #expect(harness.prompt.questions == ["Password: "])
    }

    @Test func aParentGetsACodeWithTheLineThatUsesIt() throws {
        let harness = try harness { call in
            call.operation == "families.makeResetCode"
                ? Self.answers(call) : Fixture.parentScript(call)
        }
        harness.prompt = ScriptedPrompt(answers: ["my password"])
        let ran = harness.run("family reset-password alex -o name")
        #expect(ran.out == "\(Self.code)\n")
        #expect(
            ran.err == "Shown only once. Give it to nobody else; use it with: "
                + "compass password reset --email sam@example.com\n")
        let sent = try #require(harness.transport.seen.last)
        #expect(String(decoding: sent.payload, as: UTF8.self).contains(Fixture.siblingID.text))
    }

    @Test func onlyTheOperatorMakesACodeForAnybody() throws {
        let ran = try harness().run("service reset-password sam@example.com")
        #expect(ran.code == .forbidden)
        #expect(ran.err.hasPrefix("compass: Only the system's operator can do that\n"))
    }

    @Test(arguments: [
        "admin invite", "admin invitations", "admin uninvite x", "admin users", "admin families",
        "admin suspend sam@example.com", "admin resume sam@example.com",
    ])
    func onlyTheOperatorAdministers(line: String) throws {
        let ran = try harness().run(line)
        #expect(ran.code == .forbidden)
        #expect(ran.err.hasPrefix("compass: Only the system's operator can do that\n"))
    }

    @Test func sessionsAreListedAndOneOfThemEnds() throws {
        let harness = try harness()
        let list = harness.run(
            "sessions list", traits: TerminalTraits(isTerminal: true, columns: 120))
        #expect(list.out.contains("5e550001") && list.out.contains("this one"))
        let other = harness.run("sessions end 5e550002")
        #expect(other.out == "Ended the session\n")
        #expect(harness.store.names == ["default"])
        #expect(harness.run("sessions end 5e559999").code == .notFound)
        let own = harness.run("sessions end 5e550001")
        #expect(own.out == "Ended this session; you are signed out\n")
        #expect(harness.store.names.isEmpty)
    }

    @Test func leavingAsksFirstAndNamesTheWayBack() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["n"])
        #expect(harness.run("family leave").code == .success)
        #expect(harness.prompt.questions == ["Leave Lee Family?"])
        let ran = harness.run("family leave --yes")
        #expect(ran.out == "You have left Lee Family\n")
        #expect(
            ran.err == """
                Nobody is left in it. To return: compass family join FAM-7KQ2WX
                To export what you logged: compass family export

                """)
        #expect(harness.store.passport("default") == nil)
        // N-139: they know, and are not told again.
        #expect(try harness.store.signIn("default")?.toldOfLeaving != nil)
    }

    @Test func whatTheHistoryTellsOfAccountsIsWords() throws {
        let zone = try LocalZone(named: "UTC", environment: [:])
        func line(
            _ type: String, _ record: String, of kind: String, by actor: UserID?, after: String
        ) -> String {
            let entry = HistoryEntry(
                id: ChangeID(high: 7, low: 7), type: type, recordType: kind, recordID: record,
                version: 2, occurredAt: Fixture.created, actor: actor,
                actorName: actor == nil ? nil : "Sam Lee", role: nil, traceID: nil, before: nil,
                after: after)
            let words = HistoryWords(entry, zone: zone)
            return "\(words.who) \(words.action) \(words.what)"
        }
        let sam = Fixture.playerID
        let member = #"{"full_name":"Sam Lee","role":"player"}"#
        #expect(
            line(IdentityFeed.memberRemoved, sam.text, of: "member", by: sam, after: member)
                == "Sam Lee left: member Sam Lee")
        #expect(
            line(IdentityFeed.resetCodeMade, sam.text, of: "member", by: nil, after: member)
                == "The system created a password code for member Sam Lee")
        for (means, text) in [
            ("password", "using the old one"), ("recovery_code", "using a recovery code"),
            ("family_code", "using a parent's code"),
            ("operator_code", "using the operator's code"),
        ] {
            #expect(
                line(
                    IdentityFeed.passwordChanged, sam.text, of: "user", by: sam,
                    after: #"{"means":"\#(means)"}"#) == "Sam Lee replaced the password \(text)")
        }
    }
}
