import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `interactions export`: bytes, files and refusals.
@Suite struct InteractionExportTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    /// Services that export this record.
    private func exporting(_ record: Interaction) throws -> CompassHarness {
        try CompassHarness.signedIn { call in
            call.operation == "interactions.exportRecord"
                ? Fixture.answer(ExportInteraction.Response(interaction: record))
                : Fixture.script(call)
        }
    }

    private func content(of path: String) throws -> String {
        // Reading a text from a file would take its byte order mark away.
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    // ID-15, ID-17, T-15: the bytes of a record with everything.
    @Test func aRecordIsTenLinesInQuotes() throws {
        let ran = try CompassHarness.signedIn().run("interactions export aaaa0001")
        #expect(
            ran.out == """
                Field,Value
                "Subject","Roster spots for 2027 and a visit in spring, before the camp starts"
                "Type","Phone Call"
                "Direction","Inbound"
                "Sentiment","Very Positive"
                "School","Duke University"
                "Coach","Pat Doyle"
                "Date","Feb 3, 2026, 2:15 PM"
                "Content","They asked for film.
                Second line.

                [Coach Interest Level: HIGH]"
                "Attachments","1"
                """)
        #expect(ran.err == "1 interaction exported\n")
        #expect(try CompassHarness.signedIn().run("interactions export aaaa0001 -q").err.isEmpty)
        // A prompt does not stand behind the last line.
        let seen = try CompassHarness.signedIn().run(
            "interactions export aaaa0001", traits: terminal)
        #expect(seen.out == ran.out + "\n")
    }

    // ID-16, D-05, D-09, X-28: what stands there where there is nothing.
    @Test func aBareRecordHasTheFallbacks() throws {
        let bare = Fixture.interaction(0xbbbb_0003) { row in
            row.occurredAt = nil
            row.createdAt = nil
        }
        #expect(
            try exporting(bare).run("interactions export \(bare.id)").out == """
                Field,Value
                "Subject","Email"
                "Type","Email"
                "Direction","Outbound"
                "Sentiment","N/A"
                "School","N/A"
                "Coach","N/A"
                "Date","Unknown"
                "Content","N/A"
                "Attachments","0"
                """)
        var other = bare
        other.otherCoachName = "Lee Ann"
        other.schoolID = Fixture.dukeID
        let out = try exporting(other).run("interactions export \(bare.id)").out
        #expect(out.contains("\"School\",\"Unknown School\"\n\"Coach\",\"Lee Ann\"\n"))
    }

    // U-18: part 4's vector, and the guard that --raw takes away.
    @Test func quotesAreDoubledAndFormulasGuarded() throws {
        var record = Fixture.bare
        record.subject = "=1+1"
        record.content = "He said \"=1+1\", ok"
        let guarded = try exporting(record).run("interactions export bbbb0002").out
        #expect(guarded.contains("\"Subject\",\"'=1+1\"\n"))
        #expect(guarded.contains("\"Content\",\"He said \"\"=1+1\"\", ok\"\n"))
        let raw = try exporting(record).run("interactions export bbbb0002 --raw").out
        #expect(raw.contains("\"Subject\",\"=1+1\"\n"))
        for start in ["+1", "-1", "@a", "\t=1"] {
            record.subject = start
            let out = try exporting(record).run("interactions export bbbb0002").out
            #expect(out.contains("\"Subject\",\"'\(start)\"\n"))
        }
    }

    // ID-18: off by default.
    @Test func commentLinesOnDemand() throws {
        var record = Fixture.bare
        record.subject = "Camp\ndates"
        let ran = try exporting(record).run("interactions export bbbb0002 --comment")
        #expect(
            ran.out.hasPrefix(
                "# Interaction: Camp dates\n# Exported from The Recruiting Compass\nField,Value\n"))
        #expect(try CompassHarness.signedIn().run("interactions export --comment").code == .usage)
        // No part of a subject becomes a cell of its own.
        for subject in ["a,=HYPERLINK(\"http://x\")", "a;=1+1", "=1+1", "\"=1"] {
            record.subject = subject
            let out = try exporting(record).run("interactions export bbbb0002 --comment").out
            let first = String(out.prefix { $0 != "\n" })
            let cell = "# Interaction: \(subject)"
            let quoted = "\"\(cell.replacing("\"", with: "\"\""))\""
            #expect(first == (subject == "=1+1" ? cell : quoted), "\(first)")
        }
    }

    // IL-46, U-18: the list's file.
    @Test func theListHasEightColumns() throws {
        let harness = try CompassHarness.signedIn()
        let ran = harness.run("interactions export")
        #expect(
            ran.out == """
                Date,Type,Direction,School,Coach,Subject,Content,Sentiment\r
                "Feb 3, 2026, 2:15 PM",Phone Call,Inbound,Duke University,Pat Doyle,\
                "Roster spots for 2027 and a visit in spring, before the camp starts",\
                "They asked for film.
                Second line.

                [Coach Interest Level: HIGH]",Very Positive\r
                "Feb 3, 2026, 2:00 PM",Email,Outbound,,,,,\r

                """)
        #expect(ran.err == "2 interactions exported\n")
        #expect(!ran.out.contains("N/A"))
    }

    // IL-46: every filter of the list.
    @Test func theFiltersAreThoseOfTheList() throws {
        let line =
            "--type camp --direction inbound --sentiment positive --days 30 --search x "
            + "--school duke --since 2026-01-01 --until 2026-02-01 --limit 5 --logged-by me"
        let list = try CompassHarness.signedIn()
        _ = list.run("interactions list \(line)")
        let export = try CompassHarness.signedIn()
        _ = export.run("interactions export \(line)")
        #expect(export.transport.seen.last?.operation == "interactions.export")
        #expect(export.transport.seen.last?.payload == list.transport.seen.last?.payload)
        let both = try CompassHarness.signedIn().run("interactions export aaaa0001 --type camp")
        #expect(both.code == .usage)
        #expect(both.err.contains("An id and --type cannot be combined"))
    }

    // IL-46: as many requests as there are pages, each with the place of the one before.
    @Test func longListsComeInPages() throws {
        let (rows, script) = Self.pagedRows()
        func subjects(_ line: String) throws -> [String] {
            try CompassHarness.signedIn(script).run("interactions export \(line)").out
                .split(separator: "\r\n").dropFirst()
                .map { String($0.split(separator: ",", omittingEmptySubsequences: false)[7]) }
        }
        // The date holds two commas of its own.
        #expect(try subjects("") == rows.map { $0.subject ?? "" })
        #expect(try subjects("--limit 3") == ["row 0", "row 1", "row 2"])
        #expect(try subjects("--limit 4") == ["row 0", "row 1", "row 2", "row 3"])
        let whole = try CompassHarness.signedIn(script)
        #expect(whole.run("interactions export").err == "5 interactions exported\n")
        #expect(whole.transport.seen.count { $0.operation == "interactions.export" } == 3)
    }

    // IL-46: the other forms have the rows of every page too.
    @Test(arguments: [(nil, 5), (5, 5), (4, 4), (3, 3), (1, 1)] as [(Int?, Int)])
    func everyFormHasTheRowsOfAllPages(limit: Int?, count: Int) throws {
        let (rows, script) = Self.pagedRows()
        let harness = try CompassHarness.signedIn(script)
        func out(_ format: String) -> String {
            let words = limit.map { " --limit \($0)" } ?? ""
            return harness.run("interactions export -o \(format)\(words)").out
        }
        let expected = Array(rows.prefix(count))
        #expect(out("name") == expected.map { "\($0.id)\n" }.joined())
        let lines = out("jsonl").split(separator: "\n")
        #expect(
            try lines.map { line in
                try JSONCoding.decodeResponse(Interaction.self, from: Array(line.utf8))
            } == expected)
        let whole = try JSONCoding.decodeResponse(
            ExportInteractions.Response.self, from: Array(out("json").utf8))
        #expect(whole.interactions == expected)
        #expect(whole.nextCursor == nil)
    }

    @Test func aTornExportIsNoDocument() throws {
        let (_, script) = Self.pagedRows()
        let harness = try CompassHarness.signedIn { call in
            String(decoding: call.payload, as: UTF8.self).contains("cursor")
                ? Fixture.refusal(.unavailable, "away") : script(call)
        }
        let ran = harness.run("interactions export -o json")
        #expect(ran.code == .unavailable)
        #expect(ran.out.hasPrefix("{\"error\":{"))
    }

    /// Five rows, and services that give them away two at a time.
    private static func pagedRows() -> ([Interaction], ScriptedTransport.Script) {
        let rows = (0..<5).map { number in
            Fixture.interaction(UInt64(0x1000 + number)) { $0.subject = "row \(number)" }
        }
        return (
            rows,
            { call in
                guard call.operation == "interactions.export",
                    let request = try? JSONCoding.decodeRequest(
                        ExportInteractions.Request.self, from: call.payload)
                else { return Fixture.script(call) }
                let start = request.cursor.value.flatMap { Int($0) } ?? 0
                let end = min(start + min(request.filters.limit.value ?? 9, 2), rows.count)
                return Fixture.answer(
                    ExportInteractions.Response(
                        interactions: Array(rows[start..<end]),
                        nextCursor: end < rows.count ? "\(end)" : nil))
            }
        )
    }

    @Test func aHyphenIsStdout() throws {
        let harness = try CompassHarness.signedIn()
        #expect(
            harness.run("interactions export --to -").out == harness.run("interactions export").out)
    }

    @Test func whatCouldNotBeWrittenIsNotSaidToBeExported() throws {
        let harness = try CompassHarness.signedIn()
        harness.resultProblem = "No space left on device"
        let ran = harness.run("interactions export")
        #expect(ran.code == .failure)
        #expect(
            ran.err == "compass: The result could not be written: No space left on device\n")
    }

    // `interactions export | head -1` is no failure, and fetches no page that nobody reads.
    @Test func aReaderThatWentAwayEndsIt() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.export"
                ? Fixture.answer(
                    ExportInteractions.Response(interactions: [Fixture.full], nextCursor: "more"))
                : Fixture.script(call)
        }
        harness.isUnread = true
        let ran = harness.run("interactions export")
        #expect(ran.code == .success)
        #expect(ran.err.isEmpty)
        #expect(harness.transport.seen.count { $0.operation == "interactions.export" } == 1)
    }

    @Test func anEmptyListIsItsHeader() throws {
        let ran = try CompassHarness.signedIn { call in
            call.operation == "interactions.export"
                ? Fixture.answer(ExportInteractions.Response(interactions: [], nextCursor: nil))
                : Fixture.script(call)
        }.run("interactions export --type camp")
        #expect(ran.code == .success)
        #expect(ran.out == "Date,Type,Direction,School,Coach,Subject,Content,Sentiment\r\n")
        #expect(ran.err == "0 interactions exported\n")
    }

    // R-06, R-07, ID-19: a parent is refused, and no file comes to be.
    @Test(arguments: ["interactions export", "interactions export aaaa0001"])
    func aParentIsRefused(line: String) throws {
        let text = "Only players can export interactions"
        let harness = try CompassHarness.signedIn { call in
            call.operation.hasPrefix("interactions.export")
                ? Fixture.refusal(.forbidden, text) : Fixture.parentScript(call)
        }
        let path = harness.folder.path("out.csv")
        for words in [line, "\(line) --to \(path)"] {
            let ran = harness.run(words)
            #expect(ran.code == .forbidden)
            #expect(ran.out.isEmpty)
            #expect(ran.err.hasPrefix("compass: \(text)\n"))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Other forms

    @Test func otherFormsAreTheServicesAnswer() throws {
        let harness = try CompassHarness.signedIn()
        let whole = harness.run("interactions export --json")
        #expect(whole.out.hasPrefix("{\"interactions\":[{\"attachment_count\":1,"))
        #expect(whole.out.hasSuffix("],\"next_cursor\":null}\n"))
        #expect(
            harness.run("interactions export -o name").out
                == "\(Fixture.full.id)\n\(Fixture.bare.id)\n")
        #expect(harness.run("interactions export -o jsonl").out.split(separator: "\n").count == 2)
        #expect(
            harness.run("interactions export aaaa0001 --json").out.hasPrefix("{\"interaction\":{"))
        let refused = harness.run("interactions export --json --to x.csv")
        #expect(refused.code == .usage)
    }

    // MARK: Workbooks

    @Test func aWorkbookIsNotWrittenToATerminal() throws {
        let harness = try CompassHarness.signedIn()
        for words in ["interactions export", "interactions export aaaa0001"] {
            let refused = harness.run("\(words) -o xlsx", traits: terminal)
            #expect(refused.code == .usage)
            #expect(refused.err.hasPrefix("compass: A workbook is not written to a terminal\n"))
            #expect(refused.err.contains("--to ") && refused.err.contains(".xlsx"))
        }
    }

    /// The ending of the file's name decides, unless --output says something else.
    @Test func theProgramForWorkbooksIsNamedIfItIsMissing() throws {
        let harness = try CompassHarness.signedIn()
        harness.environment["COMPASS_BIN"] = "/nonexistent"
        let path = harness.folder.path("log.XLSX")
        for words in ["--to \(path)", "-o xlsx --to \(harness.folder.path("log"))", "-o xlsx"] {
            let refused = harness.run("interactions export \(words)")
            #expect(refused.code == .invalid)
            #expect(refused.err.contains("Workbooks cannot be written here"))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(harness.run("interactions export -o csv --to \(path)").code == .success)
        #expect(try content(of: path).hasPrefix("\u{FEFF}Date,"))
        let both = harness.run("interactions export --json --to \(path)")
        #expect(both.err.contains("Files are written as CSV or as workbooks."))
        #expect(harness.run("interactions list -o xlsx").code == .usage)
    }

    // MARK: Files

    @Test func aFolderGetsTheDefaultName() throws {
        let harness = try CompassHarness.signedIn()
        let folder = harness.folder.path("")
        let ran = harness.run("interactions export --to \(folder)")
        let path = folder + (folder.hasSuffix("/") ? "" : "/") + "interactions-2026-02-10.csv"
        #expect(ran.out == "2 interactions exported to \(path)\n")
        #expect(
            try content(of: path)
                == "\u{FEFF}" + CompassHarness.signedIn().run("interactions export").out)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        _ = harness.run("interactions export aaaa0001 --to \(folder)")
        let one =
            "interaction-roster-spots-for-2027-and-a-visit-in-spring,-before-the-camp-starts.csv"
        #expect(FileManager.default.fileExists(atPath: harness.folder.path(one)))
        #expect(try !self.leftOver(harness))
    }

    /// Whether a half-made file is left.
    private func leftOver(_ harness: CompassHarness) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: harness.folder.path(""))
            .contains { $0.hasSuffix(".part") }
    }

    // The day is the reader's.
    @Test func theFileIsNamedByTheReadersDay() throws {
        let harness = try CompassHarness.signedIn()
        harness.environment["COMPASS_NOW"] = "2026-02-10T03:00:00Z"
        let folder = harness.folder.path("")
        _ = harness.run("interactions export --tz America/New_York --to \(folder)")
        #expect(
            FileManager.default.fileExists(
                atPath: harness.folder.path("interactions-2026-02-09.csv")))
    }

    @Test func nothingIsOverwrittenUnasked() throws {
        let harness = try CompassHarness.signedIn()
        let path = harness.folder.path("out.csv")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let refused = harness.run("interactions export --to \(path)")
        refused.expectFailure(
            .conflict,
            """
            compass: \(path) already exists
            Nothing was written.
            Replace it with --yes, or name another file with --to.

            """)
        harness.prompt = ScriptedPrompt(answers: ["n"])
        #expect(
            harness.run("interactions export --to \(path)", traits: terminal).code == .success)
        #expect(harness.prompt.questions == ["Replace \(path)?"])
        #expect(try content(of: path) == "mine")
        harness.prompt = ScriptedPrompt(answers: ["y"])
        #expect(
            harness.run("interactions export --to \(path)", traits: terminal).code == .success)
        #expect(try content(of: path).hasPrefix("\u{FEFF}Date,"))
        harness.prompt = ScriptedPrompt(isTerminal: false)
        #expect(harness.run("interactions export aaaa0001 --yes --to \(path)").code == .success)
        #expect(try content(of: path).hasPrefix("\u{FEFF}Field,"))
        #expect(try !leftOver(harness))
    }

    // A file that came between the question and the end is not overwritten either.
    @Test func aFileThatCameMeanwhileStays() throws {
        let folder = try TemporaryFolder()
        let file = try NewFile(at: folder.path("out.csv"), replaces: false)
        try file.write("ours")
        try Data("theirs".utf8).write(to: folder.url.appendingPathComponent("out.csv"))
        let failure = #expect(throws: CommandFailure.self) { try file.finish() }
        #expect(failure?.exitCode == .conflict)
        #expect(try content(of: folder.path("out.csv")) == "theirs")
    }

    // A page that does not come leaves no file.
    @Test func aTornExportLeavesNoFile() throws {
        let calls = Mutex(0)
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == "interactions.export" else { return Fixture.script(call) }
            return calls.withLock { count in
                count += 1
                return count == 1
                    ? Fixture.answer(
                        ExportInteractions.Response(
                            interactions: [Fixture.full], nextCursor: "next"))
                    : Fixture.refusal(.timeout, "late")
            }
        }
        let ran = harness.run("interactions export --to \(harness.folder.path("out.csv"))")
        #expect(ran.code == .unavailable)
        #expect(ran.out.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: harness.folder.path("out.csv")))
        #expect(try !leftOver(harness))
    }

    @Test func aPlaceThatCannotBeWrittenNamesTheFlag() throws {
        let harness = try CompassHarness.signedIn()
        let path = harness.folder.path("no/such/folder/out.csv")
        let ran = harness.run("interactions export --to \(path) --json")
        #expect(ran.code == .usage)
        let nowhere = harness.run(words: ["interactions", "export", "--to", ""])
        #expect(nowhere.code == .invalid)
        #expect(nowhere.err.hasPrefix("compass: --to is empty\n"))
        let plain = harness.run("interactions export --to \(path)")
        plain.expectFailure(
            .invalid,
            """
            compass: \(path) cannot be written
            Field: to (--to): No such file or directory.
            Choose a folder that you may write to with --to.

            """)
    }

    // DOMAIN, Exports: lower case, blanks to hyphens; safe for file systems.
    @Test(arguments: [
        ("Camp dates", "camp-dates"), ("  Two  Words ", "two-words"), ("ÉTÉ 2027", "été-2027"),
        ("../../etc/passwd", "..-..-etc-passwd"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
        ("tab\tand\nline", "tab-and-line"), ("\u{202e}evil\u{0}", "evil"), ("///", "aaaa0001"),
        ("👩‍🎓 visit", "👩‍🎓-visit"), ("re: camp - july", "re-camp-july"), (nil, "phone-call"),
        (String(repeating: "é", count: 200), String(repeating: "é", count: 119)),
    ])
    func fileNamesAreSafe(subject: String?, name: String) {
        var record = Fixture.full
        record.subject = subject
        let made = InteractionCSV.fileName(of: record)
        #expect(made == "interaction-\(name).csv")
        #expect(made.utf8.count <= 255)
    }
}
