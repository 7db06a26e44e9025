import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// A row that cannot be read stops itself and not the file.
@Suite struct RefusedRowTests {
    private static let terminal = TerminalTraits(isTerminal: true, columns: 120)
    private typealias Row = InteractionImportRow

    private let harness: CompassHarness
    private let path: String

    private static let text = """
        Type,Direction,Date,School,Notes
        email,out,2026-02-03,Duke,Hello
        fax,in,2026-02-04,Duke,
        email,in,2026-02-05,Duke,Great arm, wants film by Friday, call Monday
        text,in,2026-02-06,Duke,ok

        """

    init() throws {
        harness = try CompassHarness.signedIn { ImportCommandTests.answers(to: $0) }
        path = try harness.folder.makeFile("file.csv", Array(Self.text.utf8))
    }

    private func operations() -> [String] { harness.transport.seen.map(\.operation) }

    /// The rows that were staged last, and those that were refused before.
    private func staged() throws -> ImportBatch<Row> { try harness.sent(StageImport<Row>.self) }

    private var isCommitted: Bool { operations().contains(CommitImport<Row>.name) }

    private func question(_ error: [String: Any], _ flag: String) throws -> [String: Any] {
        let questions = try #require(error["questions"] as? [[String: Any]])
        return try #require(questions.first { $0["flag"] as? String == flag })
    }

    @Test func aScriptIsToldTheRowsAndTheRemedy() throws {
        let ran = harness.run("import interactions", path)
        #expect(ran.code == .invalid && !isCommitted)
        for line in [
            "line 3: Type: Please select an interaction type (found \"fax\")",
            "line 4: Row: The row has 7 values for 5 columns", "--join 4 reads the values",
            "compass: 2 of 4 rows cannot be imported; nothing was changed",
            "--ready-only imports the other rows and leaves these out.",
        ] { #expect(ran.err.contains(line), "\(line)\n\(ran.err)") }
        let json = harness.run("import interactions --json", path).out
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let error = try #require(object?["error"] as? [String: Any])
        #expect((error["rows"] as? [[String: Any]])?.compactMap { $0["line"] as? Int } == [3, 4])
        let word = try question(error, "map-value")
        #expect(word["field"] as? String == "type" && word["text"] as? String == "fax")
        #expect((word["candidates"] as? [String])?.contains("phone_call") == true)
        let join = try question(error, "join")
        #expect(join["lines"] as? [Int] == [4] && join["field"] as? String == "content")
        #expect(join["text"] as? String == "Great arm, wants film by Friday, call Monday")
        #expect(operations().last == DiscardImport<Row>.name)
    }

    @Test func theReadyRowsAreOneImport() throws {
        let ran = harness.run("import interactions --ready-only", path)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("2 rows left out, which need you"))
        #expect(ran.err.contains("line 3: Type: Please select"))
        #expect(try staged().rows.map(\.line) == [2, 3, 5])
        #expect(try staged().refused?.map(\.line) == [4])
        #expect(try harness.sent(CommitImport<Row>.self).readyOnly == true)
        #expect(!operations().contains(DiscardImport<Row>.name))
    }

    @Test func aFileWithoutAReadyRowIsRefused() throws {
        let none = try harness.folder.makeFile(
            "none.csv", Array("Type,Direction,Date,School\nfax,in,2026-02-04,Duke\n".utf8))
        let ran = harness.run("import interactions --ready-only", none)
        #expect(ran.code == .invalid && !isCommitted)
        #expect(ran.err.contains("1 of 1 rows cannot be imported"))
        #expect(!ran.err.contains("imports the other rows"))
    }

    @Test func namedRowsAreLeftOutAndJoined() throws {
        let ran = harness.run(
            "import interactions --leave-out 3 --leave-out 99 --join 4", path)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("No row to leave out begins on line 99"))
        let rows = try staged().rows
        #expect(rows.map(\.line) == [2, 4, 5])
        #expect(
            rows.map(\.form.content.value)
                == ["Hello", "Great arm, wants film by Friday, call Monday", "ok"])
        #expect(try staged().refused == nil)
        #expect(try harness.sent(CommitImport<Row>.self).readyOnly == nil)
    }

    /// At a terminal the cells are written anew, and the file is read once more with them.
    @Test func aPersonMendsTheRows() throws {
        let ran = harness.run(
            "import interactions \(path)", answering: "1", "phone_call", "y",
            traits: Self.terminal)
        #expect(ran.code == .success, "\(ran.err)")
        let asked = harness.prompt.questions.joined(separator: "\n")
        #expect(asked.contains("2 of 4 rows cannot be imported"))
        #expect(asked.contains("Type, or nothing to leave the row out"))
        #expect(asked.contains("Join them to Content, \"Great arm, wants film by Friday"))
        let rows = try staged().rows
        #expect(rows.map(\.form.type.value) == ["email", "phone_call", "email", "text"])
        #expect(rows[2].form.content.value == "Great arm, wants film by Friday, call Monday")
        #expect(operations().filter { $0 == DiscardImport<Row>.name }.count == 1)
        #expect(try harness.sent(CommitImport<Row>.self).readyOnly == nil)
    }

    @Test func aPersonLeavesTheRowsOut() throws {
        let ran = harness.run(
            "import interactions \(path)", answering: "1", "", "n", traits: Self.terminal)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.err.contains("line 3 is left out") && ran.err.contains("line 4 is left out"))
        #expect(try staged().rows.map(\.line) == [2, 5])
        let others = harness.run(
            "import interactions \(path)", answering: "2", traits: Self.terminal)
        #expect(others.code == .success, "\(others.err)")
        #expect(try harness.sent(CommitImport<Row>.self).readyOnly == true)
    }

    @Test func aPersonStops() throws {
        let ran = harness.run(
            "import interactions \(path)", answering: "stop", traits: Self.terminal)
        #expect(ran.code == .invalid && !isCommitted)
        #expect(operations().last == DiscardImport<Row>.name)
    }
}
