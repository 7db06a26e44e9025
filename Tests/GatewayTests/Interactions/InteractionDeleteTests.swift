import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `interactions delete`, plain and with what depends on the record.
@Suite struct InteractionDeleteTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)
    private let question =
        "Delete \"Roster spots for 2027 and a visit in spring, before the camp starts\" "
        + "(Phone Call, Duke University, Feb 3, 2026, 2:15 PM)"

    /// Services where two follow ups depend on the record.
    private func withDependents() throws -> CompassHarness {
        let blockers = [DeletionBlocker(type: "follow_ups", count: 2)]
        return try CompassHarness.signedIn { call in
            switch call.operation {
            case "interactions.deletionBlockers":
                Fixture.answer(DeletionBlockers(of: "interaction", blockers))
            case "interactions.delete":
                .failure(ServiceError.hasDependents("interaction", blockers), executed: .no)
            case "interactions.cascadeDelete":
                Fixture.answer(
                    DeleteInteraction.Response(
                        deleted: ["interactions": 1, "follow_ups": 2],
                        message: "Interaction deleted", operationID: Fixture.operationID))
            default: Fixture.script(call)
            }
        }
    }

    private func sent(_ harness: CompassHarness) -> [String] {
        harness.transport.seen.map(\.operation).filter {
            $0 == "interactions.delete" || $0 == "interactions.cascadeDelete"
        }
    }

    // ID-22
    @Test func askingNamesTheRecordAndTheAnswerPrintsTheUndo() throws {
        let harness = try CompassHarness.signedIn()
        let kept = harness.run(
            "interactions delete \(Fixture.full.id)", answering: "n", traits: terminal)
        #expect(kept.code == .success)
        #expect(sent(harness).isEmpty)
        #expect(harness.prompt.questions == [question + "?"])
        let ran = harness.run(
            "interactions delete \(Fixture.full.id)", answering: "y", traits: terminal)
        #expect(ran.code == .success)
        #expect(ran.out == "Interaction deleted\n")
        #expect(ran.err == "Undo: compass undo \(Fixture.operationID)\n")
        #expect(sent(harness) == ["interactions.delete"])
    }

    @Test func withoutATerminalDeletingNeedsYes() throws {
        let harness = try CompassHarness.signedIn()
        let refused = harness.run("interactions delete \(Fixture.full.id)")
        #expect(refused.code == .usage)
        #expect(refused.err.contains("In scripts, add --yes."))
        #expect(harness.run("interactions delete \(Fixture.full.id) --yes").code == .success)
        #expect(!harness.transport.seen.contains { $0.operation == "interactions.show" })
        #expect(harness.run("undo \(Fixture.operationID)").out == "Restored 1 interaction\n")
    }

    // X-24, ID-23, D-24: on a terminal the question counts what goes along, and a yes is for both.
    @Test func theQuestionCountsWhatGoesAlong() throws {
        let harness = try withDependents()
        harness.prompt = ScriptedPrompt(answers: ["n"])
        #expect(
            harness.run("interactions delete aaaa0001", traits: terminal).code == .success)
        #expect(harness.prompt.questions == [question + " and 2 follow ups?"])
        #expect(sent(harness).isEmpty)
        let ran = harness.run("interactions delete aaaa0001", answering: "y", traits: terminal)
        #expect(ran.out == "Interaction deleted, 2 follow ups\n")
        #expect(sent(harness) == ["interactions.cascadeDelete"])
        let payload = String(
            decoding: harness.transport.seen.last?.payload ?? [], as: UTF8.self)
        #expect(payload == #"{"confirmDelete":true,"id":"\#(Fixture.full.id)"}"#)
    }

    // DESIGN.md 3, D-20: --yes confirms what was asked, never more.
    @Test func yesAloneNeverCascades() throws {
        let harness = try withDependents()
        let ran = harness.run("interactions delete aaaa0001 --yes")
        ran.expectFailure(
            .conflict,
            """
            compass: 2 follow ups depend on this interaction
            Delete them too: compass interactions delete aaaa0001 --cascade

            """)
        #expect(sent(harness) == ["interactions.delete"])
        let json = harness.run("interactions delete aaaa0001 --yes --json")
        #expect(json.code == .conflict)
        #expect(json.out.contains("\"code\":\"has_dependents\""))
        #expect(json.out.contains("\"errors\":{\"follow_ups\":\"2\"}"))
    }

    // X-24: in a script both flags.
    @Test func aScriptCascadesWithBothFlags() throws {
        let harness = try withDependents()
        let refused = harness.run("interactions delete aaaa0001 --cascade")
        #expect(refused.code == .usage)
        #expect(refused.err.contains("In scripts, add --cascade --yes."))
        #expect(sent(harness).isEmpty)
        let ran = harness.run("interactions delete aaaa0001 --cascade --yes")
        #expect(ran.code == .success)
        #expect(ran.err == "Undo: compass undo \(Fixture.operationID)\n")
        #expect(sent(harness) == ["interactions.cascadeDelete"])
    }

    // X-26: the keys of the answer, unchanged.
    @Test func theAnswerHasTheSpecificationsKeys() throws {
        let ran = try withDependents().run("interactions delete aaaa0001 --cascade --yes --json")
        #expect(
            ran.out == """
                {"deleted":{"follow_ups":2,"interactions":1},"message":"Interaction deleted",\
                "operation_id":"\(Fixture.operationID)","success":true}

                """)
    }

    // X-04, R-08: whoever may not delete is told so before any question.
    @Test(arguments: ["interactions delete aaaa0001", "interactions delete aaaa0001 --cascade"])
    func aParentIsNotAsked(line: String) throws {
        let text = "Only players can delete interactions"
        let harness = try CompassHarness.signedIn { call in
            ["interactions.deletionBlockers", "interactions.delete"].contains(call.operation)
                ? Fixture.refusal(.forbidden, text) : Fixture.parentScript(call)
        }
        harness.prompt = ScriptedPrompt(answers: ["y"])
        let ran = harness.run(line, traits: terminal)
        #expect(ran.code == .forbidden)
        #expect(ran.err.hasPrefix("compass: \(text)\n"))
        #expect(harness.prompt.questions.isEmpty)
    }

    // ID-24
    @Test func aFailedCascadeSaysSo() throws {
        let harness = try CompassHarness.signedIn(
            Fixture.refusing(
                "interactions.cascadeDelete", .internal, "Failed to delete interaction"))
        let ran = harness.run("interactions delete aaaa0001 --cascade --yes")
        #expect(ran.code == .failure)
        #expect(
            ran.err.hasPrefix(
                "compass: Failed to delete interaction\nServer error. Please try again.\n"))
    }

    @Test func aDryRunAsksNothing() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("interactions delete aaaa0001 --dry-run", traits: terminal)
        #expect(ran.code == .success)
        #expect(harness.transport.seen.last?.isDryRun == true)
    }
}
