import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `interactions edit`.
@Suite struct EditInteractionTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    private func harness(
        _ answer: @escaping @Sendable () -> Outcome = {
            var edited = Fixture.full
            edited.version = 2
            return Fixture.answer(
                EditInteraction.Response(
                    interaction: edited,
                    changes: [
                        .init(field: "type", before: "email", after: "phone_call"),
                        .init(field: "school_id", before: nil, after: Fixture.dukeID.text),
                        .init(
                            field: "occurred_at", before: "2026-02-03T14:15:00.000Z", after: nil),
                        .init(
                            field: "content", before: String(repeating: "x", count: 61),
                            after: "a\nb"),
                    ], warnings: [EditInteraction.answersDropped]))
        }
    ) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            call.operation == EditInteraction.name ? answer() : Fixture.script(call)
        }
        try harness.signIn()
        return harness
    }

    // N-04, N-07
    @Test func onlyWhatWasGivenIsSent() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "interactions", "edit", "aaaa0001", "--type", "phone_call", "--sentiment", "",
        ])
        #expect(ran.code == .success)
        var expected = EditInteraction.Request(id: Fixture.full.id, version: 1)
        expected.fields.type = "phone_call"
        expected.fields.sentiment = ""
        #expect(
            try JSONCoding.encode(harness.sent(EditInteraction.self)) == JSONCoding.encode(expected)
        )
        _ = harness.run("interactions edit aaaa0001 --direction inbound --version 4")
        #expect(try harness.sent(EditInteraction.self).version.value == 4)
    }

    // N-03: the warning about a contact still to come names its day.
    @Test(arguments: [
        "interactions add --type text --school duke", "interactions edit aaaa0001 --type text",
    ])
    func aContactStillToComeIsSaidWithItsDay(line: String) throws {
        var planned = Fixture.full
        planned.occurredAt = Instant(text: "2026-12-20T12:00:00.000Z")
        let (ahead, warnings) = (planned, [CreateInteraction.isAheadWarning])
        let harness = try CompassHarness.signedIn { call in
            switch call.operation {
            case CreateInteraction.name:
                Fixture.answer(
                    CreateInteraction.Response(hints: nil, interaction: ahead, warnings: warnings))
            case EditInteraction.name:
                Fixture.answer(
                    EditInteraction.Response(interaction: ahead, changes: [], warnings: warnings))
            default: Fixture.script(call)
            }
        }
        let ran = harness.run(line)
        #expect(ran.code == .success)
        #expect(ran.err.contains("The date is in the future: Dec 20, 2026"), "\(ran.err)")
    }

    @Test func everyFlagHasItsField() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "interactions", "edit", "aaaa0001", "--type", "text", "--direction", "outbound",
            "--school", "Duke", "--coach", "Pat Doyle", "--at", "2026-02-04 09:00", "--subject",
            "s", "--content", "c", "--sentiment", "neutral", "--signals", "visit,roster",
            "--event", "", "--tz", "UTC",
        ])
        #expect(ran.code == .success, "\(ran.err)")
        let fields = try harness.sent(EditInteraction.self).fields
        #expect(fields.type.value == "text" && fields.direction.value == "outbound")
        #expect(fields.schoolID.value == Fixture.dukeID.text)
        #expect(fields.coachID.value == Fixture.coach.id.text)
        #expect(fields.occurredAt.value == "2026-02-04T09:00:00.000Z")
        #expect(fields.subject.value == "s" && fields.content.value == "c")
        #expect(fields.sentiment.value == "neutral" && fields.eventID.value == "")
        #expect(fields.interestAnswers.value == ["visit", "roster"])
        _ = harness.run(words: [
            "interactions", "edit", "aaaa0001", "--signals", "", "--coach", "",
            "--other-coach", "Jo",
        ])
        #expect(try harness.sent(EditInteraction.self).clear.value == ["interest_answers"])
        #expect(try harness.sent(EditInteraction.self).fields.coachID.value == "")
        #expect(try harness.sent(EditInteraction.self).fields.otherCoachName.value == "Jo")
    }

    // N-08
    @Test func theChangesAreShownForPeople() throws {
        let harness = try harness()
        let ran = harness.run(
            "interactions edit aaaa0001 --type phone_call --tz UTC", traits: terminal)
        #expect(ran.err.contains("Changed type: email → phone_call\n"), "\(ran.err)")
        #expect(ran.err.contains("Changed school: — → Duke University\n"), "\(ran.err)")
        #expect(ran.err.contains("Changed occurred_at: Feb 3, 2026, 2:15 PM → —\n"))
        #expect(ran.err.contains("xxx… → a"))
        #expect(ran.err.contains(EditInteraction.answersDropped))
        #expect(ran.out.contains("Phone Call"))
    }

    @Test func nothingToChangeIsAUsageError() throws {
        let harness = try harness()
        #expect(harness.run("interactions edit aaaa0001").code == .usage)
        #expect(harness.run("interactions edit aaaa0001 --version 2").code == .usage)
        #expect(harness.run("interactions edit 99999999 --type text").code == .notFound)
    }

    // N-07
    @Test func aStaleEditLeadsToTheRecord() throws {
        let harness = try harness {
            Fixture.refusal(.staleVersion, "Camp has been changed; show it and try again")
        }
        let ran = harness.run("interactions edit aaaa0001 --type text")
        #expect(ran.code != .success)
        #expect(ran.err.contains("compass interactions show aaaa0001"), "\(ran.err)")
    }
}
