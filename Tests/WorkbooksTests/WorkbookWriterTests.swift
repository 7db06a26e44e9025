import Testing
import Zip

@testable import Workbooks

/// Workbooks that are written, as they are read again.
@Suite struct WorkbookWriterTests {
    private typealias Cell = WorkbookWriter.Cell

    private func workbook(
        _ rows: [[Cell]], columns: [String] = ["Date", "Notes", "Value"], sheet: String = "List"
    ) throws -> [UInt8] {
        var writer = try WorkbookWriter(sheet: sheet, columns: columns)
        for row in rows { try writer.append(row) }
        return try writer.workbook(modified: 1_770_000_000)
    }

    private func read(_ rows: [[Cell]], columns: [String] = ["A", "B", "C"]) throws -> [[String]] {
        try Workbook(workbook(rows, columns: columns)).table(ofSheet: nil).rows.map(\.values)
    }

    /// A part of a workbook.
    private func part(_ name: String, of bytes: [UInt8]) throws -> String {
        let archive = try ZipReader(
            bytes: bytes, limits: .init(entriesMax: 10, bytesMax: 1_000_000))
        let entry = try #require(archive.entries.first { $0.name == name })
        var content: [UInt8] = []
        let take: ([UInt8]) throws -> Void = { content += $0 }
        try archive.read(entry, take, failing: { $0 })
        return String(decoding: content, as: UTF8.self)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        // 2026-02-03 is the day 20,487.
        let rows = try read([
            [.moment(day: 20_487, minute: 855), .text("Met at camp"), .number(6.85)],
            [.day(20_487), .text(""), .number(84)],
            [.text("Feb 2026"), .text("a"), .text("")],
        ])
        #expect(
            rows == [
                ["A", "B", "C"], ["2026-02-03 14:15", "Met at camp", "6.85"],
                ["2026-02-03", "", "84"], ["Feb 2026", "a"],
            ])
    }

    @Test(arguments: [
        " leading, trailing ", "quote \" & <b>'x'</b>", "José 🥎 שלום \u{202B}rtl\u{202C}",
        "_x000D_",
        "_x", "a_x0041_b _x005F_", "tab\there", "12", "TRUE", "'text", "e\u{301}", "\u{85}",
        "=1+1", "+1", "-1", "@x", "=HYPERLINK(\"http://x.example\")",
    ])
    func textsStayAsTheyAre(text: String) throws {
        #expect(try read([[.text(text), .text("x")]])[1][0] == text)
    }

    /// A line break within a cell is read as one that is no line of the file.
    @Test func lineBreaksStayInTheirCells() throws {
        let broken = "a\(CellText.lineBreak)\(CellText.lineBreak)b"
        #expect(try read([[.text("a\n\nb")], [.text("a\r\n\nb")]])[1...] == [[broken], [broken]])
        // XML has no other control characters.
        #expect(try read([[.text("a\u{0}\u{B}b\u{FFFE}")]])[1] == ["ab\u{FFFE}"])
    }

    @Test func noCellIsAFormula() throws {
        let bytes = try workbook([[.text("=1+1"), .text("@SUM(A1)"), .number(3)]])
        let sheet = try part("xl/worksheets/sheet1.xml", of: bytes)
        #expect(!sheet.contains("<f"))
        #expect(sheet.contains("t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1</t>"))
        // The format of texts, so that a text stays one when somebody edits it.
        let style = try #require(sheet.split(separator: "<c r=\"A2\" s=\"").last?.first)
        let formats = try part("xl/styles.xml", of: bytes).split(separator: "<cellXfs").last ?? ""
        let written = formats.split(separator: "<xf numFmtId=\"").dropFirst()
        let format = try #require(Int(String(style)).map { Array(written)[$0] })
        #expect(format.hasPrefix("49\""))
    }

    @Test func theNamesOfTheColumnsStayInView() throws {
        let bytes = try workbook(
            [[.day(20_487), .text(String(repeating: "n", count: 30) + "\nshort")]],
            sheet: "A & B")
        let sheet = try part("xl/worksheets/sheet1.xml", of: bytes)
        #expect(sheet.contains("<pane ySplit=\"1\" topLeftCell=\"A2\""))
        let widths = sheet.split(separator: " width=\"").dropFirst()
            .map { $0.prefix { $0 != "\"" } }
        #expect(widths == ["13", "32", "9"])
        #expect(try Workbook(bytes).sheetNames == ["A & B"])
    }

    // MARK: Limits

    private func refusal(_ rows: [[Cell]], columns: Int = 3) -> String? {
        let names = [String](repeating: "c", count: columns)
        return #expect(throws: WorkbookError.self) { try workbook(rows, columns: names) }?
            .description
    }

    @Test func aCellMayHave32767CharactersAndNoMore() throws {
        let most = String(repeating: "x", count: WorkbookLimit.cellCharactersMax)
        #expect(try read([[.text(most)]])[1] == [most])
        #expect(refusal([[.text(most + "x")]])?.contains("A2 has over 32767") == true)
        // Characters beyond the first 65,536 count twice there.
        let wide = String(repeating: "🥎", count: WorkbookLimit.cellCharactersMax / 2 + 1)
        #expect(refusal([[.text("x"), .text(wide)]])?.contains("B2") == true)
    }

    @Test func aTableMayHave256ColumnsAndNoMore() throws {
        let names = (1...WorkbookLimit.columnsMax).map { "c\($0)" }
        #expect(try read([], columns: names) == [names])
        #expect(refusal([], columns: WorkbookLimit.columnsMax + 1)?.contains("256 columns") == true)
        #expect(refusal([[.text("a"), .text("b")]], columns: 1)?.contains("Row 2") == true)
    }

    @Test func aTableMayHave50000RowsAndNoMore() throws {
        var writer = try WorkbookWriter(sheet: "x", columns: ["a"])
        for _ in 1..<WorkbookLimit.rowsMax { try writer.append([.number(1)]) }
        #expect(throws: WorkbookError.self) { try writer.append([.number(1)]) }
    }

    @Test func aRowAndATableHaveMostBytes() throws {
        let text = String(repeating: "x", count: 32_000)
        let row = [Cell](repeating: .text(text), count: 8)
        var writer = try WorkbookWriter(
            sheet: "x", columns: [String](repeating: "c", count: 9))
        for _ in 0..<(WorkbookLimit.sheetBytesMax / 256_000) { try writer.append(row) }
        #expect(throws: WorkbookError.self) { try writer.append(row) }
        let wide = row + [.text(text)]
        #expect(refusal([wide], columns: 9)?.contains("Row 2 is over 262144 bytes") == true)
    }

    @Test(arguments: [(-25_509, false), (-25_508, true), (2_932_896, true), (2_932_897, false)])
    func aDayIsOneOfAWorkbook(day: Int64, isWritten: Bool) throws {
        if isWritten {
            let days = ["1900-03-01", "9999-12-31"]
            #expect(try days.contains(read([[.day(day)]])[1][0]))
        } else {
            #expect(refusal([[.day(day)]])?.contains("A2") == true)
        }
    }
}
