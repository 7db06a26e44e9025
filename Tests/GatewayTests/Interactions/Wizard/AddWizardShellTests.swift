import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `interactions add` on a terminal: the whole way from the answers to the calls.
@Suite struct AddWizardShellTests {
    private static let shortest = ["duke", "", "email", "", "", "", "", ""]
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    private func run(
        _ harness: CompassHarness, _ answers: [String], _ line: String = "interactions add"
    ) -> Ran {
        harness.prompt = ScriptedPrompt(answers: answers)
        return harness.run(line, traits: terminal)
    }

    private func creates(_ harness: CompassHarness) -> [OutgoingCall] {
        harness.transport.seen.filter { $0.operation == "interactions.create" }
    }

    private func drafts(_ harness: CompassHarness) -> [String] {
        let folder = harness.folder.path("home/cli/drafts")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".json") }
    }

    // IA-49, IA-51
    @Test func answersBecomeOneInteraction() throws {
        let harness = try CompassHarness.signedIn()
        let ran = run(harness, Self.shortest + ["y"])
        #expect(ran.code == .success)
        #expect(ran.err.hasPrefix("Log My Interaction\nRecord a new communication"))
        #expect(ran.err.hasSuffix("\nLogging...\n"))
        #expect(ran.out.contains(Fixture.full.id.text))
        #expect(
            String(decoding: try #require(creates(harness).first).payload, as: UTF8.self) == """
                {"direction":"outbound","occurred_at":"\(CompassHarness.now)",\
                "school_id":"\(Fixture.dukeID)","type":"email"}
                """)
        #expect(creates(harness).count == 1)
        #expect(drafts(harness).isEmpty)
    }

    @Test func flagsFillTheFormAndSkipTheirQuestions() throws {
        let harness = try CompassHarness.signedIn()
        let line =
            "interactions add --wizard --coach doyle --type camp --direction inbound "
            + "--at 2026-02-03 --sentiment positive --signals visit --content x"
        let ran = run(harness, ["Camp", ""], line)
        #expect(ran.code == .success)
        #expect(harness.prompt.questions == ["Subject: ", "Log Interaction? [Y/n] "])
        // D-02: the coach brought the school along.
        #expect(ran.err.contains("  1  School                Duke University\n"))
        let payload = String(decoding: creates(harness)[0].payload, as: UTF8.self)
        #expect(payload.contains(#""interest_answers":["visit"]"#))
        #expect(payload.contains(#""subject":"Camp""#))
    }

    // IA-56, X-03
    @Test func aParentIsToldBeforeAnyQuestion() throws {
        let harness = try CompassHarness.signedIn(role: .parent, Fixture.parentScript)
        let ran = run(harness, ["duke"])
        ran.expectFailure(
            .forbidden,
            """
            compass: Only players can create interactions
            Your families and your role in each: compass whoami

            """)
        #expect(harness.prompt.questions.isEmpty)
    }

    // R-02, IA-56: nobody of the family has to be named, since the contact is the parent's own.
    @Test func aParentWhomTheServerLetsLogIsAsked() throws {
        let harness = try CompassHarness.signedIn(role: .parent) { call in
            switch call.operation {
            case "interactions.create" where call.isDryRun:
                Fixture.refusal(.validationFailed, "Please select a type")
            case "interactions.create": Fixture.script(call)
            default: Fixture.parentScript(call)
            }
        }
        let ran = run(harness, Self.shortest + ["y"])
        #expect(ran.code == .success, "\(ran.err)")
        #expect(creates(harness).map(\.isDryRun) == [true, false])
    }

    // IA-06
    @Test func aFamilyWithoutSchoolsIsToldWhatToDo() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "schools.list"
                ? Fixture.answer(ListSchools.Response([], total: 0)) : Fixture.script(call)
        }
        let ran = run(harness, [])
        ran.expectFailure(
            .invalid,
            """
            compass: Please select a school
            Your family has no schools yet.
            Try: compass schools search NAME

            """)
    }

    /// What is asked of people is not asked of programs.
    @Test(arguments: [
        "interactions add --type email --school duke", "interactions add -o json",
        "interactions add --yes", "interactions add --type email --coach doyle",
    ])
    func nothingIsAskedWhereNothingIsMissingOrNobodyReads(line: String) throws {
        let harness = try CompassHarness.signedIn()
        _ = run(harness, [], line)
        #expect(harness.prompt.questions.isEmpty)
        #expect(creates(harness).count == 1)
    }

    @Test func withoutATerminalTheWizardIsAUsageError() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("interactions add --wizard")
        #expect(ran.code == .usage)
        #expect(ran.err.hasPrefix("compass: Can't ask for input here: there is no terminal\n"))
        #expect(ran.err.contains("--type and --school"))
    }

    // MARK: Failing

    /// Services that do not log the first time.
    private func failingOnce(_ failure: Outcome) throws -> CompassHarness {
        let hasFailed = Mutex(false)
        return try CompassHarness.signedIn { call in
            guard call.operation == "interactions.create" else { return Fixture.script(call) }
            let isFirst = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            return isFirst ? failure : Fixture.script(call)
        }
    }

    // IA-50, IA-54, X-13: nothing is asked twice, the second attempt has key and bytes of the
    // first.
    @Test func aFailedSendIsRepeatedWithTheSameKey() throws {
        let harness = try failingOnce(Fixture.refusal(.timeout, "away", executed: .unknown))
        let ran = run(harness, Self.shortest + ["y", "y"])
        #expect(ran.code == .success)
        #expect(ran.err.contains("\nConnection timed out\n"))
        let calls = creates(harness)
        #expect(calls.count == 2)
        #expect(calls[0].idempotencyKey == calls[1].idempotencyKey)
        #expect(calls[0].payload == calls[1].payload)
        #expect(drafts(harness).isEmpty)
    }

    // IA-50: a typed key belongs to what was sent first under it, not to the form.
    @Test func anEditedFormIsNotSentUnderTheTypedKey() throws {
        let harness = try failingOnce(Fixture.refusal(.unavailable, "away"))
        let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
        let ran = run(
            harness, Self.shortest + ["y", "6", "Corrected", "y"],
            "interactions add --idempotency-key \(key)")
        #expect(ran.code == .success, "\(ran.err)")
        let calls = creates(harness)
        #expect(calls.count == 2)
        #expect(calls.first?.idempotencyKey?.text == key)
        #expect(calls.last?.idempotencyKey?.text != key)
        #expect(
            String(decoding: try #require(calls.last).payload, as: UTF8.self)
                .contains("Corrected"))
    }

    // IA-53
    @Test func aRefusedFieldIsAskedAgainAndSentUnderAnotherKey() throws {
        let text = "Please select a school"
        let attempts = Mutex(0)
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == "interactions.create" else { return Fixture.script(call) }
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            return attempt == 1
                ? Fixture.refusal(.validationFailed, text, errors: ["school_id": text])
                : Fixture.script(call)
        }
        let ran = run(harness, Self.shortest + ["y", "2", "", "y"])
        #expect(ran.code == .success)
        #expect(ran.err.contains("\n\(text)\nSchool (required)\n"))
        let calls = creates(harness)
        #expect(calls.count == 2)
        #expect(calls[0].idempotencyKey != calls[1].idempotencyKey)
    }

    // MARK: Leaving

    // IA-52
    @Test func throwingAwayIsAskedAndForgets() throws {
        let harness = try CompassHarness.signedIn()
        let ran = run(harness, ["duke", "^C", "n", "", "^D", "y"])
        #expect(ran.code == .interrupted)
        #expect(ran.err.hasSuffix("compass: Nothing was logged\n"))
        #expect(harness.prompt.questions.count { $0 == "Discard changes? [y/N] " } == 2)
        #expect(drafts(harness).isEmpty)
        #expect(run(harness, ["^C"]).code == .interrupted)
        #expect(harness.prompt.questions == ["School: "])
    }

    /// A killed terminal: nobody answers any more.
    @Test func aLostTerminalKeepsTheInputForItsOwner() throws {
        let harness = try CompassHarness.signedIn()
        let ran = run(harness, ["duke", "", "email", "", "", "Camp", "Line one"])
        #expect(ran.code == .interrupted)
        #expect(
            ran.err.hasSuffix(
                "compass: Nothing was lost\nContinue with: compass interactions add\n"))
        let path = harness.folder.path("home/cli/drafts/" + (try #require(drafts(harness).first)))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let again = run(harness, ["", "Line two", ".", "", "y"])
        #expect(again.code == .success)
        #expect(
            again.err.contains("An unfinished interaction was kept: Email, Duke University, Camp"))
        let payload = String(decoding: creates(harness)[0].payload, as: UTF8.self)
        #expect(payload.contains(#""content":"Line one\nLine two""#))
        #expect(drafts(harness).isEmpty)
    }

    // Flags win over a form that was kept; the form stays for the next time.
    @Test(arguments: ["--event Spring", "--player Alex"])
    func aKeptFormDoesNotReplaceAFlag(flag: String) throws {
        let harness = try CompassHarness.signedIn(EventFixture.script)
        _ = run(harness, ["duke", "", "email"])
        #expect(drafts(harness).count == 1)
        let ran = run(harness, Self.shortest + ["y"], "interactions add \(flag)")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(!ran.err.contains("unfinished"))
        let request = try harness.sent(CreateInteraction.self)
        let namesEvent = flag.hasPrefix("--event")
        #expect(request.eventID.value == (namesEvent ? EventFixture.showcase.id.text : nil))
        #expect(request.playerID.value == (namesEvent ? nil : Fixture.siblingID.text))
        let next = run(harness, ["^C"])
        #expect(next.err.contains("An unfinished interaction was kept: Email, Duke University"))
    }

    // N-97: the form of a parent of several players names one, and goes on without the flag.
    @Test func aParentGoesOnWithAFormForAPlayer() throws {
        var family = Fixture.membership(.parent)
        family.parentsLog = true
        let members = [(Fixture.playerID, "Sam Lee"), (Fixture.siblingID, "Alex Lee")].map {
            Member(userID: $0.0, fullName: $0.1, role: .player, joinedAt: Fixture.created)
        }
        let harness = try CompassHarness.signedIn(role: .parent) { [family] call in
            switch call.operation {
            case ShowFamily.name:
                Fixture.answer(ShowFamily.Response(family: family, members: members))
            case CreateInteraction.name: Fixture.script(call)
            default: Fixture.parentScript(call)
            }
        }
        #expect(run(harness, ["duke"]).err.contains(ParentsLogText.chooseRefusal))
        _ = run(harness, ["duke", "", "email"], "interactions add --player Alex")
        let ran = run(harness, ["", "", "", "", "", "", "y"])
        #expect(ran.code == .success, "\(ran.err)")
        let request = try harness.sent(CreateInteraction.self)
        #expect(request.playerID.value == Fixture.siblingID.text)
    }

    /// A form that was sent and never answered.
    private func unanswered() throws -> (CompassHarness, OutgoingCall) {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.unavailable, "away", executed: .unknown) : Fixture.script(call)
        }
        _ = run(harness, Self.shortest + ["y"])
        return (harness, try #require(creates(harness).first))
    }

    // IA-50, IA-54: killed while it was sent, the form goes out again under its key.
    @Test func aFormThatWasBeingSentKeepsItsKey() throws {
        let (harness, first) = try unanswered()
        harness.transport = ScriptedTransport(Fixture.script)
        let ran = run(harness, ["", "y"])
        #expect(ran.code == .success)
        #expect(ran.err.contains("It was being sent."))
        #expect(creates(harness).map(\.idempotencyKey) == [first.idempotencyKey])
        #expect(creates(harness).map(\.payload) == [first.payload])
    }

    // IA-54: a dry run sends nothing, so that the form and its key are still needed.
    @Test func aDryRunKeepsTheFormAndItsKey() throws {
        let (harness, first) = try unanswered()
        harness.transport = ScriptedTransport(Fixture.script)
        let dry = run(harness, ["", "y"], "interactions add --dry-run")
        #expect(dry.code == .success, "\(dry.err)")
        #expect(creates(harness).map(\.isDryRun) == [true])
        #expect(drafts(harness).count == 1)
        harness.transport = ScriptedTransport(Fixture.script)
        let ran = run(harness, ["", "y"])
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("An unfinished interaction was kept"))
        #expect(ran.err.contains("It was being sent."))
        #expect(creates(harness).map(\.idempotencyKey) == [first.idempotencyKey])
        #expect(drafts(harness).isEmpty)
    }

    @Test func anotherUsersFormIsNotShown() throws {
        let harness = try CompassHarness.signedIn()
        _ = run(harness, ["duke", "", "email"])
        #expect(drafts(harness).count == 1)
        let other = Fixture.id(0x3333_3333) as UserID
        harness.transport = ScriptedTransport { call in
            guard call.operation == "passports.issue" else { return Fixture.script(call) }
            var user = Fixture.user(.player)
            user.id = other
            return Fixture.answer(
                IssuePassport.Response(
                    passport: "AQID", expiresAt: .latest, user: user,
                    families: [Fixture.membership(.player)]))
        }
        harness.store.removePassport("default")
        let ran = run(harness, ["^C"])
        #expect(!ran.err.contains("unfinished"))
        #expect(drafts(harness).count == 1)
    }

    /// Two terminals fill in a form each; the second is not offered what the first has open.
    @Test func aFormThatIsOpenElsewhereIsLeftAlone() throws {
        let harness = try CompassHarness.signedIn()
        _ = run(harness, ["duke", "", "email"])
        let path = harness.folder.path("home/cli/drafts/interaction-1.lock")
        let descriptor = unsafe open(path, O_RDWR)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let second = run(harness, ["2"])
        #expect(!second.err.contains("unfinished"))
        #expect(drafts(harness).sorted() == ["interaction-1.json", "interaction-2.json"])
        close(descriptor)
        #expect(run(harness, ["", "^C", "y"]).err.contains("Email, Duke University"))
    }

    /// The eighth unfinished form is kept, the ninth is not, and says so.
    @Test func formsAreKeptUpToTheLimit() throws {
        let harness = try CompassHarness.signedIn()
        for _ in 1...DraftFile.slotsMax {
            let ran = run(harness, ["duke"], "interactions add --type email")
            #expect(ran.err.contains("Nothing was lost"))
        }
        #expect(drafts(harness).count == DraftFile.slotsMax)
        let ran = run(harness, ["duke"], "interactions add --type email")
        #expect(ran.err.hasPrefix("8 forms are open or unfinished: this one will not be saved.\n"))
        #expect(ran.err.hasSuffix("compass: Nothing was logged\n"))
        #expect(drafts(harness).count == DraftFile.slotsMax)
    }

    @Test func aDamagedFileIsLeftAlone() throws {
        let harness = try CompassHarness.signedIn()
        _ = run(harness, ["duke"])
        let path = harness.folder.path("home/cli/drafts/interaction-1.json")
        try PrivateFile.replace(path, holding: Array("{".utf8))
        #expect(run(harness, Self.shortest + ["y"]).code == .success)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// Keys are kept seven days by the services; an older form may only be sent as a new one.
    @Test func anOldFormLosesItsKeyAndKeepsItsInput() throws {
        let (harness, first) = try unanswered()
        harness.environment["COMPASS_NOW"] = "2026-02-17T12:00:00.001Z"
        harness.transport = ScriptedTransport(Fixture.script)
        let ran = run(harness, ["", "y"])
        #expect(!ran.err.contains("It was being sent"))
        #expect(creates(harness).first?.idempotencyKey != first.idempotencyKey)
    }

    // MARK: A new coach

    // IA-42, IA-43, IA-46
    @Test func aCoachIsAddedWithinTheForm() throws {
        let harness = try CompassHarness.signedIn(Self.scriptWithNewCoach)
        let ran = run(
            harness, ["duke", "new", "Ann", "Lee", "", "y", "email", "", "", "", "", "", "y"])
        #expect(ran.code == .success)
        let coach = try #require(harness.transport.seen.first { $0.operation == "coaches.add" })
        #expect(
            String(decoding: coach.payload, as: UTF8.self) == """
                {"first_name":"Ann","last_name":"Lee","role":"assistant",\
                "school_id":"\(Fixture.dukeID)"}
                """)
        let payload = String(decoding: creates(harness)[0].payload, as: UTF8.self)
        #expect(payload.contains(#""coach_id":"\#(Self.newCoach.id)""#))
    }

    @Test func aDryRunAddsNobody() throws {
        let harness = try CompassHarness.signedIn(Self.scriptWithNewCoach)
        let ran = run(
            harness, ["duke", "new", "Ann", "Lee", "", "y", "email", "", "", "", "", "", "y"],
            "interactions add --dry-run")
        #expect(ran.code == .success)
        #expect(ran.err.contains("Ann Lee would be added as a coach first.\n"))
        let changes = harness.transport.seen.filter { !$0.isReadOnly }
        #expect(!changes.isEmpty)
        #expect(
            changes.allSatisfy { $0.operation == "passports.issue" || $0.isDryRun })
    }

    static let newCoach: Coach = {
        var coach = Fixture.coach
        coach.id = Fixture.id(0xc0ac_0009)
        coach.firstName = "Ann"
        coach.lastName = "Lee"
        return coach
    }()

    static let scriptWithNewCoach: ScriptedTransport.Script = { call in
        call.operation == "coaches.add"
            ? Fixture.answer(CoachAnswer(coach: newCoach)) : Fixture.script(call)
    }
}
