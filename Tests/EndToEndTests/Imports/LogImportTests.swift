import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// `compass import log` in a complete system (N-110 to N-113).
@Suite(.onePerCore) struct LogImportTests {
    private let system: SystemUnderTest
    private let home: Household

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold("Maya Rivera", family: "The Riveras")
        try system.signInOnCommandLine(home.player, as: "maya")
    }

    private func run(_ words: String...) throws -> CommandResult {
        try system.compass(words, as: "maya")
    }

    private func text(_ result: CommandResult) -> String {
        String(decoding: result.output, as: UTF8.self)
    }

    private func schools() throws -> [School] {
        try home.call(ListSchools.self, .init()).schools
    }

    private func counts() throws -> [Int] {
        let coaches = try home.call(ListCoaches.self, .init())
        let contacts = try home.call(ListInteractions.self, .init())
        return [try schools().count, coaches.total, contacts.analytics.total]
    }

    private static let header = ["Date", "School", "Coach", "Title", "E-mail", "Type", "Notes"]

    private func log(_ rows: [[String]]) throws -> String {
        let path = system.folder.path("log\(UInt32.random(in: 0...UInt32.max)).xlsx")
        try SheetFile.write(
            ["Read me": [["Our log"]], "Contacts": [Self.header] + rows], to: path)
        return path
    }

    private static let rows = [
        ["2/3/2026", "Quorvale College", "Pat Sample", "Head Coach", "", "email", "Hello"],
        ["2/4/2026", "Quorvale", "Sample", "", "", "Called", "Again"],
        ["2/5/2026", "Oak Valley College", "", "", "", "", ""],
    ]

    @Test func aWorkbookComesInWholeAndGoesAgain() throws {
        let path = try log(Self.rows)
        let rehearsed = try run("import", "log", path, "--sheet", "Contacts", "--dry-run")
        #expect(rehearsed.ending == .exit(0), "\(rehearsed.errors)")
        #expect(text(rehearsed).contains("+ Quorvale College"))
        #expect(try counts() == [0, 0, 0])
        // The first sheet is no log.
        let found = try run("import", "log", path, "--dry-run")
        #expect(found.ending == .exit(0), "\(found.errors)")
        #expect(found.errors.contains("Reading the sheet \"Contacts\""))
        let result = try run("import", "log", path, "--sheet", "contacts", "--yes", "--json")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try counts() == [2, 1, 3])
        // A list that has grown brings what is new.
        let grown = try log(
            Self.rows + [["2/6/2026", "oak valley college", "", "", "", "text", ""]])
        let more = try run("import", "log", grown, "--sheet", "Contacts", "--yes")
        #expect(text(more) == "Imported 1 interaction; 3 rows already logged\n")
        #expect(try counts() == [2, 1, 4])
        let last = try #require(
            more.errors.split(separator: "\n").first { $0.hasPrefix("Undo: compass undo ") })
        let id = String(try #require(last.split(separator: " ").dropFirst(3).first))
        #expect(try run("undo", id).ending == .exit(0))
        let ids = try #require(result.object["operation_ids"] as? [String])
        #expect(ids.count == 3)
        let undone = try system.compass(["undo"] + ids, as: "maya")
        #expect(undone.ending == .exit(0), "\(undone.errors)")
        #expect(try counts() == [0, 0, 0])
        #expect(text(try system.compass(["undo"] + ids, as: "maya")) == "Nothing to undo\n")
    }

    @Test func nothingIsStoredOfALogWithAnError() throws {
        let path = try log(Self.rows + [["someday", "Elm", "", "", "", "email", ""]])
        let refused = try run("import", "log", path, "--sheet", "Contacts", "--yes")
        #expect(refused.ending == .exit(3))
        #expect(refused.errors.contains("line 5: Date and time looks like 2026-02-03 14:15"))
        #expect(refused.errors.contains("(found \"someday\")"))
        #expect(try counts() == [0, 0, 0])
        let ready = try run(
            "import", "log", path, "--sheet", "Contacts", "--yes", "--ready-only")
        #expect(ready.ending == .exit(0), "\(ready.errors)")
        #expect(ready.errors.contains("1 row left out, which need you"))
        #expect(try counts() == [2, 1, 3])
    }

    /// A script that gives no answers is told the questions, as JSON too, and nothing
    /// is stored; with the answers, each row goes to the school that was meant.
    @Test func aScriptIsToldTheQuestions() throws {
        let path = system.folder.path("questions.csv")
        try Data(
            ("Date,School,Sort,Stars\n2/3/2026,OSU,Email,5\n2/4/2026,OSU,Called,4\n"
                + "2/5/2026,Texas,Text,5\n").utf8
        ).write(to: URL(filePath: path))
        let open = try run("import", "log", path, "--yes", "--json")
        #expect(open.ending == .exit(3))
        #expect(open.errors.contains("Column \"Stars\" (3 rows: \"5\", \"4\") is not imported"))
        let error = try #require(open.object["error"] as? [String: Any])
        let questions = try #require(error["questions"] as? [[String: Any]])
        #expect(questions.compactMap { $0["text"] as? String } == ["OSU", "Texas"])
        #expect(questions.first?["lines"] as? [Int] == [2, 3])
        #expect(questions.last?["column"] as? String == "Sort")
        let candidates = try #require(questions.first?["candidates"] as? [[String: Any]])
        #expect(candidates.contains { $0["catalogue_id"] as? String == "204796" })
        #expect(try counts() == [0, 0, 0])
        let stored = try run(
            "import", "log", path, "--yes", "--map", "Sort=type", "--map-value",
            "school:OSU=204796", "--map-value", "school:Texas=The University of Texas at Austin")
        #expect(stored.ending == .exit(0), "\(stored.errors)")
        #expect(Set(try schools().compactMap(\.catalogueID)) == ["204796", "228778"])
        #expect(try counts() == [2, 0, 3])
    }

    /// A row with more values than columns is never read as it stands; its text is put together
    /// only if somebody says so.
    @Test(arguments: [
        (
            ",",
            [
                "2026-02-10,Quorvale College,Pat Sample,"
                    + "Great arm, wants film by Friday, call Monday",
                "2026-02-11,University of California, Los Angeles,Kim Oh,ok",
                "2026-02-12,Quorvale College,Smith, Bob,liked my video",
            ], "Great arm, wants film by Friday, call Monday"
        ),
        (
            ";",
            [
                "2026-02-10;Quorvale College;Pat Sample;Called; no answer",
                "2026-02-11;Oak; Valley;Kim Oh;ok", "2026-02-12;Oak;Kim Oh;;;fine",
            ], "Called; no answer"
        ),
        (
            "\t",
            [
                "2026-02-10\tQuorvale College\tPat Sample\tSent film\t\t2 clips",
                "2026-02-11\tOak\tValley\tKim Oh\tok", "2026-02-12\tOak\tKim\tOh\tfine",
            ], "Sent film  2 clips"
        ),
    ])
    func aTextWithoutQuotesIsJoined(separator: String, rows: [String], text: String) throws {
        let path = system.folder.path("unquoted.csv")
        let header = ["Date", "School", "Coach", "Notes"].joined(separator: separator)
        try Data(([header] + rows).joined(separator: "\n").utf8).write(to: URL(filePath: path))
        let refused = try run("import", "log", path, "--yes", "--json")
        #expect(refused.ending == .exit(3))
        let error = try #require(refused.object["error"] as? [String: Any])
        let lines = (error["rows"] as? [[String: Any]])?.compactMap { $0["line"] as? Int }
        #expect(lines == [2, 3, 4])
        let questions = try #require(error["questions"] as? [[String: Any]])
        #expect(questions.allSatisfy { $0["flag"] as? String == "join" })
        #expect(questions.first?["text"] as? String == text)
        #expect(try counts() == [0, 0, 0])
        let stored = try run("import", "log", path, "--yes", "--join", "2", "--ready-only")
        #expect(stored.ending == .exit(0), "\(stored.errors)")
        #expect(try counts() == [1, 1, 1])
        let contacts = try home.call(ListInteractions.self, .init()).interactions
        #expect(contacts.map(\.content) == [text])
    }

    /// N-112: the command is killed between its parts. Repeated, it stores each row once, and one
    /// command takes all of it back.
    @Test func aCommandThatIsKilledIsRepeated() throws {
        let path = try log(Self.rows)
        let words = ["import", "log", path, "--sheet", "Contacts", "--yes", "--json"]
        let killed = try system.compass(
            words, as: "maya",
            started: { child in
                _ = try? Waiting.until { try !schools().isEmpty }
                child.send(SIGKILL)
            })
        let result = try system.compass(words, as: "maya")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try Waiting.until { try counts() == [2, 1, 3] })
        let ids = try #require(result.object["operation_ids"] as? [String])
        // What the killed run had completed is no part of the second.
        guard killed.ending == .signal(SIGKILL), ids.count == 3 else { return }
        #expect(try system.compass(["undo"] + ids, as: "maya").ending == .exit(0))
        #expect(try counts() == [0, 0, 0])
    }
}
