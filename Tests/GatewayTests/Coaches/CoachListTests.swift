import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as the specification: the page Coaches List.
@Suite struct CoachListTests {
    static let rich = coach(0xc0ac_0001, "Pat", "Doyle") { coach in
        coach.role = .head
        coach.email = "pat@duke.example"
        coach.phone = "(919) 555-0100"
        coach.responsivenessScore = 65
        coach.lastContactDate = Instant(milliseconds: 1_768_487_400_000)  // 2026-01-15T14:30Z
    }
    static let bare = coach(0xc0ac_0002, "Zoë", "Été") { coach in
        coach.schoolID = nil
        coach.schoolName = nil
        coach.role = .recruiting
    }

    static func coach(
        _ number: UInt64, _ first: String, _ last: String, _ change: (inout Coach) -> Void
    ) -> Coach {
        var coach = Coach(
            id: Fixture.id(number), familyUnitID: Fixture.familyID, firstName: first,
            lastName: last, schoolID: Fixture.dukeID, schoolName: "Duke University",
            role: .assistant, version: 1, createdBy: Fixture.playerID, createdAt: Fixture.created,
            updatedAt: Fixture.created)
        change(&coach)
        return coach
    }

    static func script(
        _ page: ListCoaches.Response, role: Role = .player
    ) -> ScriptedTransport.Script {
        { call in
            switch call.operation {
            case "coaches.list": Fixture.answer(page)
            case "coaches.show":
                Fixture.answer(CoachAnswer(coach: page.coaches.first ?? rich))
            case "coaches.edit":
                Fixture.answer(CoachAnswer(coach: page.coaches.first ?? rich))
            case "coaches.export": Fixture.answer(ExportCoaches.Response(coaches: page.coaches))
            default: Fixture.answers(to: call, role: role)
            }
        }
    }

    private func harness(
        _ coaches: [Coach] = [CoachListTests.rich, CoachListTests.bare],
        filters: [ActiveFilter] = [], role: Role = .player
    ) throws -> CompassHarness {
        let page = ListCoaches.Response(
            activeFilters: filters, coaches, total: coaches.count)
        return try CompassHarness.signedIn(role: role, Self.script(page, role: role))
    }

    private func terminal(
        _ columns: Int, colour: Bool = false, accessible: Bool = false
    ) -> TerminalTraits {
        TerminalTraits(
            isTerminal: true, columns: columns, usesColour: colour, isAccessible: accessible)
    }

    // CO-01, CO-03, CO-12, CO-13, CO-16, CO-17, CO-18, CO-19, CO-38, D-27, U-04
    @Test func thePageAtTwoHundredColumns() throws {
        let ran = try harness().run("coaches list", traits: terminal(200))
        #expect(
            ran.out == """
                Coaches

                ID        Name       Role        \
                School           E-mail            Phone           Responsive  Last Contact
                c0ac0001  Pat Doyle  Head Coach  \
                Duke University  pat@duke.example  (919) 555-0100         65%  Jan 15, 2026
                c0ac0002  Zoë Été    Recruiting  \
                Unknown School                                             --  Never contacted

                2 coaches found
                Responsiveness and last contact: of the whole family's contacts

                """)
    }

    // CO-13, CO-14, CO-16, CO-17, CO-18, CO-19, U-06
    @Test func thePageAtEightyColumns() throws {
        let ran = try harness().run("coaches list", traits: terminal(80))
        #expect(
            ran.out == """
                Coaches

                PD  Pat Doyle · Head Coach
                    Duke University
                    pat@duke.example
                    (919) 555-0100
                    ▮▮▮▮▮▯▯ 65% Responsive
                    Last contact: Jan 15, 2026
                    c0ac0001

                ZÉ  Zoë Été · Recruiting
                    Unknown School
                    -- Responsive
                    Never contacted
                    c0ac0002

                2 coaches found
                Responsiveness and last contact: of the whole family's contacts

                """)
    }

    // CO-16, CO-39: long names and addresses are cut on a terminal, and whole everywhere else.
    @Test(arguments: [20, 40, 80, 119, 130])
    func linesNeverPassTheWidth(columns: Int) throws {
        let long = Self.coach(3, String(repeating: "Länge", count: 20), "👩‍👩‍👧‍👦\tX") { coach in
            coach.email = String(repeating: "e", count: 200) + "@x.example"
            coach.schoolName = String(repeating: "Universität ", count: 20)
        }
        let harness = try harness([Self.rich, long])
        let out = harness.run("coaches list", traits: terminal(columns)).out
        for line in out.split(separator: "\n") {
            #expect(DisplayWidth.columns(of: String(line)) <= columns, "\(line)")
        }
        #expect(out.contains("…"))
        #expect(harness.run("coaches list").out.contains(long.email ?? "-"))
    }

    // CO-15, CO-17: a colour never stands without its word; the bounds are those of the filter.
    @Test func coloursAreThoseOfThePage() throws {
        let scores: [Double] = [0, 49.9, 50, 74.9, 75, 100]
        let coaches = scores.enumerated().map { number, score in
            Self.coach(UInt64(number), "A", "B") { coach in
                coach.role = CoachRole.allCases[number % 3]
                coach.responsivenessScore = score
            }
        }
        let out = try harness(coaches).run("coaches list", traits: terminal(80, colour: true)).out
        func styled(_ code: Int, _ word: String) -> String { "\u{1b}[\(code)m\(word)\u{1b}[0m" }
        for (code, word) in [
            (35, "Head Coach"), (34, "Assistant"), (32, "Recruiting"),
            (31, "▯▯▯▯▯▯▯ 0% Responsive"), (31, "▮▮▮▯▯▯▯ 49.9% Responsive"),
            (33, "▮▮▮▮▯▯▯ 50% Responsive"), (33, "▮▮▮▮▮▯▯ 74.9% Responsive"),
            (32, "▮▮▮▮▮▯▯ 75% Responsive"), (32, "▮▮▮▮▮▮▮ 100% Responsive"),
        ] {
            #expect(out.contains(styled(code, word)), "\(word)")
        }
        #expect(!(try harness().run("coaches list", traits: terminal(80)).out.contains("\u{1b}")))
    }

    // CO-44
    @Test func aCardIsAnnouncedAsTheSpecificationSays() throws {
        let ran = try harness().run("coaches list", traits: terminal(80, accessible: true))
        #expect(
            ran.out == """
                Coaches

                Pat Doyle, Head Coach at Duke University, responsiveness 65%
                E-mail: pat@duke.example
                Phone: (919) 555-0100
                Last contact: Jan 15, 2026
                ID: c0ac0001

                Zoë Été, Recruiting at Unknown School, responsiveness unknown
                Never contacted
                ID: c0ac0002

                2 coaches found
                Responsiveness and last contact: of the whole family's contacts

                """)
    }

    // CO-16: a pipe gets full values, and nothing where there is nothing.
    @Test func aPipeGetsRowsOnlyWithFullValues() throws {
        let ran = try harness().run("coaches list")
        #expect(
            ran.out == """
                ID\tName\tRole\tSchool\tE-mail\tPhone\tResponsive\tLast Contact
                \(Self.rich.id)\tPat Doyle\thead\tDuke University\tpat@duke.example\t\
                (919) 555-0100\t65\t2026-01-15T14:30:00.000Z
                \(Self.bare.id)\tZoë Été\trecruiting\tUnknown School\t\t\t\t

                """)
        #expect(ran.err.contains("2 coaches found"))
        #expect(try harness().run("coaches list -o jsonl").out.split(separator: "\n").count == 2)
    }

    // CO-12
    @Test func oneCoachIsOneCoach() throws {
        let ran = try harness([Self.bare]).run("coaches list", traits: terminal(80))
        #expect(ran.out.hasSuffix("\n1 coach found\n\(CoachListText.scope)\n"))
    }

    // MARK: Nothing there

    // CO-02, CO-03, CO-35, U-09
    @Test func noCoachesYet() throws {
        let ran = try harness([]).run("coaches list", traits: terminal(80))
        #expect(ran.code == .success)
        #expect(
            ran.out == """
                Coaches

                No coaches found
                Add coaches through school detail pages
                Add Coach: compass coaches add
                0 coaches found

                """)
        //
        let parent = try harness([], role: .parent).run("coaches list", traits: terminal(80))
        #expect(!parent.out.contains("Add Coach"))
    }

    // CO-10, CO-11, CO-36, U-09
    @Test func nothingMatches() throws {
        let filter = ActiveFilter(name: "role", value: "head", label: "Head Coach")
        let ran = try harness([], filters: [filter])
            .run("coaches list --role head", traits: terminal(80))
        #expect(ran.code == .success)
        #expect(ran.out.contains("Filters: [Head Coach]\n"))
        #expect(
            ran.out.contains(
                """
                No coaches match your filters
                Try adjusting your search or filters
                Clear Filters: compass coaches list
                0 coaches found
                """))
    }

    // IA-10, U-09: a school without coaches.
    @Test func aSchoolWithoutCoaches() throws {
        let filter = ActiveFilter(
            name: "school_id", value: Fixture.dukeID.text, label: "Duke University")
        let ran = try harness([], filters: [filter])
            .run("coaches list --school Duke", traits: terminal(80))
        #expect(ran.out.contains("No coaches found\nAdd Coach: compass coaches add\n"))
    }

    // CO-11: with rows below them, the chips have a way to take all off.
    @Test func chipsCanBeCleared() throws {
        let filter = ActiveFilter(name: "search", value: "d", label: "d")
        let ran = try harness(filters: [filter])
            .run("coaches list --search d", traits: terminal(80))
        #expect(ran.out.contains("Filters: [d]\nClear all: compass coaches list\n"))
    }

    // MARK: What is asked

    // CO-05, CO-06, CO-07, CO-08, CO-09: each flag becomes its field.
    @Test func everyFlagBecomesItsField() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "coaches", "list", "--search", "é", "--role", "head", "--contacted-within", "60",
            "--responsiveness", "low", "--school", Fixture.dukeID.text, "--sort", "last_contact",
            "--limit", "7", "--json",
        ])
        #expect(ran.code == .success)
        #expect(
            String(decoding: harness.transport.seen.last?.payload ?? [], as: UTF8.self) == """
                {"contacted_within":60,"limit":7,"responsiveness":"low","role":"head",\
                "school_id":"\(Fixture.dukeID)","search":"é","sort":"last_contact",\
                "time_zone":"UTC"}
                """)
    }

    @Test(arguments: ["--contacted-within 3651", "--responsiveness some", "--sort age"])
    func otherValuesAreRefused(flags: String) throws {
        let ran = try harness().run("coaches list \(flags)")
        #expect(ran.code != .success && ran.out.isEmpty)
    }
}
