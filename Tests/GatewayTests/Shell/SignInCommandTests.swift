import CommandKit
import Contracts
import ServiceKit
import Support
import Testing

@testable import Gateway

/// N-58: the sign-ins that a machine keeps.
@Suite struct SignInCommandTests {
    private static let terminal = TerminalTraits(isTerminal: true, columns: 100)

    private static func user(_ name: String, _ email: String) -> User {
        var user = Fixture.user(.player)
        user.fullName = name
        user.email = email
        return user
    }

    private static func answer(_ call: OutgoingCall) -> Outcome {
        guard call.operation == "sessions.login" else { return Fixture.script(call) }
        return Fixture.login(user: user("Kim Lee", "kim@example.com"))
    }

    /// Sam's sign-in is the current one; there is one of their mother's, too.
    private func harness() throws -> CompassHarness {
        let harness = try CompassHarness(Self.answer)
        for (name, user) in [
            ("default", Self.user("Sam Lee", "sam@example.com")),
            ("mum", Self.user("Kim Lee", "kim@example.com")),
        ] {
            try harness.store.prepare()
            try harness.store.save(
                SignIn(
                    token: "token-\(name)", user: user, sessionID: Fixture.sessionID,
                    expiresAt: Instant.latest, activeFamily: nil), as: name)
        }
        try harness.store.setCurrent("default")
        return harness
    }

    private static let login = "login --email Kim@example.com"

    // N-58
    @Test func aSignInOfSomebodyElseIsReplacedAfterAQuestion() throws {
        let asked = try harness()
        asked.prompt = ScriptedPrompt(answers: ["n"])
        let no = asked.run(Self.login, traits: Self.terminal)
        #expect(no.code == .success && no.err.contains("Nothing changed"), "\(no.err)")
        #expect(no.err.contains("--as NAME"))
        #expect(asked.prompt.questions == ["Replace the sign-in of Sam Lee?"])
        #expect(asked.transport.seen.isEmpty)
        #expect(try asked.store.signIn("default")?.token == "token-default")

        let agreed = try harness()
        agreed.prompt = ScriptedPrompt(answers: ["y", "a long enough password"])
        #expect(agreed.run(Self.login, traits: Self.terminal).code == .success)
        #expect(try agreed.store.signIn("default")?.user.fullName == "Kim Lee")

        let own = try harness()
        own.prompt = ScriptedPrompt(answers: ["a long enough password"])
        #expect(own.run("login --email SAM@example.com", traits: Self.terminal).code == .success)
        let named = try harness()
        named.prompt = ScriptedPrompt(answers: ["a long enough password"])
        #expect(named.run(Self.login + " --as mum", traits: Self.terminal).code == .success)
        #expect(try named.store.signIn("default")?.token == "token-default")
    }

    // N-58: a sign-up asks before the account is made.
    @Test func aSignUpAsksToo() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["n"])
        let words = [
            "signup", "--email", "new@example.com", "--name", "New", "--role", "parent",
        ]
        #expect(harness.run(words: words, traits: Self.terminal).code == .success)
        #expect(harness.transport.seen.isEmpty)
    }

    // N-59
    @Test func eachAnswerOfASignUpIsChecked() throws {
        let harness = try CompassHarness { call in
            call.operation == "users.signUp"
                ? Fixture.answer(SignUp.Response(user: Fixture.user(.player)))
                : Self.answer(call)
        }
        harness.prompt = ScriptedPrompt(answers: [
            "sam", "sam@example.com", " ", "Sam Lee", "coach", "Player", "too short",
            "a long enough password", "a long enough password",
        ])
        let ran = harness.run("signup", traits: Self.terminal)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            harness.prompt.questions == [
                "E-mail: ", "E-mail: ", "Full name: ", "Full name: ", "Player or parent? ",
                "Player or parent? ", "Password (15 characters or more): ",
                "Password (15 characters or more): ", "Once more: ",
            ])
        for text in [
            "Please enter your name (1-200 characters)", "Please choose a role: player or parent",
        ] {
            #expect(ran.err.ranges(of: text).count == 1, "\(text)")
        }
        let sent = harness.transport.seen.filter { $0.operation == "users.signUp" }
        #expect(sent.count == 1)
    }

    // N-58
    @Test func aScriptIsTold() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["a long enough password"])
        let ran = harness.run(Self.login + " --password-stdin")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("This replaced the sign-in of Sam Lee."))
    }

    // N-58
    @Test func signInsAreListedAndChosen() throws {
        let harness = try harness()
        let listed = harness.run("login list -o csv")
        #expect(
            listed.out == """
                name,user,role,email,current\r
                default,Sam Lee,player,sam@example.com,yes\r
                mum,Kim Lee,player,kim@example.com,\r

                """)
        let chosen = harness.run("login use mum")
        #expect(chosen.out == "Commands now run as Kim Lee\n" && chosen.code == .success)
        #expect(harness.store.currentName == "mum")
        let unknown = harness.run("login use dad")
        #expect(unknown.code == .notFound && unknown.err.contains("Sign-ins: default, mum."))
        #expect(harness.store.currentName == "mum")
        let empty = try CompassHarness(Self.answer)
        #expect(empty.run("login list", traits: Self.terminal).out.contains("compass login"))
    }

    // N-58
    @Test func aCommandSaysWhenItRunsAsAnother() throws {
        let harness = try harness()
        func notes(_ line: String, _ traits: TerminalTraits = Self.terminal) -> Bool {
            harness.run(line, traits: traits).err.contains("with the sign-in mum")
        }
        #expect(!notes("family members"))
        #expect(!notes("family members --as mum", .pipe))
        #expect(notes("family members --as mum"))
        #expect(!notes("family members --as mum"))
        let back = harness.run("family members", traits: Self.terminal)
        #expect(back.err.contains("Running as Sam Lee, with the sign-in default"))
    }
}
