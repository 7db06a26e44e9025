import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// D-48: a record is logged again from an earlier one.
@Suite struct LogAgainTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    private func harness(_ record: Interaction = Fixture.full) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            guard call.operation == "interactions.show" else { return Fixture.script(call) }
            return Fixture.answer(
                ShowInteraction.Response(interaction: record, canDelete: true, canExport: true))
        }
        try harness.signIn()
        return harness
    }

    // D-48, IA-60
    @Test func theRecordFillsTheForm() throws {
        var record = Fixture.full
        record.eventID = Fixture.id(0xe0e0_0001)
        let harness = try harness(record)
        let ran = harness.run("interactions add --from aaaa0001")
        #expect(ran.code == .success)
        var expected = CreateInteraction.Request(
            type: "phone_call", direction: "inbound", occurredAt: "2026-02-03T14:15:00.000Z")
        expected.schoolID = FormField(Fixture.dukeID.text)
        expected.coachID = FormField(Fixture.coach.id.text)
        expected.eventID = FormField(record.eventID?.text)
        expected.subject = FormField(Fixture.full.subject)
        // The note about the interest is taken off: the answers give it again.
        expected.content = FormField("They asked for film.\nSecond line.")
        expected.sentiment = FormField("very_positive")
        expected.interestAnswers = FormField(["visit", "roster", "contact", "personal"])
        #expect(
            try JSONCoding.encode(harness.sent(CreateInteraction.self))
                == JSONCoding.encode(expected))
        #expect(ran.err.contains("The attachments of the original are not copied.\n"))
        #expect(
            ran.err.contains(
                "The original was kept; to delete it: "
                    + "compass interactions delete \(Fixture.full.id)\n"))
        #expect(harness.transport.seen.contains { $0.operation == "interactions.delete" } == false)
        _ = harness.run(words: ["interactions", "add", "--from", "aaaa0001", "--event", ""])
        #expect(try harness.sent(CreateInteraction.self).eventID.value == nil)
    }

    @Test func flagsWinOverTheRecord() throws {
        let harness = try harness()
        _ = harness.run(words: [
            "interactions", "add", "--from", "aaaa0001", "--subject", "Right", "--direction",
            "outbound", "--at", "2026-02-04", "--school", "North Carolina State",
        ])
        let request = try harness.sent(CreateInteraction.self)
        #expect(request.subject.value == "Right")
        #expect(request.direction.value == "outbound")
        #expect(request.occurredAt.value == "2026-02-04")
        // IA-09: another school clears the coach; IA-26: the answers do not apply any more.
        #expect(request.schoolID.value == Fixture.schools[1].id.text)
        #expect(request.coachID.value == nil)
        #expect(request.interestAnswers.value == nil)
        #expect(request.type.value == "phone_call")
    }

    @Test func anotherCoachBringsTheSchoolAlong() throws {
        let harness = try harness()
        _ = harness.run("interactions add --from aaaa0001 --coach doyle")
        #expect(try harness.sent(CreateInteraction.self).schoolID.value == nil)
        _ = harness.run("interactions add --from aaaa0001 --other-coach Kim")
        #expect(try harness.sent(CreateInteraction.self).coachID.value == nil)
        #expect(try harness.sent(CreateInteraction.self).otherCoachName.value == "Kim")
        #expect(try harness.sent(CreateInteraction.self).schoolID.value == Fixture.dukeID.text)
    }

    // An imported record has a level and no answers: the note alone keeps the level.
    @Test func aLevelWithoutAnswersStaysInTheContent() throws {
        var imported = Fixture.full
        imported.interestAnswers = nil
        let harness = try harness(imported)
        _ = harness.run("interactions add --from aaaa0001")
        let request = try harness.sent(CreateInteraction.self)
        #expect(request.content.value == imported.content)
        #expect(request.interestAnswers.value == nil)
    }

    @Test func aRecordWithoutMuchFillsLittle() throws {
        var bare = Fixture.bare
        bare.otherCoachName = "Kim"
        bare.content = "\n\n[Coach Interest Level: LOW]"
        bare.interestLevel = .low
        bare.interestAnswers = [.visit]
        let harness = try harness(bare)
        _ = harness.run("interactions add --from bbbb0002")
        let request = try harness.sent(CreateInteraction.self)
        #expect(request.otherCoachName.value == "Kim")
        #expect(request.content.value == nil)
        // IA-04: a record without a time is logged as of now.
        #expect(request.occurredAt.value == CompassHarness.now)
    }

    @Test func onATerminalThePreviewIsShownFirst() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["6", "Right", ""])
        let ran = harness.run("interactions add --from aaaa0001", traits: terminal)
        #expect(ran.code == .success)
        #expect(
            harness.prompt.questions == [
                "Log Interaction? [Y/n] ", "Subject: ", "Log Interaction? [Y/n] ",
            ])
        #expect(try harness.sent(CreateInteraction.self).subject.value == "Right")
        harness.prompt = ScriptedPrompt(answers: [])
        #expect(
            harness.run("interactions add --from aaaa0001 --yes", traits: terminal).code
                == .success)
        #expect(harness.prompt.questions.isEmpty)
    }

    @Test func aRecordThatIsGoneIsNotFound() throws {
        let harness = try CompassHarness { call in
            call.operation == "interactions.show"
                ? Fixture.missing(.interaction) : Fixture.script(call)
        }
        try harness.signIn()
        let ran = harness.run("interactions add --from \(Fixture.full.id)")
        #expect(ran.code == .notFound)
        #expect(ran.err.hasPrefix("compass: Interaction not found\n"))
    }

    /// `-` is the input, an id or its end is a record, all else is a file.
    @Test(arguments: [
        ("-", InteractionSource.lines(.input)), ("4f0c2a9d", .record("4f0c2a9d")),
        (
            "01970000-0000-7000-8000-0000aaaa0001",
            .record("01970000-0000-7000-8000-0000aaaa0001")
        ),
        ("./4f0c2a9d", .lines(.file("./4f0c2a9d"))), ("4f0c2a9", .lines(.file("4f0c2a9"))),
        ("contacts.jsonl", .lines(.file("contacts.jsonl"))),
    ])
    func sourcesAreToldApart(typed: String, source: InteractionSource) {
        #expect(InteractionSource(typed) == source)
    }
}
