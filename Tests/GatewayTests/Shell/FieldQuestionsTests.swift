import CommandKit
import Contracts
import ServiceKit
import Support
import Testing

@testable import Gateway

/// N-47: `coaches add` and `events add` on a terminal.
@Suite struct FieldQuestionsTests {
    private static let terminal = TerminalTraits(isTerminal: true, columns: 100)
    private static let roles =
        "Staff position (1 Head Coach, 2 Assistant Coach, 3 Recruiting Coordinator, "
        + "empty: Assistant Coach): "

    private func harness(
        _ role: Role = .player,
        _ script: @escaping @Sendable (OutgoingCall) -> Outcome? = { _ in nil }
    ) throws -> CompassHarness {
        try EventFixture.harness(role) { call in
            if let outcome = script(call) { return outcome }
            return call.operation == "coaches.add"
                ? Fixture.answer(AddCoach.Response(Fixture.coach))
                : EventFixture.answers(to: call, role: role)
        }
    }

    private func run(
        _ harness: CompassHarness, _ answers: [String], _ words: String...
    ) -> Ran {
        harness.prompt = ScriptedPrompt(answers: answers)
        return harness.run(
            words: words.flatMap { $0.split(separator: " ").map(String.init) },
            traits: Self.terminal)
    }

    /// The requests for a new record.
    private func added(_ harness: CompassHarness) -> [String] {
        harness.transport.seen.filter { ["coaches.add", "events.add"].contains($0.operation) }
            .map(EventFixture.payload)
    }

    @Test func aCoachIsAskedForInTheOrderOfTheForm() throws {
        let harness = try harness()
        let ran = run(
            harness,
            ["Pat", "Doyle", "duke", "head", "pat@duke.example", "(919) 555-0100", "", "", "Tall"],
            "coaches add")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            harness.prompt.questions == [
                "First name: ", "Last name: ", "School (empty: none): ", Self.roles,
                "E-mail address (empty: none): ", "Phone number (empty: none): ",
                "Twitter handle (empty: none): ", "Instagram handle (empty: none): ",
                "Notes (empty: none): ",
            ])
        #expect(
            added(harness) == [
                """
                {"email":"pat@duke.example","first_name":"Pat","last_name":"Doyle",\
                "notes":"Tall","phone":"(919) 555-0100","role":"head",\
                "school_id":"\(Fixture.dukeID)"}
                """
            ])
        #expect(ran.out.contains("Pat Doyle"))
    }

    @Test func whatMayBeMissingIsLeftOut() throws {
        let harness = try harness()
        let ran = run(
            harness, ["Pat", "Doyle"] + Array(repeating: " ", count: 7), "coaches add")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(added(harness) == [#"{"first_name":"Pat","last_name":"Doyle"}"#])
    }

    // Each answer that the form would refuse is asked for again, with the form's text.
    @Test func eachAnswerIsChecked() throws {
        let harness = try harness()
        let ran = run(
            harness,
            [
                " ", String(repeating: "n", count: 101), String(repeating: "n", count: 100),
                "Doyle", "nowhere", "University", "2", "", "boss", "7", "3", "pat@",
                "p@x.example", "12", "", "", "", "",
            ], "coaches add")
        #expect(ran.code == .success, "\(ran.err)")
        let name = "Please enter a first name (1-100 characters)\n"
        #expect(ran.err.hasPrefix(name + name))
        for text in [
            "No school of yours is called \"nowhere\"\n",
            "\"University\" matches 2 schools\n", "No school of yours is called \"2\"\n",
            String(repeating: "Please give one of these, or a number from 1 to 3\n", count: 2),
            "Please enter a valid phone number\n",
        ] {
            #expect(ran.err.contains(text), "\(text): \(ran.err)")
        }
    }

    @Test(arguments: [
        ("1", "head"), ("2", "assistant"), ("Recruiting Coordinator", "recruiting"),
        ("HEAD", "head"), ("recr", "recruiting"),
    ])
    func aChoiceIsMadeByNumberWordOrLabel(typed: String, role: String) throws {
        let harness = try harness()
        let ran = run(
            harness, ["Pat", typed],
            "coaches add --last-name Doyle --school Duke --email p@x.example --twitter pat_d",
            "--instagram pat.d --phone 9195550100 --notes N")
        #expect(ran.code == .success, "\(ran.err)")
        // What the flags give is not asked.
        #expect(harness.prompt.questions == ["First name: ", Self.roles])
        #expect(added(harness).first?.contains("\"role\":\"\(role)\"") == true)
    }

    @Test func anEventIsAskedForWhatItsFormHasFirst() throws {
        let harness = try harness()
        let ran = run(
            harness,
            [
                "Fall Camp", "camp", "State", "", "soon", "4/15/26", "2026-04-14", "4/16/26",
                "cheap", "$49.50", "maybe", "y",
            ], "events add")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            harness.prompt.questions == [
                "Name: ",
                "Type (1 Showcase, 2 Camp, 3 Official Visit, 4 Unofficial Visit, 5 Game): ",
                "School (empty: none): ", "Location (empty: none): ", "Start Date: ",
                "Start Date: ", "End Date (empty: none): ", "End Date (empty: none): ",
                "Cost (empty: none): ", "Cost (empty: none): ", "Registered? [y/N] ",
                "Registered? [y/N] ",
            ])
        for text in [
            "Date not understood: \"soon\" (try 2026-03-04 or 3/4/26)\n",
            EventRefusal.endDate + "\n", "Please enter a valid number\n",
            "Please answer y or n\n",
        ] {
            #expect(ran.err.contains(text), "\(text): \(ran.err)")
        }
        #expect(
            added(harness) == [
                """
                {"cost":49.5,"end_date":"2026-04-16","name":"Fall Camp","registered":true,\
                "school_id":"\(Fixture.schools[1].id)","start_date":"2026-04-15","type":"camp"}
                """
            ])
    }

    // An answer that contradicts a flag is refused when it is given.
    @Test func anAnswerMustFitTheFlags() throws {
        let harness = try harness()
        let ran = run(
            harness, ["", "", "2026-06-04", "6/3/26", "", "n"],
            "events add --name Camp --type camp --end-date 2026-06-03")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(harness.prompt.questions.count { $0 == "Start Date: " } == 2)
        #expect(ran.err.contains(EventRefusal.endDate))
        #expect(
            added(harness) == [
                #"{"end_date":"2026-06-03","name":"Camp","start_date":"2026-06-03","type":"camp"}"#
            ])
    }

    // What is wrong with a flag is told before anything is asked.
    @Test func aWrongFlagIsToldFirst() throws {
        let harness = try harness { call in
            call.operation == "coaches.add"
                ? Fixture.refusal(.validationFailed, "Please enter a valid email address") : nil
        }
        #expect(run(harness, ["Pat"], "coaches add --email pat").code == .invalid)
        #expect(run(harness, ["Pat"], "events add --start-date soon").code == .invalid)
        #expect(run(harness, ["Pat"], "events add --type visit").code == .invalid)
        #expect(run(harness, ["Pat"], "coaches add --school nowhere").code == .invalid)
        #expect(harness.prompt.questions.isEmpty)
    }

    @Test(arguments: ["^C", "^D"], ["coaches add", "events add"])
    func leavingStoresNothing(key: String, line: String) throws {
        let harness = try harness()
        let ran = run(harness, ["Pat", key], line)
        #expect(ran.code == .interrupted)
        #expect(ran.err == "compass: Nothing was added\n" && ran.out.isEmpty)
        #expect(added(harness).isEmpty)
        let pending = CompassHarness.pendingCommands(in: harness.folder.path("home/cli/pending"))
        #expect(pending.isEmpty)
    }

    // What is asked of people is not asked of programs; nothing is asked if nothing is missing.
    @Test(arguments: [
        "coaches add --json", "coaches add --yes", "coaches add -o csv", "events add --json",
        "coaches add --first-name Pat --last-name Doyle",
        "events add --name Camp --type camp --start-date 2026-06-01",
    ])
    func othersAreNotAsked(line: String) throws {
        let harness = try harness()
        _ = run(harness, ["Pat"], line)
        #expect(harness.prompt.questions.isEmpty)
        #expect(added(harness).count == 1)
    }

    @Test(arguments: ["coaches add", "events add"])
    func nobodyIsAskedWithoutATerminal(line: String) throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: ["Pat"])
        _ = harness.run(line, traits: Self.terminal)
        #expect(harness.prompt.questions.isEmpty && added(harness) == ["{}"])
        harness.prompt = ScriptedPrompt(answers: ["Pat"])
        _ = harness.run(line)
        #expect(harness.prompt.questions.isEmpty && added(harness) == ["{}", "{}"])
    }

    // IA-56: who may not add anything is told before any question; a parent who logs is asked.
    @Test func aParentIsAskedIfTheFamilyLetsParentsLog() throws {
        let refused = try harness(.parent)
        let ran = run(refused, ["Pat"], "coaches add")
        #expect(ran.code == .forbidden && ran.err.contains("Only players can add coaches\n"))
        #expect(refused.prompt.questions.isEmpty && added(refused).isEmpty)
        let admitted = try harness(.parent) { call in
            guard call.operation == "families.show" else { return nil }
            var family = Fixture.membership(.parent)
            family.parentsLog = true
            return Fixture.answer(ShowFamily.Response(family: family, members: []))
        }
        let answers = ["Pat", "Doyle"] + Array(repeating: "", count: 7)
        #expect(run(admitted, answers, "coaches add").code == .success)
        #expect(added(admitted).count == 1)
    }

    @Test func aDryRunAsksToo() throws {
        let harness = try harness()
        let answers = ["Pat", "Doyle"] + Array(repeating: "", count: 7)
        let ran = run(harness, answers, "coaches add --dry-run")
        #expect(ran.code == .success, "\(ran.err)")
        let calls = harness.transport.seen.filter { $0.operation == "coaches.add" }
        #expect(calls.map(\.isDryRun) == [true])
    }
}
