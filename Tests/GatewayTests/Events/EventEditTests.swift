import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `events edit`, and what is wrong with a form that was refused.
@Suite struct EventEditTests {
    // EV-19, EV-20: an edit starts from what is stored, and tells what changed.
    @Test func anEditSendsTheVersionAndClears() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: [
            "events", "edit", "Spring", "--city", "", "--cost", "", "--stats", "", "--attended",
        ])
        #expect(
            EventFixture.payload(harness.transport.seen.last) == """
                {"attended":true,"city":"","clear":["stats_recorded","cost"],\
                "id":"\(EventFixture.showcase.id)","version":1}
                """)
        #expect(ran.err.contains("Changed city: Durham → —\n"))
        #expect(harness.run("events edit Spring").code == .usage)
    }

    // A school is told by its name; one that is gone by its id.
    @Test func aChangedSchoolHasItsName() throws {
        let gone = "01a1fff1-0000-7000-8000-000000000001"
        let harness = try EventFixture.harness(.player) { call in
            call.operation == "events.edit"
                ? Fixture.answer(
                    EditEvent.Response(
                        EventFixture.showcase,
                        changes: [
                            .init(field: "school_id", before: gone, after: Fixture.dukeID.text)
                        ]))
                : EventFixture.answers(to: call, role: .player)
        }
        let ran = harness.run("events edit Spring --school Duke")
        #expect(ran.err.contains("Changed school: \(gone) → Duke University\n"), "\(ran.err)")
    }

    // An edit that came too late leads to what is there now, as the person who typed it.
    @Test func aStaleEditLeadsToTheEvent() throws {
        let harness = try EventFixture.refusing(
            "events.edit", .staleVersion, "Spring Showcase 2026 has been changed")
        let ran = harness.run("events edit Spring --cost 1 --version 1")
        #expect(ran.code == .conflict)
        #expect(ran.err.hasSuffix("Try: compass events show Spring\n"))
    }

    // What is wrong with a day is said, where the refusal's fixed words do not.
    @Test(arguments: [
        ([], "Missing: --start-date\n"),
        (["--start-date", "2026-02-30"], "(--start-date): 2026-02-30 does not exist.\n"),
        (
            ["--start-date", "30/2/2026"],
            "Date not understood: --start-date \"30/2/2026\" (try 2026-03-04 or 3/4/26)\n"
        ),
    ])
    func aWrongDayIsExplained(words: [String], line: String) throws {
        let harness = try EventFixture.harness(.player) { call in
            call.operation == "events.add"
                ? Fixture.refusal(
                    .validationFailed, "Invalid date format (use YYYY-MM-DD)",
                    errors: ["start_date": "Invalid date format (use YYYY-MM-DD)"])
                : EventFixture.answers(to: call, role: .player)
        }
        let ran = harness.run(
            words: ["events", "add", "--type", "camp", "--name", "Camp"] + words)
        #expect(ran.code == .invalid)
        #expect(ran.err.contains(line), "\(ran.err)")
    }

    @Test(arguments: [
        (["--cost", "cheap"], "cost"), (["--stats", "[1]"], "stats_recorded"),
        (["--type", "visit"], "type"), (["--event-source", "radio"], "event_source"),
    ])
    func aWrongValueNamesItsField(words: [String], field: String) throws {
        let ran = try EventFixture.harness().run(
            words: ["events", "edit", "Spring", "--json"] + words)
        #expect(ran.code == .invalid)
        #expect(ran.out.contains("\"\(field)\":"))
    }

    // N-164
    @Test func whatElseIsWrongOrMissingIsNamedBesideAWrongDay() throws {
        let ran = try EventFixture.harness(.player).run(
            words: ["events", "add", "--start-date", "30/2/2026", "--cost", "cheap", "--json"])
        #expect(ran.code == .invalid)
        for field in ["start_date", "cost", "name", "type"] {
            #expect(ran.out.contains("\"\(field)\":\""), "\(ran.out)")
        }
        for flag in ["start-date", "name", "type"] {
            #expect(ran.err.contains("--\(flag)"), "\(ran.err)")
        }
    }
}
