import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as the specification: the rows of the page Interactions List as cards and as sentences.
@Suite struct InteractionCardTests {
    private func ran(
        _ rows: [Interaction] = [Fixture.full, Fixture.bare], _ line: String = "interactions list",
        role: Role = .player, traits: TerminalTraits
    ) throws -> Ran {
        let harness = try CompassHarness { call in
            call.operation == "interactions.list"
                ? Fixture.answer(Fixture.list(rows, role: role))
                : Fixture.answers(to: call, role: role)
        }
        try harness.signIn(role: role)
        return harness.run(line, traits: traits)
    }

    private func terminal(_ columns: Int, colour: Bool = false) -> TerminalTraits {
        TerminalTraits(isTerminal: true, columns: columns, usesColour: colour)
    }

    // IL-29, IL-33, IL-34, IL-35, IL-36, IL-37, IL-38
    @Test func aPlayersPageAtEightyColumns() throws {
        #expect(
            try ran(traits: terminal(80)).out == """
                My Interactions
                Total: 2   Outbound: 1   Inbound: 1   This Week: 2

                📞 Phone Call · Inbound · Very Positive
                   Roster spots for 2027 and a visit in spring, before the camp starts
                   Duke University • Pat Doyle
                   They asked for film. Second line. [Coach Interest Level: HIGH]
                   Feb 3, 2026, 2:15 PM · 📎 1 file · aaaa0001

                📧 Email · Outbound
                   Email
                   Feb 3, 2026, 2:00 PM · bbbb0002

                2 interactions found
                Your recruiting interactions are visible to your linked parent(s)

                """)
    }

    // IL-04, IL-05, IL-07, IL-30, IL-33, IL-36: what does not fit is cut or goes to the next line.
    @Test func aParentsPageAtFortyColumns() throws {
        #expect(
            try ran(role: .parent, traits: terminal(40)).out == """
                Interactions
                Total: 2     Outbound: 1
                Inbound: 1   This Week: 2

                📞 Phone Call · Inbound
                   Very Positive · You
                   Roster spots for 2027 and a visit in…
                   Duke University • Pat Doyle
                   They asked for film. Second line.
                   [Coach Interest Level: HIGH]
                   Feb 3, 2026, 2:15 PM · 📎 1 file
                   aaaa0001

                📧 Email · Outbound · Alex Lee
                   Email
                   Feb 3, 2026, 2:00 PM · bbbb0002

                2 interactions found

                """)
    }

    // IL-33, IL-36, X-40 in a terminal
    @Test(arguments: [20, 40, 60, 80, 110])
    func linesNeverPassTheWidth(columns: Int) throws {
        let long = Fixture.interaction(3) { row in
            row.subject = String(repeating: "subject👩‍👩‍👧‍👦", count: 40)
            row.content = String(repeating: "https://example.com/", count: 60) + " end"
            row.schoolID = Fixture.dukeID
            row.schoolName = String(repeating: "Universität ", count: 20)
        }
        for role in [Role.player, .parent] {
            let out = try ran([Fixture.full, long], role: role, traits: terminal(columns)).out
            for line in out.split(separator: "\n") {
                #expect(DisplayWidth.columns(of: String(line)) <= columns, "\(line)")
            }
            #expect(out.contains("…"))
            #expect(out.contains("interactions found") || columns == 20)
        }
    }

    // IL-36: two lines of the content, however long it is; none without it.
    @Test func thePreviewHasTwoLinesAtMost() throws {
        let row = Fixture.interaction(3) { row in
            row.subject = "S"
            row.content = "\n\n" + String(repeating: "word ", count: 500)
        }
        let lines = try ran([row], traits: terminal(60)).out.split(separator: "\n")
        let preview = lines.filter { $0.contains("word") }
        #expect(preview.count == 2)
        #expect(preview.last?.hasSuffix("…") == true)
        let without = try ran([Fixture.bare], traits: terminal(60)).out
        #expect(without.contains("   Email\n   Feb 3, 2026, 2:00 PM · bbbb0002\n"))
    }

    // IL-31, IL-32, IL-30, IL-48, U-01, U-02: a colour never stands without its word.
    @Test func coloursAreThoseOfThePage() throws {
        let rows = InteractionType.allCases.enumerated().map { number, type in
            Fixture.interaction(UInt64(number)) { row in
                row.type = type
                row.subject = "S"
                row.direction = number % 2 == 0 ? .outbound : .inbound
                row.sentiment = Sentiment.allCases[number % 4]
                if number > 0 { row.loggedBy = Fixture.siblingID }
            }
        }
        let out = try ran(rows, role: .parent, traits: terminal(80, colour: true)).out
        func styled(_ code: Int, _ word: String) -> String { "\u{1b}[\(code)m\(word)\u{1b}[0m" }
        for (code, word) in [
            (34, "Outbound"), (32, "Inbound"), (32, "Very Positive"), (34, "Positive"),
            (2, "Neutral"), (31, "Negative"), (34, "You"), (35, "Sam Lee"),
            (34, "📧 Email"), (35, "📞 Phone Call"), (32, "💬 Text"), (33, "👥 In-Person Visit"),
            (94, "📹 Virtual Meeting"), (33, "🏃 Camp"), (95, "⭐ Showcase"), (36, "🐦 Tweet"),
            (35, "📨 Direct Message"), (2, "⚾ Game"),
            (34, "Total: 10"), (32, "Outbound: 5"), (35, "Inbound: 5"), (33, "This Week: 10"),
        ] {
            #expect(out.contains(styled(code, word)), "\(word)")
        }
        #expect(!(try ran(rows, traits: terminal(80)).out.contains("\u{1b}")))
    }

    // IL-48: the icon is two columns wide, so that tables stay aligned.
    @Test(arguments: InteractionType.allCases)
    func everyTypeHasAnIconOfTwoColumns(type: InteractionType) {
        #expect(DisplayWidth.columns(of: type.icon) == 2)
        #expect(type.icon.unicodeScalars.count == 1)
    }

    // IL-49, X-37
    @Test func thoseWhoListenGetASentenceForEachRow() throws {
        let traits = TerminalTraits(isTerminal: true, columns: 200, isAccessible: true)
        #expect(
            try ran(role: .parent, traits: traits).out == """
                Interactions
                Total: 2
                Outbound: 1
                Inbound: 1
                This Week: 2

                Phone Call Inbound, Roster spots for 2027 and a visit in spring, before the camp starts, \
                with Pat Doyle at Duke University, Feb 3, 2026, 2:15 PM
                Sentiment: Very Positive
                Logged By: You
                Files: 1 file
                ID: aaaa0001

                Email Outbound, Email, Feb 3, 2026, 2:00 PM
                Logged By: Alex Lee
                ID: bbbb0002

                2 interactions found

                """)
        let school = Fixture.interaction(3) { row in
            row.schoolID = Fixture.dukeID
            row.otherCoachName = nil
        }
        #expect(
            try ran([school], traits: traits).out.contains(
                "Email Outbound, Email, at Unknown School, Feb 3, 2026, 2:00 PM\n"))
    }

    @Test func aDumbTerminalHasNoPictures() throws {
        let traits = TerminalTraits(isTerminal: true, columns: 80, isDumb: true)
        let out = try ran(traits: traits).out
        #expect(out.contains("\nPhone Call · Inbound · Very Positive\n  Roster"))
        #expect(out.contains("\n  Feb 3, 2026, 2:15 PM · 1 file · aaaa0001\n"))
    }

    // IL-29: the table needs room; a parent's needs more of it.
    @Test(arguments: [(129, 149), (130, 150)])
    func aTableStandsWhereItFits(player: Int, parent: Int) throws {
        let isTable = player == 130
        for (columns, role) in [(player, Role.player), (parent, .parent)] {
            let out = try ran(role: role, traits: terminal(columns)).out
            #expect(out.contains("ID        Date") == isTable)
            let cards = try ran(
                [Fixture.full], "interactions list --cards", role: role, traits: terminal(columns))
            #expect(!cards.out.contains("ID        Date"))
        }
    }

    @Test func cardsGoIntoAPipeWhenAskedFor() throws {
        let ran = try ran([], "interactions list --cards", traits: .pipe)
        #expect(ran.out.isEmpty)
        let cards = try self.ran([Fixture.bare], "interactions list --cards", traits: .pipe)
        #expect(cards.out == "Email · Outbound\n  Email\n  Feb 3, 2026, 2:00 PM · bbbb0002\n")
    }

    // IL-26: chips go to the next line, times are the reader's, and one command clears all.
    @Test func chipsFitTheTerminal() throws {
        let filters = [
            ActiveFilter(
                name: "search", value: "x",
                label: String(repeating: "long \u{1b}[31m ", count: 20)),
            ActiveFilter(name: "type", value: "dm", label: "Direct Message"),
            ActiveFilter(
                name: "since", value: "2026-02-01T05:00:00.000Z",
                label: "Since 2026-02-01T05:00:00.000Z"),
            ActiveFilter(
                name: "until", value: "2026-03-01T04:59:59.999Z",
                label: "Until 2026-03-01T04:59:59.999Z"),
        ]
        let harness = try CompassHarness { call in
            call.operation == "interactions.list"
                ? Fixture.answer(Fixture.list([Fixture.bare], filters: filters))
                : Fixture.script(call)
        }
        try harness.signIn(as: "sam")
        let line = "interactions list --tz America/New_York --as sam"
        let out = harness.run(line, traits: terminal(60)).out
        #expect(
            out.contains(
                """
                         [Direct Message] [Since Feb 1, 2026, 12:00 AM]
                         [Until Feb 28, 2026, 11:59 PM]
                Clear all: compass interactions list --as sam

                """))
        #expect(!out.contains("\u{1b}"))
        for line in out.split(separator: "\n") {
            #expect(DisplayWidth.columns(of: String(line)) <= 60, "\(line)")
        }
        let piped = harness.run(line)
        #expect(piped.err.contains(", Since 2026-02-01T05:00:00.000Z, Until 2026-03"))
    }
}
