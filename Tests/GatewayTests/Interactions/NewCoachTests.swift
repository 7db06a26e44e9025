import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `interactions add --new-coach`: a coach and an interaction in one command.
@Suite struct NewCoachTests {
    private static let line =
        ["interactions", "add", "--type", "text", "--school", "duke", "--new-coach"]

    private func harness(
        _ script: @escaping ScriptedTransport.Script = AddWizardShellTests.scriptWithNewCoach
    ) throws -> CompassHarness {
        try CompassHarness.signedIn(script)
    }

    private func payload(_ call: OutgoingCall) -> String {
        String(decoding: call.payload, as: UTF8.self)
    }

    private func changes(_ harness: CompassHarness) -> [OutgoingCall] {
        harness.transport.seen.filter {
            ["coaches.add", "interactions.create"].contains($0.operation)
        }
    }

    // IA-42, IA-43, IA-46
    @Test func theCoachIsAddedFirstAndNamedInTheInteraction() throws {
        let harness = try harness()
        let ran = harness.run(words: Self.line + ["Ann Lee"])
        #expect(ran.code == .success)
        #expect(ran.err == "Added the coach Ann Lee (c0ac0009).\n")
        let calls = changes(harness)
        // A rehearsal, then the two changes.
        #expect(
            calls.map(\.operation) == [
                "interactions.create", "coaches.add", "interactions.create",
            ])
        #expect(calls[0].isDryRun && calls[0].idempotencyKey == nil)
        #expect(payload(calls[1]).contains(#""role":"assistant""#))
        #expect(payload(calls[1]).contains(Fixture.dukeID.text))
        #expect(payload(calls[2]).contains(AddWizardShellTests.newCoach.id.text))
        #expect(calls[1].idempotencyKey != calls[2].idempotencyKey)
    }

    // IA-44
    @Test(arguments: [
        ("Ann Lee", "Ann", "Lee"), ("  Mary Ann   Lee ", "Mary Ann", "Lee"),
        ("de la Cruz, Maria", "Maria", "de la Cruz"),
    ])
    func theLastWordIsTheLastNameUnlessAComma(
        typed: String, first: String, last: String
    ) throws {
        let coach = try InteractionCommands.newCoach(typed, "head")
        #expect(coach == NewCoach(firstName: first, lastName: last, role: .head))
    }

    // IA-44
    @Test(arguments: [
        ("Ann", "last_name", "Please enter a last name (1-100 characters)"),
        ("Lee,", "first_name", "Please enter a first name (1-100 characters)"),
        (", Ann", "last_name", "Please enter a last name (1-100 characters)"),
    ])
    func halfANameIsRefused(typed: String, field: String, text: String) throws {
        let harness = try harness()
        let ran = harness.run(words: Self.line + [typed, "--json"])
        #expect(ran.code == .invalid)
        #expect(ran.out.contains("\"errors\":{\"\(field)\":\"\(text)\"}"))
        #expect(ran.err.hasPrefix("compass: \(text)\n"))
        #expect(changes(harness).isEmpty)
    }

    @Test func theRoleIsChosen() throws {
        let harness = try harness()
        _ = harness.run(words: Self.line + ["Ann Lee", "--coach-role", "recruiting"])
        #expect(payload(changes(harness)[1]).contains(#""role":"recruiting""#))
        let ran = harness.run(words: Self.line.dropLast() + ["--coach-role", "head"])
        #expect(ran.code == .usage)
        #expect(ran.err.hasPrefix("compass: --coach-role needs --new-coach\n"))
    }

    @Test(arguments: [
        ["--coach", "doyle", "--new-coach", "A B"], ["--coach", "x", "--other-coach", "y"],
        ["--other-coach", "y", "--new-coach", "A B"],
    ])
    func oneCoachAtMost(words: [String]) throws {
        let harness = try harness()
        let ran = harness.run(words: ["interactions", "add", "--type", "text"] + words)
        #expect(ran.code == .usage)
        #expect(ran.err.contains("\(words[0]) and \(words[2]) cannot be combined\n"))
        #expect(harness.transport.seen.isEmpty)
    }

    /// Runs the line with an interaction that is refused: at once, or only after its dry run.
    private func runRefused(
        _ field: String, _ message: String, afterDryRun isLate: Bool = false
    ) throws -> (harness: CompassHarness, ran: Ran) {
        let harness = try harness { call in
            call.operation == "interactions.create" && !(isLate && call.isDryRun)
                ? Fixture.refusal(.validationFailed, message, errors: [field: message])
                : AddWizardShellTests.scriptWithNewCoach(call)
        }
        let ran = harness.run(words: Self.line + ["Ann Lee"])
        #expect(ran.code == .invalid)
        return (harness, ran)
    }

    /// What would be refused is refused before a coach is added for nothing.
    @Test func aRefusedInteractionAddsNobody() throws {
        let (harness, _) = try runRefused("school_id", "Please select a school")
        #expect(!harness.transport.seen.contains { $0.operation == "coaches.add" })
    }

    @Test func aRefusalAfterAllNamesTheCoachThatIsThere() throws {
        let (_, ran) = try runRefused("coach_id", "Invalid coach selection", afterDryRun: true)
        #expect(ran.err.contains("Ann Lee was added as a coach."))
    }

    /// Both keys and both requests lie on disk before the first of the two is sent.
    @Test func bothKeysAreStoredBeforeTheCoachIsSent() throws {
        let stored = Mutex<[PendingCommand]>([])
        let folder = Mutex("")
        let harness = try harness { call in
            if call.operation == "coaches.add" {
                let path = folder.withLock { $0 }
                stored.withLock { $0 += CompassHarness.pendingCommands(in: path) }
            }
            return AddWizardShellTests.scriptWithNewCoach(call)
        }
        folder.withLock { $0 = harness.folder.path("home/cli/pending") }
        _ = harness.run(words: Self.line + ["Ann Lee"])
        let calls = changes(harness)
        let found = try #require(stored.withLock { $0 }.first)
        #expect(found.prior?.key == calls[1].idempotencyKey)
        #expect(found.prior?.payload == payload(calls[1]))
        #expect(found.key == calls[2].idempotencyKey)
    }

    /// The process dies, or the answer is lost, after the coach or after the interaction: the
    /// printed key repeats what is missing, and nothing twice.
    @Test(arguments: ["coaches.add", "interactions.create"])
    func aRepetitionDoublesNothing(lost: String) throws {
        let harness = try harness { call in
            call.operation == lost && !call.isDryRun
                ? Fixture.refusal(.timeout, "away", executed: .unknown)
                : AddWizardShellTests.scriptWithNewCoach(call)
        }
        let first = harness.run(words: Self.line + ["Ann Lee"])
        #expect(first.code == .unavailable)
        let before = changes(harness).filter { !$0.isDryRun }
        let key = try #require(first.err.split(separator: " ").last).dropLast()
        harness.transport = ScriptedTransport(AddWizardShellTests.scriptWithNewCoach)
        let again = harness.run("interactions add --idempotency-key \(key)")
        #expect(again.code == .success)
        let after = changes(harness)
        #expect(after.last?.operation == "interactions.create")
        #expect(after.last?.idempotencyKey?.text == String(key))
        #expect(payload(try #require(after.last)).contains(AddWizardShellTests.newCoach.id.text))
        // What went out before goes out again unchanged, or not at all.
        let coaches = after.filter { $0.operation == "coaches.add" }
        #expect(coaches.count == (lost == "coaches.add" ? 1 : 0))
        for call in coaches {
            #expect(call.idempotencyKey == before.first?.idempotencyKey)
            #expect(call.payload == before.first?.payload)
        }
        if lost == "interactions.create" {
            #expect(after.last?.payload == before.last?.payload)
        }
    }

    @Test func aDryRunRehearsesBothAndKeepsNoKey() throws {
        let harness = try harness()
        let ran = harness.run(words: Self.line + ["Ann Lee", "--dry-run"])
        #expect(ran.code == .success)
        #expect(changes(harness).map(\.operation) == ["coaches.add", "interactions.create"])
        #expect(changes(harness).allSatisfy { $0.isDryRun && $0.idempotencyKey == nil })
        #expect(ran.err.contains("Ann Lee would be added as a coach first.\n"))
    }
}
