import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

@Suite struct MetricExportTests {
    private static let event: Event = {
        var event = Event(
            id: Fixture.id(0xeeee_0001), familyUnitID: Fixture.familyID, userID: Fixture.playerID,
            type: .showcase, name: "Spring Showcase", startDate: day(15), at: Fixture.created)
        event.endDate = day(16)
        event.schoolName = "Duke University"
        event.city = "Durham"
        event.state = "NC"
        return event
    }()

    private static func day(_ day: Int) -> CivilDay {
        CivilDay(text: "2026-04-\(day)") ?? CivilDay(daysSince1970: 0)
    }

    private static func metric(
        _ number: UInt64, _ type: String, _ value: Double, on day: Int = 15, notes: String? = nil,
        verified: Bool = false
    ) -> Metric {
        Metric(
            id: Fixture.id(number), familyUnitID: Fixture.familyID, userID: Fixture.playerID,
            eventID: event.id, eventName: event.name, metricType: type, value: value,
            unit: MetricKind.unit(of: type), recordedDate: Self.day(day), notes: notes,
            verified: verified, createdAt: Fixture.created)
    }

    private static let metrics = [
        metric(1, "velocity", 84, notes: "=radar, \"low\"", verified: true),
        metric(2, "velocity", 91.5), metric(3, "sixty_time", 7.1, on: 16),
        metric(4, "sixty_time", 6.8, on: 16, verified: true),
    ]

    private static func harness(
        _ metrics: [Metric] = metrics, role: Role = .player, profiles: [PlayerProfile] = []
    ) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            switch call.operation {
            case "metrics.list":
                Fixture.answer(ListMetrics.Response(metrics, total: metrics.count))
            case "profiles.list": Fixture.answer(ListProfiles.Response(profiles: profiles))
            case "events.list": Fixture.answer(ListEvents.Response([event], total: 1))
            case "events.show":
                Fixture.answer(
                    ShowEvent.Response(
                        event: event, coaches: [], availableCoaches: [], metrics: metrics,
                        quickLog: QuickLog(event, in: .gmt)))
            default: Fixture.answers(to: call, role: role)
            }
        }
        try harness.signIn(role: role)
        return harness
    }

    // EV-33, D-39
    @Test func anEventsMetricsAreRowsOldestFirst() throws {
        let harness = try Self.harness()
        let ran = harness.run("metrics export --event Showcase")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            ran.out == """
                Date,Metric Type,Value,Unit,Verified,Notes\r
                2026-04-15,Fastball Velocity,84,mph,Yes,"'=radar, ""low\"""\r
                2026-04-15,Fastball Velocity,91.5,mph,No,\r
                2026-04-16,60-Yard Dash,7.1,sec,No,\r
                2026-04-16,60-Yard Dash,6.8,sec,Yes,\r

                """)
        let sent = harness.transport.seen.last { $0.operation == "metrics.list" }
        let request = String(decoding: sent?.payload ?? [], as: UTF8.self)
        #expect(request.contains("\"sort\":\"oldest\""))
        #expect(request.contains(Self.event.id.text))
    }

    @Test func allMetricsSayTheirEvent() throws {
        let out = try Self.harness().run("metrics export").out
        #expect(out.hasPrefix("Date,Metric Type,Value,Unit,Verified,Notes,Event\r\n"))
        #expect(out.contains("91.5,mph,No,,Spring Showcase\r\n"))
    }

    @Test func aParentTakesThemAlongToo() throws {
        #expect(try Self.harness(role: .parent).run("metrics export").code == .success)
    }

    // MARK: PDF

    /// What was handed to the program that sets pages.
    private func printed(
        _ harness: CompassHarness, _ line: String, traits: TerminalTraits = .pipe
    ) -> (ran: Ran, documents: [PrintedDocument]) {
        var documents: [PrintedDocument] = []
        harness.print = { document, _ in
            documents.append(document)
            return PDFProgram.Pages(bytes: Array("%PDF".utf8), notes: ["A note."])
        }
        return (harness.run(line, traits: traits), documents)
    }

    @Test func thePageHasTheEventItsFiguresAndEveryValue() throws {
        let harness = try Self.harness()
        let path = harness.folder.path("metrics.pdf")
        let (ran, documents) = printed(harness, "metrics export --event Showcase --to \(path)")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.out == "4 metrics exported to \(path)\n")
        #expect(ran.err.contains("A note."))
        #expect(FileManager.default.contents(atPath: path) == Data("%PDF".utf8))
        let document = try #require(documents.first)
        #expect(document.title == "Spring Showcase")
        #expect(document.subtitle == "Showcase · Apr 15 - 16, 2026")
        #expect(document.author == "Sam Lee" && document.sheet == .letter)
        #expect(
            document.footer == "Sam Lee · Printed on Feb 10, 2026 with Recruiting Compass")
        #expect(
            document.facts == [
                .init("Prepared by", "Sam Lee"), .init("School", "Duke University"),
                .init("Place", "Durham, NC"), .init("Period", "Apr 15 - 16, 2026"),
                .init("Metrics", "4 (2 verified)"),
            ])
        #expect(
            document.tables[0].rows == [
                ["Fastball Velocity", "mph", "2", "87.8", "91.5", "84"],
                ["60-Yard Dash", "sec", "2", "7.0", "6.8", "7.1"],
            ], "the fastest dash is the best one")
        #expect(document.tables[1].rows.count == 4)
        #expect(
            document.tables[1].rows[0] == [
                "Apr 15, 2026", "Fastball Velocity", "84", "mph", "✓ Yes", "=radar, \"low\"",
            ])
    }

    // N-68: what the profile has for coaches heads the page, the player's own or the only one.
    @Test func thePageHasWhatTheProfileHasForCoaches() throws {
        var own = PlayerProfile(
            of: Fixture.playerID, called: "Sam Lee", in: Fixture.familyID, at: Fixture.created)
        own.positions = "SS"
        own.gpa = 3.5
        own.videoLinks = "https://video.example/a\nhttps://video.example/b"
        var other = own
        other.userID = UserID(high: 9, low: 9)
        other.positions = "P"
        var third = other
        third.userID = UserID(high: 9, low: 8)
        let facts: [PrintedDocument.Fact] = [
            .init("Player", "Sam Lee"), .init("Positions", "SS"),
            .init("Video", "https://video.example/a"), .init("Video", "https://video.example/b"),
        ]
        func head(_ role: Role, _ profiles: [PlayerProfile]) throws -> [PrintedDocument.Fact] {
            let harness = try Self.harness(role: role, profiles: profiles)
            let (ran, documents) = printed(harness, "metrics export -o pdf")
            #expect(ran.code == .success, "\(ran.err)")
            return Array(try #require(documents.first).facts.dropFirst(3))
        }
        #expect(try head(.player, [other, own]) == facts)
        #expect(try head(.parent, [other])[1] == .init("Positions", "P"))
        // Several players, and nothing says whose metrics they are.
        #expect(try head(.parent, [other, third]).isEmpty)
        own.positionsFor = .family
        own.videoLinksFor = .me
        #expect(try head(.player, [own]).isEmpty)
    }

    @Test func pagesGoIntoAPipeButNotOntoATerminal() throws {
        let harness = try Self.harness([])
        let pipe = printed(harness, "metrics export -o pdf --paper a4")
        #expect(pipe.ran.out == "%PDF")
        #expect(pipe.documents.first?.sheet == .a4)
        #expect(pipe.documents.first?.title == "Performance Metrics")
        let terminal = printed(
            harness, "metrics export -o pdf", traits: TerminalTraits(isTerminal: true))
        #expect(terminal.ran.code == .usage && terminal.documents.isEmpty)
    }

    @Test func oneMoreThanAPDFTakesIsRefused() throws {
        let row = Self.metric(1, "velocity", 90)
        let most = try Self.harness(Array(repeating: row, count: PrintLimit.rowsMax))
        #expect(printed(most, "metrics export -o pdf").ran.code == .success)
        let more = try Self.harness(Array(repeating: row, count: PrintLimit.rowsMax + 1))
        let (ran, documents) = printed(more, "metrics export -o pdf")
        #expect(ran.code != .success && documents.isEmpty)
        #expect(ran.err.contains("too many to print"))
    }

    // N-153: help, completion and refusals name the formats that a command writes.
    @Test func aListIsNoPDF() throws {
        let harness = try Self.harness()
        let flag = harness.run("metrics list -o pdf")
        #expect(flag.code == .usage)
        #expect(flag.err.contains("\"pdf\" is not one of table, json, jsonl, csv, name"))
        harness.environment["COMPASS_OUTPUT"] = "pdf"
        let variable = harness.run("metrics list")
        #expect(variable.code == .usage)
        #expect(
            variable.err.contains(
                "\"metrics list\" cannot write pdf\n"
                    + "It writes one of table, json, jsonl, csv, name."))
        #expect(harness.transport.seen.isEmpty)
    }

    // N-153
    @Test(arguments: [("list", false), ("export", true)])
    func theFormatsOfACommandAreListed(verb: String, writesPDF: Bool) throws {
        let harness = try Self.harness()
        let help = harness.run("metrics \(verb) --help").out
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let last = writesPDF ? ", xlsx, pdf" : ""
        #expect(words.contains("table, json, jsonl, csv, name\(last) (default: table)"))
        #expect(help.components(separatedBy: "--output FORM").count == 2)
        let completed = harness.run("__complete -- metrics \(verb) -o p").out
        #expect(completed.contains("pdf") == writesPDF)
    }

    // MARK: The program

    @Test func theProgramSetsPagesOrSaysWhatIsWrong() throws {
        let document = MetricExport(event: Self.event, metrics: Self.metrics).document(
            by: "Sam", at: Fixture.created, on: "Feb 3, 2026", .letter)
        let pages = try PDFProgram.print(document, environment: [:])
        #expect(pages.bytes.starts(with: Array("%PDF-1.".utf8)) && pages.notes.isEmpty)
        let nowhere = ["COMPASS_BIN": "/nonexistent"]
        let missing = #expect(throws: CommandFailure.self) {
            try PDFProgram.print(document, environment: nowhere)
        }
        #expect(missing?.message == "compass-pdf is missing")
        var empty = document
        empty.title = ""
        let refused = #expect(throws: CommandFailure.self) {
            try PDFProgram.print(empty, environment: [:])
        }
        #expect(refused?.reason == "The document has no title")
    }

    @Test func aProgramThatDiesIsToldOf() throws {
        // As the program's main does.
        OutputChannel.ignoreBrokenPipes()
        let folder = try TemporaryFolder()
        let path = folder.path(PDFProgram.name)
        try Data("#!/bin/sh\necho no paper >&2\nexit 1\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        var document = PrintedDocument(title: "T", createdAt: Fixture.created)
        // More than a pipe holds: nobody reads it.
        document.facts = [.init("a", String(repeating: "x", count: 200_000))]
        let failure = #expect(throws: CommandFailure.self) {
            try PDFProgram.print(document, environment: ["COMPASS_BIN": folder.path(".")])
        }
        #expect(failure?.reason == "no paper")
    }

    @Test(arguments: [
        (87.75, "87.8"), (0, "0.0"), (-0.04, "0.0"), (-1.25, "-1.3"), (1e300, "1e+300"),
        (0.05, "0.1"),
    ])
    func averagesHaveOneDecimal(value: Double, text: String) {
        #expect(MetricValue.oneDecimal(value) == text)
    }
}
