import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as the specification: the page Interaction Detail.
@Suite struct InteractionDetailTests {
    /// Services that show this record.
    private func showing(
        _ record: Interaction, as role: Role = .player
    ) throws -> CompassHarness {
        try CompassHarness.signedIn(role: role) { call in
            call.operation == "interactions.show"
                ? Fixture.answer(
                    ShowInteraction.Response(
                        interaction: record, canDelete: role == .player,
                        canExport: role == .player))
                : Fixture.answers(to: call, role: role)
        }
    }

    private func terminal(
        _ columns: Int = 80, colour: Bool = false, accessible: Bool = false
    ) -> TerminalTraits {
        TerminalTraits(
            isTerminal: true, columns: columns, usesColour: colour, isAccessible: accessible)
    }

    // IL-39, ID-01, ID-02, ID-03, ID-04, ID-06, ID-07, ID-09, ID-10, ID-11, ID-12, ID-14, ID-19,
    // D-19, T-15, IA-29, IA-31
    @Test func thePageAtEightyColumns() throws {
        let ran = try CompassHarness.signedIn().run(
            "interactions show aaaa0001", traits: terminal())
        #expect(
            ran.out == """
                Roster spots for 2027 and a visit in spring, before the camp starts
                Phone Call · Inbound · Very Positive

                ID                    \(Fixture.full.id)
                Date                  Feb 3, 2026, 2:15 PM
                School                Duke University
                Coach                 Pat Doyle
                Event                 —
                Logged By             You
                Coach Interest Level  🔥 High Interest. Coach showing strong signals of genuine
                                      interest. Follow up promptly.

                Content
                They asked for film.
                Second line.

                [Coach Interest Level: HIGH]

                Attachments (1)
                PDF                   a very long file nam…

                Created: Feb 3, 2026, 2:00 PM

                """)
        #expect(
            ran.err == """
                Export it: compass interactions export aaaa0001
                Change it: compass interactions edit aaaa0001
                Delete it: compass interactions delete aaaa0001

                """)
    }

    // ID-02: the heading wraps and is never cut; ID-07: neither are the cells.
    @Test(arguments: [20, 40, 60, 80, 200])
    func theHeadingIsWholeAtEveryWidth(columns: Int) throws {
        let ran = try CompassHarness.signedIn().run(
            "interactions show aaaa0001", traits: terminal(columns))
        let words = ran.out.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.hasPrefix(Fixture.full.displaySubject))
        #expect(words.contains("Duke University"))
        for line in ran.out.split(separator: "\n").prefix(5) where columns >= 60 {
            #expect(DisplayWidth.columns(of: String(line)) <= columns)
        }
    }

    // ID-02, ID-03, ID-06, ID-07, ID-10, D-05: a record with nothing in it.
    @Test func whatIsMissingIsADashOrAbsent() throws {
        let bare = Fixture.interaction(0xbbbb_0003) { row in
            row.occurredAt = nil
            row.createdAt = nil
        }
        let ran = try showing(bare).run("interactions show \(bare.id)", traits: terminal())
        #expect(
            ran.out == """
                Email
                Email · Outbound

                ID         \(bare.id)
                Date       Unknown
                School     —
                Coach      —
                Event      —
                Logged By  You

                Created: Unknown

                """)
    }

    // X-28, ID-09: the id is kept, and the name cannot be resolved.
    @Test func whatCannotBeResolvedIsUnknown() throws {
        let lost = Fixture.interaction(0xbbbb_0004) { row in
            row.schoolID = Fixture.dukeID
            row.coachID = Fixture.coach.id
            row.eventID = Fixture.id(5)
            row.loggedBy = Fixture.siblingID
            row.loggedByName = nil
        }
        let ran = try showing(lost, as: .parent)
            .run("interactions show \(lost.id)", traits: terminal())
        for line in [
            "School     Unknown School", "Coach      Unknown Coach", "Event      Unknown Event",
            "Logged By  Unknown",
        ] {
            #expect(ran.out.contains(line + "\n"))
        }
        let json = try showing(lost).run("interactions show \(lost.id) --json").out
        #expect(json.contains("\"school_id\":\"\(Fixture.dukeID)\",\"school_name\":null"))
        #expect(json.contains("\"coach_id\":\"\(Fixture.coach.id)\",\"coach_name\":null"))
    }

    // ID-09: a parent reads the logger's full name.
    @Test func aParentReadsWhoLoggedIt() throws {
        var record = Fixture.full
        record.loggedBy = Fixture.siblingID
        record.loggedByName = "Alex Lee"
        let ran = try showing(record, as: .parent)
            .run("interactions show \(record.id)", traits: terminal())
        #expect(ran.out.contains("Logged By             Alex Lee\n"))
    }

    // ID-26, ID-29, X-12, X-13: a detail that is not there, or does not come.
    @Test(arguments: [
        (
            ServiceError.notFound(.interaction), ExitCode.notFound,
            "compass: Interaction not found\nThis interaction may have been deleted\n"
                + "Back to Interactions: compass interactions list\n"
        ),
        (
            ServiceError(.timeout, "late"), .unavailable,
            "compass: Connection timed out\n"
                + "No answer within the time allowed; --timeout 10s waits longer.\n"
                + "Try: compass service status\n"
        ),
        (
            ServiceError(.internal, "The service failed; its log has the details"), .failure,
            "compass: The service failed; its log has the details\n"
                + "Server error. Please try again.\nTry: compass service status\n"
        ),
    ])
    func whatDoesNotComeIsExplained(
        error: ServiceError, exit: ExitCode, text: String
    ) throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.show"
                ? .failure(error, executed: .no) : Fixture.script(call)
        }
        let ran = harness.run("interactions show \(Fixture.full.id)", traits: terminal())
        #expect(ran.code == exit)
        #expect(ran.err == text)
        #expect(ran.out.isEmpty)
    }

    // D-09
    @Test func aCoachWhoIsNotListedStandsInTheCoachCell() throws {
        let record = Fixture.interaction(0xbbbb_0005) { $0.otherCoachName = "Lee Ann Ray" }
        let ran = try showing(record).run("interactions show \(record.id)", traits: terminal())
        #expect(ran.out.contains("Coach      Lee Ann Ray\n"))
    }

    // ID-04, ID-05, U-01: the page's own colours, each beside its word.
    @Test(arguments: [
        (Sentiment.veryPositive, "\u{1b}[32mVery Positive"), (.positive, "\u{1b}[34mPositive"),
        (.neutral, "\u{1b}[2mNeutral"), (.negative, "\u{1b}[31mNegative"),
    ])
    func badgesHaveTheirColours(sentiment: Sentiment, shown: String) throws {
        for (direction, badge) in [
            (Direction.inbound, "\u{1b}[32mInbound"), (.outbound, "\u{1b}[35mOutbound"),
        ] {
            let record = Fixture.interaction(0xbbbb_0006) { row in
                row.direction = direction
                row.sentiment = sentiment
            }
            let ran = try showing(record)
                .run("interactions show \(record.id)", traits: terminal(colour: true))
            #expect(ran.out.contains("\u{1b}[34mEmail\u{1b}[0m · \(badge)\u{1b}[0m · \(shown)"))
        }
    }

    // ID-06, D-11: blank lines at the beginning are not shown; everything else is, as it is.
    @Test func contentKeepsItsWhiteSpace() throws {
        let content = "\n\r\n \t\n    indented\n\n\ttab  two  blanks \n"
        let record = Fixture.interaction(0xbbbb_0007) { $0.content = content }
        let ran = try showing(record).run("interactions show \(record.id)", traits: terminal())
        #expect(
            ran.out.contains("\nContent\n    indented\n\n\ttab  two  blanks \n\n\nCreated:"))
        let piped = try showing(record).run("interactions show \(record.id)")
        #expect(
            piped.out.contains(
                "Content\t\\n\\r\\n \\t\\n    indented\\n\\n\\ttab  two  blanks \\n\n"))
    }

    @Test(arguments: [
        ("", ""), ("\n\n", ""), ("  ", "  "), ("a\n\n", "a\n\n"), ("\n\n[x]", "[x]"),
        ("\u{85}\n\u{2028}\na", "a"), ("\n e\u{301}", " e\u{301}"),
    ])
    func onlyLeadingBlankLinesAreLeftOut(content: String, shown: String) {
        #expect(Interaction.withoutLeadingBlankLines(content) == shown)
    }

    // ID-06: ten thousand characters are shown to the last one.
    @Test func aLongContentIsShownWhole() throws {
        let content = String(repeating: "word and another ", count: 588) + "end."
        let record = Fixture.interaction(0xbbbb_0008) { $0.content = content }
        let ran = try showing(record).run("interactions show \(record.id)", traits: terminal(60))
        #expect(ran.out.contains(content))
    }

    // IA-29, IA-31
    @Test(arguments: [
        (InterestLevel.high, "🔥 High Interest. Coach showing strong signals"),
        (.medium, "⚡ Medium Interest. Coach seems interested but"),
        (.low, "❄️ Low Interest. Limited signals detected."),
        (.notSet, "— Not Set. Answer questions to see coach interest level"),
    ])
    func theInterestLevelIsExplained(level: InterestLevel, text: String) throws {
        let record = Fixture.interaction(0xbbbb_0009) { row in
            row.interestAnswers = []
            row.interestLevel = level == .notSet ? nil : level
        }
        let ran = try showing(record).run("interactions show \(record.id)", traits: terminal(200))
        #expect(ran.out.contains("Coach Interest Level  \(text)"))
        let json = try showing(record).run("interactions show \(record.id) --json").out
        #expect(json.contains("\"interest_description\":\"\(level.explanation)\""))
    }

    // ID-10, ID-11, ID-12, D-18, D-19: labels, and names cut at twenty characters.
    @Test(arguments: [
        ("a.pdf", "PDF", "a.pdf"), ("a.DOCX", "Document", "a.DOCX"), ("a.doc", "Document", "a.doc"),
        ("p%C3%A9.jpg", "Image", "pé.jpg"), ("a.jpeg", "Image", "a.jpeg"),
        ("a.png", "Image", "a.png"), ("a.gif", "Image", "a.gif"), ("a.txt", "Text", "a.txt"),
        ("pdf", "File", "pdf"), ("a.xlsx", "File", "a.xlsx"),
        ("12345678901234567890", "File", "12345678901234567890"),
        ("123456789012345678901", "File", "12345678901234567890…"),
        ("film (2).txt", "Text", "film (2).txt"),
        (
            String(repeating: "%F0%9F%91%A9%E2%80%8D%F0%9F%8E%93", count: 21) + ".pdf", "PDF",
            String(repeating: "👩‍🎓", count: 20) + "…"
        ),
    ])
    func filesAreLabelled(name: String, kind: String, shown: String) {
        let label = AttachmentLabel(path: "interactions/0197/\(name)")
        #expect(label.kind == kind)
        #expect(label.shortName == shown)
    }

    // ID-10: N files, and nothing about files where there are none.
    @Test func theFilesAreCounted() throws {
        let record = Fixture.interaction(0xbbbb_000a) { row in
            row.attachments = ["interactions/x/a.pdf", "interactions/x/a%20(2).pdf"]
        }
        let ran = try showing(record).run("interactions show \(record.id)", traits: terminal())
        #expect(
            ran.out.contains(
                "\nAttachments (2)\nPDF        a.pdf\nPDF        a (2).pdf\n\nCreated:"))
        let piped = try showing(record).run("interactions show \(record.id)").out
        #expect(piped.contains("Attachments\t2\nPDF\tinteractions/x/a.pdf\n"))
        #expect(try !showing(Fixture.bare).run("interactions show bbbb0002").out.contains("ttach"))
    }

    // ID-10 to ID-13: a file as the service knows it, and how to get it.
    @Test func aFileHasItsTypeSizeAndTheWayToIt() throws {
        let record = Fixture.interaction(0xbbbb_000c) { row in
            row.attachments = ["interactions/x/offer%20letter%20of%20the%20coach"]
        }
        let file = Attachment(
            id: Fixture.id(9), interactionID: record.id, name: "offer letter of the coach",
            mediaType: .docx, size: 48_211, sha256: String(repeating: "0", count: 64),
            createdAt: Fixture.created)
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.show"
                ? Fixture.answer(
                    ShowInteraction.Response(
                        interaction: record, canDelete: false, canExport: false, files: [file]))
                : Fixture.script(call)
        }
        let ran = harness.run("interactions show \(record.id)", traits: terminal())
        #expect(
            ran.out.contains("Attachments (1)\nDocument   offer letter of the … (48,211 bytes)\n"))
        #expect(
            ran.err == "Save a file: compass attachments get bbbb000c 'offer letter of the coach'\n"
        )
        let piped = harness.run("interactions show \(record.id)").out
        #expect(piped.contains("Document\tinteractions/\(record.id)/offer%20letter"))
    }

    // ID-30
    @Test func anAccessibleTerminalAnnounces() throws {
        let ran = try CompassHarness.signedIn().run(
            "interactions show aaaa0001", traits: terminal(accessible: true))
        #expect(
            ran.out.contains("\nPhone Call interaction, Inbound, sentiment: Very Positive\n"))
        for cell in [
            "School: Duke University", "Coach: Pat Doyle", "Event: —", "Logged By: You",
            "Coach Interest Level: High Interest. Coach showing strong signals of genuine "
                + "interest. Follow up promptly.",
            "Created: Feb 3, 2026, 2:00 PM",
        ] {
            #expect(ran.out.contains("\n\(cell)\n"))
        }
        let plain = try showing(Fixture.bare).run(
            "interactions show bbbb0002", traits: terminal(accessible: true))
        #expect(plain.out.contains("\nEmail interaction, Outbound\n"))
    }

    @Test func aPipeHasEveryField() throws {
        let ran = try CompassHarness.signedIn().run("interactions show aaaa0001")
        #expect(ran.err.isEmpty)
        for line in [
            "Type\tphone_call", "Direction\tinbound", "Sentiment\tvery_positive",
            "Date\t2026-02-03T14:15:00.000Z", "School\tDuke University", "Coach\tPat Doyle",
            "Coach Interest Level\thigh", "Created\t2026-02-03T14:00:00.000Z",
            "Content\tThey asked for film.\\nSecond line.\\n\\n[Coach Interest Level: HIGH]",
        ] {
            #expect(ran.out.contains(line + "\n"))
        }
    }

    // ID-19: the hints are the service's word, so a parent gets none.
    @Test func aParentIsOfferedNothing() throws {
        let ran = try CompassHarness.signedIn(role: .parent, Fixture.parentScript)
            .run("interactions show aaaa0001", traits: terminal())
        #expect(ran.err.isEmpty)
    }

    // A subject cannot steer the terminal, nor can a file's name.
    @Test func storedTextsAreHarmless() throws {
        let record = Fixture.interaction(0xbbbb_000b) { row in
            row.subject = "\u{1b}[2Jred"
            row.content = "\u{1b}]0;x\u{7}"
            row.attachments = ["interactions/x/%1B%5B31m.pdf"]
        }
        let ran = try showing(record).run("interactions show \(record.id)", traits: terminal())
        #expect(!ran.out.unicodeScalars.contains("\u{1b}"))
    }
}
