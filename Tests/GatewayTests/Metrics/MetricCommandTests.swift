import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `metrics …`.
@Suite struct MetricCommandTests {
    /// What a command prints on a wide terminal.
    private func table(_ line: String) throws -> String {
        try EventFixture.harness().run(
            line, traits: TerminalTraits(isTerminal: true, columns: 120)
        ).out
    }

    // EV-32, EV-35
    @Test func metricsAreATable() throws {
        #expect(
            try table("metrics list") == """
                ID        Date          Metric             Value  Unit  Verified  Event                 Notes
                3e3e0001  Apr 15, 2026  Fastball Velocity   92.5  mph   Verified  Spring Showcase 2026  Laser timed
                3e3e0002  Apr 15, 2026  60-Yard Dash        7.05  sec             Spring Showcase 2026

                2 metrics

                """)
    }

    // As of every list: the filters in force, and the way to all rows.
    @Test func filtersInForceCanBeTakenOff() throws {
        let harness = try EventFixture.harness(.player) { call in
            call.operation == "metrics.list"
                ? Fixture.answer(
                    ListMetrics.Response(
                        activeFilters: [
                            .init(name: "verification", value: "verified", label: "Verified")
                        ], EventFixture.metrics, total: EventFixture.metrics.count))
                : EventFixture.answers(to: call, role: .player)
        }
        let ran = harness.run(
            "metrics list --verification verified", traits: EventFixture.terminal)
        #expect(
            ran.out.hasPrefix("Filters: [Verified]\nClear all: compass metrics list\n\nID"),
            "\(ran.out)")
    }

    @Test func bestsAreATable() throws {
        #expect(
            try table("metrics bests") == """
                Metric             Best  Unit  Date          Verified  Event                 Average  Count
                Fastball Velocity  92.5  mph   Apr 15, 2026  Verified  Spring Showcase 2026     92.5      1
                60-Yard Dash       7.05  sec   Apr 15, 2026            Spring Showcase 2026     7.05      1

                """)
    }

    // N-63
    @Test(arguments: [
        "metrics add --type velocity --value 925", "metrics edit 3e3e0001 --value 925",
    ])
    func aProbableMistakeIsSaid(command: String) throws {
        let doubt = "925 mph is unusual for Fastball Velocity: it is 30 to 110 as a rule."
        let harness = try EventFixture.harness(.player) { call in
            switch call.operation {
            case "metrics.add":
                Fixture.answer(
                    AddMetric.Response(EventFixture.metrics[0], warnings: [doubt]))
            case "metrics.edit":
                Fixture.answer(
                    EditMetric.Response(
                        metric: EventFixture.metrics[0], changes: [], warnings: [doubt]))
            default: EventFixture.answers(to: call, role: .player)
            }
        }
        let ran = harness.run(command)
        #expect(ran.code == .success && ran.err.contains(doubt), "\(ran.err)")
    }

    // EV-34, EV-36, EV-37
    @Test func addSendsTheForm() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: [
            "metrics", "add", "--event", "Spring", "--type", "velocity", "--value", "92.5",
            "--unit", "mph", "--date", "2026-04-16", "--notes", "n", "--verified",
        ])
        #expect(
            EventFixture.payload(harness.transport.seen.last) == """
                {"event_id":"\(EventFixture.showcase.id)","metric_type":"velocity","notes":"n",\
                "recorded_date":"2026-04-16","unit":"mph","value":92.5,"verified":true}
                """)
        #expect(ran.code == .success)
        for value in ["x", "", "nan", "inf", "0x10"] {
            let wrong = harness.run(words: [
                "metrics", "add", "--type", "era", "--value", value, "--json",
            ])
            #expect(wrong.code == .invalid)
            // "0x10" has a unit that no quantity has.
            let refusal = value == "0x10" ? #"\"x10\" is no unit"# : "Please enter a valid number"
            #expect(wrong.out.contains(#""value":""# + refusal))
        }
    }

    // N-171
    @Test func everyBadAndMissingValueIsNamedAtOnce() throws {
        let harness = try EventFixture.harness(.player)
        for traits in [TerminalTraits.pipe, EventFixture.terminal] {
            // Nobody is asked, so that a terminal makes no difference.
            harness.prompt = ScriptedPrompt(isTerminal: traits.isTerminal)
            let ran = harness.run("metrics add --value x --date nonsense", traits: traits)
            #expect(ran.code == .invalid)
            for words in ["--value", "--date", "Missing: --type."] {
                #expect(ran.err.contains(words), "\(ran.err)")
            }
        }
        let json = harness.run("metrics add --value x --date nonsense --json")
        for field in ["metric_type", "recorded_date", "value"] {
            #expect(json.out.contains("\"\(field)\":\""), "\(json.out)")
        }
        let edited = harness.run("metrics edit 3e3e0001 --value x --date nonsense --json")
        for field in ["recorded_date", "value"] {
            #expect(edited.out.contains("\"\(field)\":\""), "\(edited.out)")
        }
        #expect(!edited.err.contains("Missing"), "\(edited.err)")
        let changes = [AddMetric.name, EditMetric.name]
        #expect(!harness.transport.seen.contains { changes.contains($0.operation) })
    }

    // N-06, N-07
    @Test func editSendsWhatWasGiven() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: [
            "metrics", "edit", "3e3e0001", "--event", "", "--value", "93", "--no-verified",
        ])
        let id = EventFixture.metrics[0].id
        #expect(
            EventFixture.payload(harness.transport.seen.last { $0.operation == EditMetric.name })
                == """
                {"event_id":"","id":"\(id)","value":93,"verified":false,"version":1}
                """)
        #expect(ran.code == .success)
        #expect(ran.err.contains("Changed event: \(EventFixture.bare.name) → —\n"), "\(ran.err)")
        _ = harness.run("metrics edit 3e3e0001 --notes n --version 7")
        let given = EventFixture.payload(
            harness.transport.seen.last { $0.operation == EditMetric.name })
        #expect(given == #"{"id":"\#(id)","notes":"n","version":7}"#)
    }

    @Test func anEditWithoutAFieldOrWithAWrongOneSaysSo() throws {
        let harness = try EventFixture.harness()
        #expect(harness.run("metrics edit 3e3e0001").code == .usage)
        #expect(harness.run("metrics edit 99999999 --value 1").code == .notFound)
        let wrong = harness.run("metrics edit 3e3e0001 --value x --json")
        #expect(wrong.out.contains(#""value":"Please enter a valid number""#))
    }

    @Test func deletingAsksAndOffersTheUndo() throws {
        let harness = try EventFixture.harness()
        #expect(harness.run("metrics delete 3e3e0002").code == .usage)
        let ran = harness.run("metrics delete 3e3e0002 --yes")
        #expect(ran.out == "Metric deleted\n")
        #expect(ran.err.contains("Undo: compass undo \(Fixture.operationID)\n"))
        #expect(
            EventFixture.payload(harness.transport.seen.last)
                == "{\"id\":\"\(EventFixture.metrics[1].id)\"}")
        #expect(harness.run("metrics delete 99999999 --yes").code == .notFound)
        // The question names the metric, by which id ever it was found.
        for id in ["3e3e0002", EventFixture.metrics[1].id.text] {
            harness.prompt = ScriptedPrompt(answers: ["n"])
            let refused = harness.run("metrics delete \(id)", traits: EventFixture.terminal)
            #expect(refused.code == .success)
            #expect(
                harness.prompt.questions == ["Delete 60-Yard Dash 7.05 (Apr 15, 2026)?"])
        }
        #expect(
            !harness.transport.seen.dropFirst(4).contains { $0.operation == "metrics.delete" })
    }
}
