import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `interactions note`.
@Suite struct InteractionNoteTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    private func harness() throws -> CompassHarness {
        let harness = try CompassHarness { call in
            call.operation == NoteInteractions.name
                ? Fixture.answer(
                    NoteInteractions.Response(
                        noted: 2, message: "Note added to 2 interactions",
                        operationID: Fixture.operationID))
                : Fixture.script(call)
        }
        try harness.signIn()
        return harness
    }

    private func sent(_ harness: CompassHarness) throws -> [NoteInteractions.Request] {
        try harness.transport.seen.filter {
            $0.operation == NoteInteractions.name && !$0.isDryRun
        }.map { try JSONCoding.decodeRequest(NoteInteractions.Request.self, from: $0.payload) }
    }

    // N-126
    @Test func severalGetOneNote() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "interactions", "note", Fixture.full.id.text, "bbbb0002", "--text", "Paid",
        ])
        #expect(ran.out == "Note added to 2 interactions\n", "\(ran.err)")
        #expect(ran.err == "Undo: compass undo \(Fixture.operationID)\n")
        let request = try #require(try sent(harness).first)
        #expect(request.ids.value == [Fixture.full.id.text, Fixture.bare.id.text])
        #expect(request.note.value == "Paid")
    }

    // N-126: what filters choose is asked about.
    @Test func filtersAreAskedAbout() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["n", "y"])
        let line = "interactions note --all-matching --type email --text Paid"
        #expect(harness.run(line, traits: terminal).code == .success)
        #expect(harness.prompt.questions == ["Append the note to 2 interactions?"])
        #expect(try sent(harness).isEmpty)
        #expect(harness.run(line, traits: terminal).code == .success)
        #expect(try sent(harness).count == 1)
    }

    // N-126
    @Test(arguments: [
        "interactions note aaaa0001", "interactions note --text Paid",
        "interactions note --type email --text Paid",
        "interactions note aaaa0001 --all-matching --text Paid",
    ])
    func whatIsMissingIsSaid(line: String) throws {
        let harness = try harness()
        #expect(harness.run(line).code == .usage)
        #expect(try sent(harness).isEmpty)
    }
}
