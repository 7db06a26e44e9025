import CommandKit
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Contracts
@testable import Gateway

@Suite struct SignInTests {
    private static func login(_ call: OutgoingCall) -> Outcome {
        switch call.operation {
        case "sessions.login": Fixture.login()
        case "sessions.logout": Fixture.answer(Logout.Response(ended: 1))
        case "users.signUp": Fixture.answer(SignUp.Response(user: Fixture.user(.player)))
        default: Fixture.script(call)
        }
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    //
    @Test func aSignInIsStoredForItsOwnerOnly() throws {
        let harness = try CompassHarness(Self.login)
        harness.prompt = ScriptedPrompt(answers: ["sam@example.com", "a long enough password"])
        let ran = harness.run("login")
        #expect(ran.code == .success)
        #expect(ran.out == "Signed in as Sam Lee (player)\n")
        #expect(harness.prompt.questions == ["E-mail: ", "Password: "])
        #expect(try mode(harness.folder.path("home")) == 0o700)
        #expect(try mode(harness.folder.path("home/cli")) == 0o700)
        #expect(try mode(harness.folder.path("home/cli/context-default.json")) == 0o600)
        #expect(harness.store.currentName == "default")
        let sent = String(decoding: harness.transport.seen[0].payload, as: UTF8.self)
        #expect(sent.contains("\"password\":\"a long enough password\""))
    }

    /// Every command reads it, and homes have files of earlier versions.
    @Test func aStoredSignInHasItsKeysAndIsReadWithoutTheDecoder() throws {
        let harness = try CompassHarness(Self.login)
        try harness.signIn()
        var signIn = try #require(try harness.store.signIn("default"))
        signIn.activeFamily = FamilyID(high: 1, low: 2)
        signIn.toldOfLeaving = signIn.expiresAt
        let json = try JSONCoding.encode(signIn)
        #expect(SignIn(json: json) == signIn)
        #expect(try JSONDecoder().decode(SignIn.self, from: Data(json)) == signIn)
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        #expect(
            Set((object ?? [:]).keys)
                == ["activeFamily", "expiresAt", "sessionID", "toldOfLeaving", "token", "user"])
    }

    @Test func thePasswordIsNeverStored() throws {
        let harness = try CompassHarness(Self.login)
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["a long enough password"])
        let ran = harness.run(
            words: [
                "signup", "--email", "sam@example.com", "--name", "Sam Lee", "--role", "player",
                "--password-stdin",
            ])
        #expect(ran.code == .success)
        #expect(ran.err == "Next: compass family create\n")
        let files = try FileManager.default.subpathsOfDirectory(atPath: harness.folder.path("home"))
        #expect(!files.contains { $0.contains("pending") })
        for file in files where file.hasSuffix(".json") {
            let content = try String(
                contentsOfFile: harness.folder.path("home/\(file)"), encoding: .utf8)
            #expect(!content.contains("a long enough password"))
        }
    }

    @Test func thereIsNoPasswordFlag() throws {
        let ran = try CompassHarness(Self.login).run("login --email a@b.co --password secret")
        #expect(ran.code == .usage)
        #expect(!ran.err.contains("secret"))
    }

    @Test func passwordsTypedTwiceMustAgree() throws {
        let harness = try CompassHarness(Self.login)
        harness.prompt = ScriptedPrompt(answers: ["first password 1", "other password 2"])
        let ran = harness.run(
            words: ["signup", "--email", "a@b.co", "--name", "A", "--role", "player"])
        #expect(ran.code == .usage)
        #expect(harness.transport.seen.isEmpty)
    }

    @Test func aSecondSignInDoesNotBecomeTheCurrentOne() throws {
        let harness = try CompassHarness(Self.login)
        for name in ["maya", "elena"] {
            harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["pass pass pass pass"])
            _ = harness.run("login --email x@y.co --password-stdin --as \(name)")
        }
        #expect(harness.store.currentName == "maya")
        #expect(harness.store.names == ["elena", "maya"])
    }

    @Test func logoutForgetsTheSignInAndItsPassport() throws {
        let harness = try CompassHarness.signedIn(Self.login)
        _ = harness.run("interactions list")
        #expect(harness.store.passport("default") != nil)
        #expect(harness.run("logout").out == "Signed out\n")
        #expect(harness.store.names.isEmpty)
        #expect(harness.store.passport("default") == nil)
        #expect(harness.run("interactions list").code == .unauthenticated)
    }

    // The token of the environment is a session of its own.
    @Test func logoutOfTheEnvironmentsTokenLeavesTheStoredSignIn() throws {
        let harness = try CompassHarness.signedIn(Self.login)
        harness.environment["COMPASS_TOKEN"] = "robot-token"
        #expect(harness.run("logout").out == "Signed out\n")
        #expect(harness.store.names == ["default"])
        let dead = try CompassHarness { _ in Fixture.refusal(.unauthenticated, "Please sign in") }
        try dead.signIn()
        dead.environment["COMPASS_TOKEN"] = "of-yesterday"
        #expect(dead.run("logout").code == .unauthenticated)
        #expect(dead.store.names == ["default"])
    }

    @Test func logoutWithADeadSessionStillForgets() throws {
        let harness = try CompassHarness { _ in Fixture.refusal(.unauthenticated, "Please sign in")
        }
        try harness.signIn()
        #expect(harness.run("logout").code == .success)
        #expect(harness.store.names.isEmpty)
    }

    @Test(arguments: ["context-default.json", "passport-default.json", ""])
    func whatOthersCanReadIsRefused(file: String) throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("interactions list")
        let path = harness.folder.path("home/cli/\(file)")
        try FileManager.default.setAttributes(
            [.posixPermissions: file.isEmpty ? 0o755 : 0o644], ofItemAtPath: path)
        let ran = harness.run("interactions list")
        if file.hasPrefix("passport") {
            // An open passport file is not believed: a fresh one takes its place, closed again.
            #expect(ran.code == .success)
            #expect(try mode(path) == 0o600)
        } else {
            #expect(ran.code == .failure)
            #expect(ran.err.contains("chmod"))
        }
    }

    //
    //
    @Test func withoutASignInTheHintNamesLogin() throws {
        let harness = try CompassHarness()
        let ran = harness.run("interactions list --as mum")
        ran.expectFailure(
            .unauthenticated,
            """
            compass: There is no sign-in named "mum"
            Sign in with: compass login --as mum

            """)
        #expect(harness.transport.seen.isEmpty)
    }

    @Test(arguments: ["../x", ".hidden", "a/b", "", "a b", String(repeating: "a", count: 65)])
    func namesThatReachOutOfTheFolderAreRefused(name: String) throws {
        #expect(!SignInStore.isName(name))
        let ran = try CompassHarness().run(words: ["interactions", "list", "--as", name])
        #expect(ran.code == .usage)
    }

    @Test func theLongestNameIsTaken() {
        #expect(SignInStore.isName(String(repeating: "a", count: SignInStore.contextNameMax)))
    }

    @Test func aTokenInTheEnvironmentWinsAndLeavesNothing() throws {
        let harness = try CompassHarness.signedIn()
        harness.environment["COMPASS_TOKEN"] = "robot-token"
        #expect(harness.run("interactions list").code == .success)
        let sent = String(decoding: harness.transport.seen[0].payload, as: UTF8.self)
        #expect(sent == "{\"token\":\"robot-token\"}")
        #expect(harness.store.passport("default") == nil)
    }

    @Test func aPassportIsUsedUntilShortlyBeforeItExpires() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("interactions list")
        // The fixture's passport ends at 12:05:00; the reserve is 15 s.
        expectRenewal(harness, at: "2026-02-10T12:04:45.000Z", notAt: "2026-02-10T12:04:44.999Z")
    }

    private func expectRenewal(_ harness: CompassHarness, at now: String, notAt before: String) {
        for (now, count) in [(before, 1), (now, 2)] {
            harness.environment["COMPASS_NOW"] = now
            _ = harness.run("interactions list")
            #expect(harness.transport.seen.count { $0.operation == "passports.issue" } == count)
        }
    }

    // The clock was a day ahead when the passport was stored.
    @Test func aPassportThatSeemsToLastLongerThanAnyIsRenewed() throws {
        let harness = try CompassHarness.signedIn()
        expectRenewal(harness, at: "2026-02-10T11:59:59.999Z", notAt: "2026-02-10T12:00:00.000Z")
    }

    @Test func aRefusedPassportIsRenewedOnceAndTheCallRepeated() throws {
        let refusals = Mutex(1)
        let harness = try CompassHarness { call in
            let isRefused = refusals.withLock { left in
                guard call.operation == "interactions.create", left > 0 else { return false }
                left -= 1
                return true
            }
            return isRefused
                ? Fixture.refusal(.unauthenticated, "Please sign in") : Fixture.script(call)
        }
        try harness.signIn()
        let ran = harness.run("interactions add --type email --school \(Fixture.dukeID)")
        #expect(ran.code == .success)
        #expect(
            harness.transport.seen.map(\.operation) == [
                "passports.issue", "interactions.create", "passports.issue", "interactions.create",
            ])
        let keys = Set(harness.transport.seen.compactMap(\.idempotencyKey))
        #expect(keys.count == 1)
    }

    @Test func aPassportRefusedTwiceEndsWithTheHint() throws {
        let harness = try CompassHarness { call in
            call.operation == "interactions.list"
                ? Fixture.refusal(.unauthenticated, "Please sign in") : Fixture.script(call)
        }
        try harness.signIn()
        let ran = harness.run("interactions list")
        #expect(ran.code == .unauthenticated)
        #expect(ran.err == "compass: Please sign in\nSign in with: compass login\n")
        #expect(harness.transport.seen.count == 4)
    }

    // IL-45
    @Test func theFamilyIsNamedByFlagEnvironmentOrSwitch() throws {
        let two = [
            Fixture.membership(.parent),
            Membership(
                familyUnitID: Fixture.otherFamilyID, name: "Brandt", role: .parent,
                timeZone: "UTC"),
        ]
        let harness = try CompassHarness { call in
            call.operation == "passports.issue"
                ? Fixture.answer(
                    IssuePassport.Response(
                        passport: "AQID", expiresAt: Instant.latest, user: Fixture.user(.parent),
                        families: two)) : Fixture.parentScript(call)
        }
        try harness.signIn(role: .parent)
        func family() -> FamilyID? { harness.transport.seen.last?.family }
        _ = harness.run("interactions list")
        #expect(family() == Fixture.familyID)
        _ = harness.run("interactions list --family brandt")
        #expect(family() == Fixture.otherFamilyID)
        harness.environment["COMPASS_FAMILY"] = "fafa0002"
        _ = harness.run("interactions list")
        #expect(family() == Fixture.otherFamilyID)
        harness.environment["COMPASS_FAMILY"] = nil
        #expect(harness.run("family switch Brandt").out == "Commands now use Brandt\n")
        _ = harness.run("interactions list")
        #expect(family() == Fixture.otherFamilyID)
        // A stranger's family goes to the service, which tells nothing.
        let stranger: FamilyID = Fixture.id(0x99)
        _ = harness.run("interactions list --family \(stranger)")
        #expect(family() == stranger)
    }

    // joined or renamed elsewhere since the passport was made.
    @Test func aFamilyThatThePassportDoesNotKnowIsAskedForOnce() throws {
        let name = Mutex("Brandt")
        let harness = try CompassHarness { call in
            call.operation == "passports.issue"
                ? Fixture.answer(
                    IssuePassport.Response(
                        passport: "AQID", expiresAt: Instant.latest, user: Fixture.user(.parent),
                        families: [
                            Membership(
                                familyUnitID: Fixture.otherFamilyID, name: name.withLock { $0 },
                                role: .parent, timeZone: "UTC")
                        ])) : Fixture.parentScript(call)
        }
        try harness.signIn(role: .parent)
        func issued() -> Int {
            harness.transport.seen.count { $0.operation == "passports.issue" }
        }
        #expect(harness.run("interactions list --family Brandt").code == .success)
        #expect(issued() == 1)
        name.withLock { $0 = "The Brandts of Elm Street" }
        #expect(harness.run("family switch Elm").code == .success)
        #expect(issued() == 2)
        #expect(harness.run("interactions list --family Nobody").code == .usage)
        #expect(issued() == 3)
    }

    // the question names whom the typed text found.
    @Test func aMemberIsRemovedByTheirWholeName() throws {
        let harness = try CompassHarness { call in
            call.operation == "families.removeMember"
                ? Fixture.answer(["user_id": Fixture.siblingID.text]) : Fixture.script(call)
        }
        try harness.signIn()
        harness.prompt = ScriptedPrompt(answers: ["y"])
        let ran = harness.run("family remove alex")
        #expect(harness.prompt.questions == ["Remove Alex Lee from the family?"])
        #expect(ran.out == "Removed Alex Lee\n")
    }

    @Test func aRefusedTokenOfTheEnvironmentIsNamed() throws {
        let harness = try CompassHarness { call in
            call.operation == "passports.issue"
                ? Fixture.refusal(.unauthenticated, "Please sign in") : Fixture.script(call)
        }
        harness.environment["COMPASS_TOKEN"] = "of-yesterday"
        let ran = harness.run("interactions list")
        #expect(ran.code == .unauthenticated)
        #expect(ran.err.contains("COMPASS_TOKEN belongs to no active session."))
    }

    @Test func whatStaysOnThisMachineCannotBeRehearsed() throws {
        let harness = try CompassHarness.signedIn()
        for line in ["login --email a@x.example --dry-run", "family switch Lee --dry-run"] {
            let ran = harness.run(line)
            #expect(ran.code == .usage)
            #expect(ran.err.contains("does not support --dry-run"))
        }
        #expect(harness.transport.seen.isEmpty)
        #expect(!harness.run("schools list --dry-run").err.contains("Dry run"))
    }
}
