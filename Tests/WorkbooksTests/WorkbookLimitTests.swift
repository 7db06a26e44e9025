import Support
import Testing

@testable import Workbooks

/// The limits of workbooks, and broken ones (N-109).
@Suite struct WorkbookLimitTests {
    /// Reads a sheet from the content of its `worksheet`; returns the refusal, nil for none.
    private func refusal(_ content: String) -> String? {
        let reader = SheetReader(sharedTexts: [], formats: [], countsFrom1904: false)
        return refusal { () throws(WorkbookError) in
            let document = try XMLReader("sheet", reader)
            try document.read(Array("<worksheet>\(content)</worksheet>".utf8), isLast: true)
            try reader.fillMerged()
        }
    }

    private func refusal(_ body: () throws(WorkbookError) -> Void) -> String? {
        do throws(WorkbookError) {
            try body()
            return nil
        } catch { return error.description }
    }

    private func text(_ bytes: Int) -> String {
        SampleWorkbook.inline(String(repeating: "x", count: bytes))
    }

    private func sheet(_ row: String, _ number: Int = 1) -> String {
        "<sheetData><row r=\"\(number)\">\(row)</row></sheetData>"
    }

    @Test func cellsHaveALimit() {
        #expect(refusal(sheet(text(WorkbookLimit.cellBytesMax))) == nil)
        #expect(
            refusal(sheet(text(WorkbookLimit.cellBytesMax + 1)))
                == "Cell A1 is over 131068 bytes")
    }

    @Test func rowsHaveALimitOfBytes() {
        let half = WorkbookLimit.cellBytesMax
        let rest = WorkbookLimit.rowBytesMax - 2 * half
        #expect(refusal(sheet(text(half) + text(half) + text(rest))) == nil)
        #expect(
            refusal(sheet(text(half) + text(half) + text(rest + 1)))
                == "Row 1 is over 262144 bytes")
    }

    @Test func sheetsHaveALimitOfBytes() {
        let rows = WorkbookLimit.sheetBytesMax / WorkbookLimit.cellBytesMax
        let rest = WorkbookLimit.sheetBytesMax - rows * WorkbookLimit.cellBytesMax
        let full = String(
            repeating: "<row>\(text(WorkbookLimit.cellBytesMax))</row>", count: rows)
        #expect(refusal("<sheetData>\(full)<row>\(text(rest))</row></sheetData>") == nil)
        #expect(
            refusal("<sheetData>\(full)<row>\(text(rest + 1))</row></sheetData>")
                == "The sheet has over 10485760 bytes of values")
    }

    @Test func columnsHaveALimit() {
        #expect(refusal(sheet("<c r=\"IV1\"><v>1</v></c>")) == nil)
        #expect(
            refusal(sheet("<c r=\"IW1\"><v>1</v></c>")) == "Row 1 has more than 256 columns")
        // Cells without a value may be anywhere.
        #expect(refusal(sheet("<c r=\"XFD1\" s=\"1\"/>")) == nil)
    }

    @Test func rowsHaveALimit() {
        let row = "<row><c><v>1</v></c></row>"
        let most = String(repeating: row, count: WorkbookLimit.rowsMax)
        #expect(refusal("<sheetData>\(most)</sheetData>") == nil)
        #expect(
            refusal("<sheetData>\(most)\(row)</sheetData>")
                == "The sheet has more than 50001 rows")
        #expect(refusal(sheet("<c><v>1</v></c>", WorkbookLimit.rowNumberMax)) == nil)
        #expect(
            refusal(sheet("<c><v>1</v></c>", WorkbookLimit.rowNumberMax + 1))
                == "The workbook is damaged: a row has no place")
    }

    @Test func elementsHaveALimitOfDepth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(refusal(nested(WorkbookLimit.depthMax - 1)) == nil)
        #expect(
            refusal(nested(WorkbookLimit.depthMax))
                == "The workbook is damaged: sheet has over 64 levels")
        #expect(refusal(nested(200_000)) != nil)
    }

    /// The parser reads a tag anew with every chunk until its end has come.
    @Test func tagsHaveALimitOfBytes() {
        func refused(_ bytes: Int) -> String? {
            refusal { () throws(WorkbookError) in
                let reader = try XMLReader("part", SharedTextReader())
                let start = Array("<sst><si a='".utf8)
                try reader.read(start, isLast: false)
                let tag = start.count - 5
                try reader.read(
                    [UInt8](repeating: UInt8(ascii: "x"), count: bytes - tag), isLast: false)
                try reader.read(Array("'/></sst>".utf8), isLast: true)
            }
        }
        #expect(refused(WorkbookLimit.tokenBytesMax) == nil)
        #expect(
            refused(WorkbookLimit.tokenBytesMax + 1)
                == "The workbook is damaged: part has a tag of over 1048576 bytes")
    }

    /// Long formats of many styles are read once each, and only their beginning.
    @Test func formatsOfNumbersAreReadOnceAndNotToTheirEnd() throws {
        let handler = StyleReader()
        let blanks = String(repeating: " ", count: WorkbookLimit.formatCodeMax - 1)
        let xml = """
            <styleSheet><numFmts><numFmt numFmtId="164" formatCode="\(blanks)d"/>\
            <numFmt numFmtId="165" formatCode="\(blanks) d"/></numFmts>\
            <cellXfs><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>
            """
        try XMLReader("part", handler).read(Array(xml.utf8), isLast: true)
        #expect(handler.formats == [.day, .plain])
    }

    @Test func mergedAreasHaveALimit() {
        let merge = "<mergeCell ref=\"A1:A2\"/>"
        let most = String(repeating: merge, count: WorkbookLimit.mergesMax)
        #expect(refusal("<mergeCells>\(most)</mergeCells>") == nil)
        #expect(refusal("<mergeCells>\(most)\(merge)</mergeCells>") != nil)
        // 2,000 rows behind the first, 100 times; and once more.
        let rows = String(repeating: "<row><c><v>1</v></c></row>", count: 2_001)
        let area = "<mergeCell ref=\"A1:A1048576\"/>"
        func merged(_ count: Int, _ more: String) -> String? {
            let areas = String(repeating: area, count: count)
            return refusal(
                "<sheetData>\(rows)</sheetData><mergeCells>\(areas)\(more)</mergeCells>")
        }
        let count = WorkbookLimit.mergedRowsMax / 2_000
        #expect(merged(count, "") == nil)
        #expect(
            merged(count, "<mergeCell ref=\"A1:A2\"/>")
                == "The workbook is damaged: its merged areas are too many")
    }

    private func shared(_ texts: String) -> String? {
        let reader = SharedTextReader()
        return refusal { () throws(WorkbookError) in
            try XMLReader("texts", reader)
                .read(Array("<sst>\(texts)</sst>".utf8), isLast: true)
        }
    }

    @Test func sharedTextsHaveALimit() {
        let most = String(repeating: "<si/>", count: WorkbookLimit.sharedTextsMax)
        #expect(shared(most) == nil)
        #expect(shared(most + "<si/>") == "The workbook has over 500000 texts")
        let long = "<si><t>\(String(repeating: "x", count: WorkbookLimit.cellBytesMax))</t></si>"
        #expect(shared(long) == nil)
        #expect(shared(long.replacing("<t>", with: "<t>x")) == "A text is over 131068 bytes")
        let count = WorkbookLimit.sharedBytesMax / WorkbookLimit.cellBytesMax
        let rest = WorkbookLimit.sharedBytesMax - count * WorkbookLimit.cellBytesMax
        let full = String(repeating: long, count: count)
        func last(_ bytes: Int) -> String {
            "<si><t>\(String(repeating: "x", count: bytes))</t></si>"
        }
        #expect(shared(full + last(rest)) == nil)
        #expect(shared(full + last(rest + 1)) == "The workbook has over 33554432 bytes of texts")
    }

    @Test func stylesAndSheetsHaveALimit() {
        func refused(_ handler: some XMLHandler, _ content: String) -> String? {
            refusal { () throws(WorkbookError) in
                try XMLReader("part", handler).read(Array(content.utf8), isLast: true)
            }
        }
        let styles = String(repeating: "<xf/>", count: WorkbookLimit.stylesMax)
        #expect(refused(StyleReader(), "<cellXfs>\(styles)</cellXfs>") == nil)
        #expect(
            refused(StyleReader(), "<cellXfs>\(styles)<xf/></cellXfs>")
                == "The workbook has over 65490 styles")
        let sheet = "<sheet name=\"a\" id=\"1\"/>"
        let sheets = String(repeating: sheet, count: WorkbookLimit.sheetsMax)
        #expect(refused(WorkbookReader(), "<sheets>\(sheets)</sheets>") == nil)
        #expect(
            refused(WorkbookReader(), "<sheets>\(sheets)\(sheet)</sheets>")
                == "The workbook has over 1000 sheets")
    }

    // MARK: Files

    private func opening(_ bytes: [UInt8]) -> String? {
        refusal { () throws(WorkbookError) in
            _ = try Workbook(bytes).table(ofSheet: nil)
        }
    }

    @Test func filesHaveALimitOfBytes() throws {
        let most = [UInt8](repeating: 0, count: WorkbookLimit.fileBytesMax)
        #expect(opening(most)?.hasPrefix("The workbook cannot be unpacked") == true)
        #expect(opening(most + [0]) == "The workbook is over 10485760 bytes")
    }

    @Test func filesOfAWorkbookHaveALimit() throws {
        var workbook = SampleWorkbook(["Log": SampleWorkbook.sheet([["<c><v>1</v></c>"]])])
        for number in workbook.parts.count..<WorkbookLimit.entriesMax {
            workbook.parts["x/\(number)"] = ""
        }
        #expect(opening(try workbook.bytes()) == nil)
        workbook.parts["x/last"] = ""
        #expect(
            opening(try workbook.bytes())
                == "The workbook cannot be unpacked: The archive has over 10000 files")
    }

    /// A bomb: nothing, packed very well.
    @Test func filesThatArePackedTooWellAreRefused() throws {
        var workbook = SampleWorkbook(["Log": SampleWorkbook.sheet([["<c><v>1</v></c>"]])])
        let part = "xl/worksheets/sheet1.xml"
        let content = workbook.parts[part] ?? ""
        workbook.parts[part] =
            content + String(repeating: " ", count: WorkbookLimit.ratioBytesMin - content.count)
        #expect(opening(try workbook.bytes()) == nil)
        workbook.parts[part]? += " "
        #expect(
            opening(try workbook.bytes())
                == "The workbook is damaged: \(part) is packed over 400 times")
        workbook.parts[part] = content
        workbook.parts["xl/media"] = String(
            repeating: " ", count: WorkbookLimit.unpackedBytesMax)
        #expect(
            opening(try workbook.bytes())
                == "The workbook cannot be unpacked: The archive has over 134217728 bytes when it "
                + "is unpacked")
    }

    /// N-109: whatever is broken in a workbook, it is read or refused.
    @Test func brokenWorkbooksAreReadOrRefused() throws {
        let whole = try SampleWorkbook(
            [
                "Log": SampleWorkbook.sheet([
                    ["<c r=\"A1\" t=\"s\"><v>0</v></c>", "<c r=\"B1\"><v>46056</v></c>"],
                    [SampleWorkbook.inline("Duke"), "<c s=\"1\"><v>46056.5</v></c>"],
                ])
            ], texts: ["<t>School</t>"], codes: ["yyyy-mm-dd"]
        ).bytes()
        #expect(opening(whole) == nil)
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(opening(Array(whole.prefix(count))) != nil)
        }
        var refused = 0
        for place in whole.indices {
            var broken = whole
            broken[place] ^= [0x01, 0x80, 0xff][place % 3]
            if opening(broken) != nil { refused += 1 }
        }
        #expect(refused > whole.count / 4)
        // The same within the documents, where no checksum helps.
        let content = Array(
            ("<worksheet>"
                + SampleWorkbook.sheet(
                    [["<c r=\"A1\" t=\"s\"><v>0</v></c>", "<c s=\"3\"><v>1e5</v></c>"]],
                    after: "<mergeCells><mergeCell ref=\"A1:A2\"/></mergeCells>")
                + "</worksheet>").utf8)
        for place in content.indices {
            for replacement: UInt8 in [0, 0x20, 0x2d, 0x39, 0x3c, 0x45, 0xff] {
                var broken = content
                broken[place] = replacement
                let reader = SheetReader(
                    sharedTexts: ["x"], formats: [.dayAndTime], countsFrom1904: false)
                _ = refusal { () throws(WorkbookError) in
                    try XMLReader("sheet", reader).read(broken, isLast: true)
                    try reader.fillMerged()
                }
            }
        }
    }
}
