import CommandKit
import Contracts
import ServiceKit
import Synchronization
import Testing

@testable import Gateway

/// `second-factor …`, and signing in with a code.
@Suite struct SecondFactorCommandTests {
    private static let on = SecondFactor(isOn: true, since: Fixture.created)

    private static func answers(_ call: OutgoingCall) -> Outcome {
        switch call.operation {
        case "users.secondFactor": Fixture.answer(SecondFactor(isOn: false, since: nil))
        case "users.beginSecondFactor":
            Fixture.answer(BeginSecondFactor.Response(secret: "MZXW6YTB", email: "a@example.org"))
        case "users.confirmSecondFactor": Fixture.answer(on)
        case "users.removeSecondFactor": Fixture.answer(SecondFactor(isOn: false, since: nil))
        case "sessions.login":
            String(decoding: call.payload, as: UTF8.self).contains("\"code\":\"123456\"")
                ? Fixture.login(token: "with-a-code", session: Fixture.id(0x5e55_0009))
                : Fixture.refusal(
                    .unauthenticated, SecondFactorText.isNeeded, subject: .secondFactor)
        default: Fixture.script(call)
        }
    }

    private func harness() throws -> CompassHarness {
        try CompassHarness.signedIn(Self.answers)
    }

    // N-70
    @Test func theSecretIsShownOnceWithTheNextCommand() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["my password"])
        let ran = harness.run("second-factor add")
        #expect(
            ran.out == """
                MZXW6YTB
                otpauth://totp/Recruiting%20Compass:a%40example.org?secret=MZXW6YTB\
                &issuer=Recruiting%20Compass

                """)
        #expect(ran.err.contains("compass second-factor confirm CODE"))
        let confirmed = harness.run("second-factor confirm 123 456")
        #expect(confirmed.out == "Your second factor is on\n")
        let sent = harness.transport.seen.last { $0.operation == ConfirmSecondFactor.name }
        #expect(String(decoding: sent?.payload ?? [], as: UTF8.self) == #"{"code":"123 456"}"#)
        #expect(confirmed.err.contains("compass password renew-codes"))
        #expect(harness.run("second-factor show").err.contains("compass second-factor add"))
    }

    // N-70: people read groups; programs get the secret as it is.
    @Test func theSecretHasGroupsOnATerminal() throws {
        let harness = try harness()
        func out(_ line: String, _ traits: TerminalTraits) -> String {
            harness.prompt = ScriptedPrompt(answers: ["my password"])
            return harness.run(line, traits: traits).out
        }
        let terminal = TerminalTraits(isTerminal: true, columns: 80)
        #expect(out("second-factor add", terminal).hasPrefix("MZXW 6YTB\notpauth://totp/"))
        #expect(out("second-factor add", terminal).contains("?secret=MZXW6YTB&"))
        #expect(out("second-factor add --json", terminal).contains("\"MZXW6YTB\""))
        #expect(out("second-factor add -o name", terminal) == "MZXW6YTB\n")
    }

    // N-71: on a terminal the code is asked once the password is known to be right.
    @Test func aSignInAsksForTheCode() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["my password", "123456"])
        let ran = harness.run("login --email sam@example.com")
        #expect(ran.code == .success)
        #expect(harness.prompt.questions == ["Password: ", SecondFactorCommands.codeQuestion])
        #expect(try harness.store.signIn("default")?.token == "with-a-code")
    }

    // N-71
    @Test func scriptsGiveTheCode() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["my password"])
        let refused = harness.run("login --email sam@example.com --password-stdin")
        refused.expectFailure(
            .unauthenticated,
            """
            compass: \(SecondFactorText.isNeeded)
            Sign in with the present code: compass login --email sam@example.com --code CODE

            """)
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["my password"])
        #expect(
            harness.run("login --email sam@example.com --password-stdin --code 123456").code
                == .success)
    }

    // N-73
    @Test func itIsTurnedOffWithPasswordAndCode() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["my password", "123456"])
        #expect(harness.run("second-factor remove").out == "Your second factor is off\n")
        harness.prompt = ScriptedPrompt(isTerminal: false)
        let missing = harness.run("second-factor remove")
        #expect(missing.code == .usage && missing.err.contains("--code and --password-stdin"))
    }
}
