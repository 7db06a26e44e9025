import Support
import Testing

@testable import Contracts

@Suite struct CSVReaderTests {
    private func rows(_ text: String) throws -> [[String]] {
        var reader = CSVReader(Array(text.utf8))
        return try reader.rest().map(\.fields)
    }

    private func problem(_ bytes: [UInt8]) -> CSVProblem? {
        var reader = CSVReader(bytes)
        do {
            _ = try reader.rest()
            return nil
        } catch {
            return error as? CSVProblem
        }
    }

    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
        ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
        ("\u{FEFF}a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("a;b;c\n1,5;2;3\n", [["a", "b", "c"], ["1,5", "2", "3"]]),
        ("a\tb\n1,5\t2\n", [["a", "b"], ["1,5", "2"]]),
        ("\"x;y;z\",b\n1,2\n", [["x;y;z", "b"], ["1", "2"]]),
        ("a\n\"He said \"\"=1+1\"\", ok\"\n", [["a"], ["He said \"=1+1\", ok"]]),
        ("a,b\n\"two\nlines\",\"\"\n", [["a", "b"], ["two\nlines", ""]]),
        ("a\n5'10\" tall\n", [["a"], ["5'10\" tall"]]),
        ("a,b\n\n,\n1,\n", [["a", "b"], ["1", ""]]),
        ("", []), ("\n\n", []),
    ])
    func rowsAreReadAsTheRFCWritesThem(text: String, expected: [[String]]) throws {
        #expect(try rows(text) == expected)
    }

    @Test func rowsKnowTheLineOnWhichTheyBegin() throws {
        var reader = CSVReader(Array("a\n\"1\n2\r\n3\"\n\nx\r\ny\rz".utf8))
        let lines = try reader.rest().map(\.line)
        #expect(lines == [1, 2, 6, 7, 8])
    }

    @Test(arguments: [
        ("a\n\"open", 2, "never closed"), ("a\n\"x\" y\n", 2, "closing quote"),
    ])
    func damagedQuotesNameTheirLine(text: String, line: Int, part: String) {
        let problem = problem(Array(text.utf8))
        #expect(problem?.line == line)
        #expect(problem?.text.contains(part) == true)
    }

    @Test(arguments: [
        // Blanks around quotes are no part of a field.
        ("a, \"b, c\" , d\n1,\t\"x\"\"y\" ,\"z\"\n", [["a", "b, c", " d"], ["1", "x\"y", "z"]]),
        ("a;  \"b;c\"\n1;2\n", [["a", "b;c"], ["1", "2"]]),
        ("a\t \"b\" \t\"\"\n", [["a", "b", ""]]),
        // A first line that names the separator.
        ("sep=;\na,b;c\n1;2\n", [["a,b", "c"], ["1", "2"]]),
        ("\u{FEFF}\"sep=|\"\r\na|b;c;d\r\n", [["a", "b;c;d"]]),
        ("SEP=\t\ra,b\tc\r", [["a,b", "c"]]), ("sep=,", []),
        ("separate=;\n1;2\n", [["separate=", ""], ["1", "2"]]),
        // Names of columns and notes with commas.
        (
            "Date;School, city;Notes, more, things\n2026-02-03;Duke;Great arm, wants film\n",
            [
                ["Date", "School, city", "Notes, more, things"],
                ["2026-02-03", "Duke", "Great arm, wants film"],
            ]
        ),
        ("a, x|b\n1|2, y\n", [["a, x", "b"], ["1", "2, y"]]),
        ("Log of Sam, 2026\nA;B\n1, 2;3\n", [["Log of Sam, 2026"], ["A", "B"], ["1, 2", "3"]]),
        (
            "a,b\n5'10\" tall; left,1\n6'2\" tall; right,2\n",
            [["a", "b"], ["5'10\" tall; left", "1"], ["6'2\" tall; right", "2"]]
        ),
        // A text with too many commas does not change the separator.
        (
            "a,b\nGreat arm, wants film; call,2\n",
            [["a", "b"], ["Great arm", " wants film; call", "2"]]
        ),
    ])
    func filesOfOtherProgramsAreReadAsTheyMean(text: String, expected: [[String]]) throws {
        #expect(try rows(text) == expected)
    }

    @Test func theLineThatNamesTheSeparatorCounts() throws {
        var reader = CSVReader(Array("sep=;\na;b\n".utf8))
        #expect(try reader.next()?.line == 2)
        #expect(reader.separator == ";")
    }

    /// The rows that decide, at the last one that counts and one past it.
    @Test func separatorsAreJudgedByTheFirstRows() throws {
        let rows = String(repeating: "a,b\n", count: CSVSeparator.sampleRowsMax - 2)
        for (text, separator): (String, Character) in [
            ("x;y\n" + rows + "1,2;3;4\n", ","), ("x;y,z\n" + rows + "1,2;3;4\n", ","),
        ] {
            var reader = CSVReader(Array(text.utf8))
            _ = try reader.next()
            #expect(reader.separator == separator)
        }
        let even = String(repeating: "a,b;c\n", count: CSVSeparator.sampleRowsMax)
        for (last, separator): (String, Character) in [("1,2\n", ";"), ("", ";")] {
            var reader = CSVReader(Array((even + last).utf8))
            _ = try reader.next()
            #expect(reader.separator == separator)
        }
        // A row that the sample cuts off does not count.
        let long = "a;b,c\n\"" + String(repeating: "x", count: CSVSeparator.sampleBytesMax)
        var reader = CSVReader(Array((long + "\",2,3,4\n").utf8))
        _ = try reader.next()
        #expect(reader.separator == ";")
    }

    @Test func whatHasNoTextIsRefused() {
        #expect(problem([0x61, 0x0A, 0x62, 0x00, 0x0A])?.line == 2)
        // UTF-8 at first, and something else later.
        #expect(problem([0xC3, 0xA9, 0x0A, 0x62, 0xE9, 0x0A])?.line == 2)
        #expect(problem([0x61, 0x0A, 0x22, 0x0A, 0xE9, 0x81, 0x22, 0x0A])?.line == 2)
    }

    @Test func limitsHoldAtTheirEdges() throws {
        let long = String(repeating: "x", count: CSVLimit.rowBytesMax - 1) + "\n"
        #expect(try rows(long).count == 1)
        #expect(problem(Array(("x" + long).utf8))?.text.contains("quote missing") == true)
        let wide = String(repeating: "x,", count: CSVLimit.columnsMax - 1) + "x\n"
        #expect(try rows(wide)[0].count == CSVLimit.columnsMax)
        #expect(problem(Array(("x," + wide).utf8))?.text.contains("columns") == true)
    }

    // What is written is read again, whatever stands in it and however it arrives.
    @Test func randomTablesComeBackInPiecesOfAnySize() throws {
        var generator = SeededNumbers(seed: 2_026)
        let alphabet: [Character] = ["a", "é", "🏈", "\"", ",", ";", "\t", "\n", " ", "'", "="]
        for _ in 0..<300 {
            let width = Int.random(in: 1...5, using: &generator)
            let table = (0..<Int.random(in: 1...6, using: &generator)).map { row in
                (0..<width).map { column in
                    // The first field is never empty: a row of nothing is passed over.
                    let count = Int.random(in: column == 0 ? 1...6 : 0...6, using: &generator)
                    return String(
                        (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
                }
            }
            let text = table.map { row in
                row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
                    + (Bool.random(using: &generator) ? "\n" : "\r\n")
            }.joined()
            var bytes = Array(text.utf8)
            let size = Int.random(in: 1...9, using: &generator)
            var reader = CSVReader {
                let piece = Array(bytes.prefix(size))
                bytes.removeFirst(piece.count)
                return piece
            }
            #expect(try reader.rest().map(\.fields) == table, "\(text.debugDescription)")
        }
    }

    // No bytes make it trap, and the pieces in which they arrive do not matter.
    @Test func randomBytesAreReadOrRefused() {
        var generator = SeededNumbers(seed: 7)
        let alphabet: [UInt8] = [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D, 0x61, 0xC3, 0xA9, 0xFF, 0x00]
        func outcome(_ bytes: [UInt8], _ size: Int) -> String {
            var rest = bytes
            var reader = CSVReader {
                let piece = Array(rest.prefix(size))
                rest.removeFirst(piece.count)
                return piece
            }
            do {
                return "\(try reader.rest())"
            } catch {
                return "\(error)"
            }
        }
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            #expect(outcome(bytes, 1) == outcome(bytes, bytes.count + 1))
        }
    }
}
