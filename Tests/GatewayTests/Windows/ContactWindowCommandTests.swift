import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// The commands `windows`, and hints of the table on the command line.
@Suite struct ContactWindowCommandTests {
    private static let terminal = TerminalTraits(isTerminal: true, columns: 140)
    private static let today = CivilDay(daysSince1970: 20_500)

    private static func window(_ change: (inout ContactWindow) -> Void = { _ in }) -> ContactWindow
    {
        var window = ContactWindow(
            division: .d1, types: [.phoneCall, .text], direction: .inbound, kind: .closed,
            firstDay: CivilDay(daysSince1970: 20_490), lastDay: CivilDay(daysSince1970: 20_499),
            note: "Quiet weeks", source: "https://rules.example/d1",
            checkedOn: CivilDay(daysSince1970: 20_135))
        change(&window)
        return window
    }

    private static func answers(
        to call: OutgoingCall, _ windows: [ContactWindow], _ role: Role
    ) -> Outcome {
        switch call.operation {
        case "windows.list":
            Fixture.answer(
                ListContactWindows.Response(
                    today: today, windows: windows, importedAt: Fixture.created,
                    warnings: windows.contains { $0.isOutdated(on: today) }
                        ? [ContactWindowText.warning(outdated: 1) ?? ""] : []))
        case "windows.import":
            Fixture.answer(
                ImportContactWindows.Response(
                    stored: 2, replaced: windows.count, warnings: ["A warning"]))
        case "windows.clear": Fixture.answer(ClearContactWindows.Response(removed: windows.count))
        default: Fixture.answers(to: call, role: role)
        }
    }

    private func harness(
        _ windows: [ContactWindow] = [], as role: Role = .player,
        _ script: ScriptedTransport.Script? = nil
    ) throws -> CompassHarness {
        try CompassHarness.signedIn(
            role: role, script ?? { Self.answers(to: $0, windows, role) })
    }

    private func file(_ harness: CompassHarness, _ bytes: [UInt8]) throws -> String {
        try harness.folder.makeFile("windows.csv", bytes)
    }

    private func sent(_ harness: CompassHarness, _ operation: String) -> [OutgoingCall] {
        harness.transport.seen.filter { $0.operation == operation }
    }

    // N-54
    @Test func aFileIsSentAndCounted() throws {
        let first = try harness()
        let ran = first.run("windows import", try file(first, Array("kind\nopen\n".utf8)))
        #expect(ran.code == .success && ran.out == "Stored 2 rules\n", "\(ran.err)")
        #expect(ran.err.contains("A warning"))
        #expect(
            sent(first, "windows.import").map(EventFixture.payload)
                == [#"{"csv":"kind\nopen\n"}"#])
        let second = try harness([Self.window()])
        let replacing = second.run("windows import", try file(second, [UInt8(ascii: "x")]))
        #expect(replacing.out == "Stored 2 rules in place of 1 rule\n")
    }

    private func refused(
        _ errors: [String: String], _ flags: String...
    ) throws -> Ran {
        let harness = try harness([]) { call in
            call.operation == "windows.import"
                ? Fixture.refusal(.validationFailed, "No", errors: errors)
                : Fixture.answers(to: call, role: .player)
        }
        return harness.run(
            words: ["windows", "import", try file(harness, [UInt8(ascii: "x")])] + flags)
    }

    // N-53: every problem with its line, for people and in JSON.
    @Test func problemsAreListedByLine() throws {
        let errors = ["12.kind": "Expected open or closed", "3.last_day": "Too early"]
        let ran = try refused(errors)
        ran.expectFailure(
            .invalid,
            """
            Line 3, last_day: Too early
            Line 12, kind: Expected open or closed
            compass: The file was not stored; nothing was changed
            Fix these, then rerun with --dry-run.

            """)
        let json = try refused(errors, "--json").out
        #expect(json.contains(#""rows":[{"field":"last_day","line":3,"message":"Too early"}"#))
        #expect(json.contains(#""errors":{"kind":"Expected open or closed","last_day""#), "\(json)")
        #expect(
            try refused(["3.last_day": "Too early"]).err == """
                compass: The file was not stored; nothing was changed
                Line 3, last_day: Too early
                Fix this, then rerun with --dry-run.

                """)
    }

    // N-53: a file at the limit is sent, one past it is not.
    @Test func aFileIsReadWholeOrNotAtAll() throws {
        let harness = try harness()
        let most = [UInt8](repeating: UInt8(ascii: "x"), count: ContactWindowLimit.csvBytesMax)
        #expect(harness.run("windows import", try file(harness, most)).code == .success)
        #expect(sent(harness, "windows.import").count == 1)
        for bytes: [UInt8] in [most + [0x78], [0xFF, 0x61]] {
            let ran = harness.run("windows import", try file(harness, bytes))
            #expect(ran.code == .invalid && ran.err.contains("cannot be read"), "\(ran.err)")
        }
        for path in ["/no/such/file.csv", harness.folder.path("")] {
            let ran = harness.run("windows import", path)
            #expect(ran.code == .invalid && ran.err.contains("cannot be read"), "\(ran.err)")
        }
        #expect(sent(harness, "windows.import").count == 1)
    }

    // N-51, N-55: the list has source and date of each rule, and says what is old.
    @Test func theTableIsListed() throws {
        let windows = [
            Self.window(),
            Self.window {
                ($0.division, $0.types, $0.direction) = (nil, [], nil)
                ($0.kind, $0.lastDay, $0.note) = (.open, nil, nil)
                ($0.source, $0.checkedOn) = ("By phone", Self.today)
            },
        ]
        let ran = try harness(windows).run("windows list", traits: Self.terminal)
        #expect(
            ran.out == """
                Kind    Division  Types             Direction  First day    Last day      \
                Note         Source                    Checked on
                Closed  D1        Phone Call, Text  Inbound    Feb 6, 2026  Feb 15, 2026  \
                Quiet weeks  https://rules.example/d1  Feb 16, 2025
                Open    All       All               Both       Feb 6, 2026  open          \
                             By phone                  Feb 16, 2026

                2 rules

                """, "\(ran.out)")
        // What was listed can be edited and stored again.
        let csv = try harness(windows).run("windows list -o csv").out
        #expect(try ImportContactWindows.Request(csv: csv).validated() == windows)
        let old = [
            Self.window { $0.checkedOn = CivilDay(daysSince1970: 20_134) }
        ]
        #expect(
            try harness(old).run("windows list", traits: Self.terminal).out
                .contains("1 rule was checked over a year ago; compare it with its source"))
        #expect(
            try harness(windows).run("windows list --json").out
                .contains(#""checked_on":"2025-02-16""#))
    }

    // N-55
    @Test func anEmptyTableSaysHowToBegin() throws {
        let ran = try harness().run("windows list", traits: Self.terminal)
        #expect(ran.out.contains("No contact windows yet"))
        #expect(ran.out.contains("Begin with: compass windows template"))
    }

    // N-54: the removal asks.
    @Test func theTableIsRemovedAfterAQuestion() throws {
        let harness = try harness([Self.window()])
        harness.prompt = ScriptedPrompt(answers: ["n", "y"])
        let no = harness.run("windows clear")
        #expect(no.code == .success && sent(harness, "windows.clear").isEmpty)
        #expect(harness.run("windows clear").out == "Removed 1 rule\n")
        #expect(harness.prompt.questions.first?.hasPrefix(ContactWindowText.clearQuestion) == true)
        #expect(harness.run("windows clear --yes").code == .success)
        #expect(sent(harness, "windows.clear").count == 2)
    }

    // N-53: the template needs no account, and is a file that can be stored.
    @Test func theTemplateIsPrinted() throws {
        let harness = try CompassHarness()
        let ran = harness.run("windows template")
        #expect(ran.out == ContactWindowCSV.template)
        #expect(try !ImportContactWindows.Request(csv: ran.out).validated().isEmpty)
        #expect(harness.transport.seen.isEmpty)
        #expect(harness.run("windows template --json").out.hasPrefix(#"{"csv":"division,types"#))
    }

    // N-52: hints stand below the queue, for parents too, and in the card of a coach.
    @Test func theQueueSaysWhatTheTableSays() throws {
        let hint = ContactWindowRule.hints(
            for: nil, .inbound, division: .d1, on: CivilDay(daysSince1970: 20_499),
            today: Self.today, [Self.window()])
        let row = FollowUp(
            coachID: Fixture.coach.id, coachName: "Pat Doyle", schoolID: nil, schoolName: "Duke",
            playerID: Fixture.playerID, playerName: "Sam Lee", reason: .cadence,
            lastContactAt: nil, daysSince: 31, dueOn: Self.today, daysOverdue: 0, group: .today,
            urgency: .yellow, cadenceDays: 21, decision: nil, version: 0, hints: hint)
        var ofSibling = row
        ofSibling.playerID = Fixture.siblingID
        // Coaches of whom the table says the same are named together.
        let rows =
            [row, ofSibling]
            + ["Ann", "Bea", "Cleo", "Dot"].map { name in
                var other = row
                other.coachName = name
                return other
            }
        func run(_ line: String, _ role: Role) throws -> String {
            try harness([], as: role) { call in
                switch call.operation {
                case "queue.list":
                    Fixture.answer(
                        ListFollowUps.Response(
                            today: Self.today, timeZone: "UTC", followUps: rows))
                case "queue.show":
                    Fixture.answer(
                        ShowFollowUps.Response(
                            today: Self.today, timeZone: "UTC",
                            plans: [
                                FollowUpPlan(
                                    coachID: row.coachID, coachName: row.coachName,
                                    playerID: row.playerID, playerName: row.playerName,
                                    cadenceDays: 21, next: row, version: 0)
                            ]))
                default: Fixture.answers(to: call, role: role)
                }
            }.run(line, traits: Self.terminal).out
        }
        let text = "Pat Doyle, Ann, Bea and 2 more: Your family's table says no phone calls"
        for role in [Role.player, .parent] {
            let out = try run("queue list", role)
            #expect(out.split(separator: "\n").count { $0.hasPrefix(text) } == 1, "\(out)")
            #expect(out.ranges(of: "Your family's table").count == 1)
            #expect(out.contains("This is a note from your table, not advice."))
            #expect(out.contains("queue snooze") == (role == .player))
        }
        let card = try run("queue show \(row.coachID?.text ?? "")", .player)
        #expect(card.contains("Contact window"), "\(card)")
    }

    // N-52: the contact is logged, and the hint is said.
    @Test func loggingSaysWhatTheTableSays() throws {
        let said = "Your family's table says \u{1B}[2Jno texts"
        let harness = try harness([]) { call in
            call.operation == "interactions.create"
                ? Fixture.answer(
                    CreateInteraction.Response(
                        hints: nil, interaction: Fixture.full, warnings: [said]))
                : Fixture.answers(to: call, role: .player)
        }
        let ran = harness.run("interactions add --school Duke --type text")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("Your family's table says") && !ran.err.contains("\u{1B}"))
    }
}
