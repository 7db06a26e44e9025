import Support
import Testing

@testable import Workbooks

/// Sheets of workbooks as rows of texts.
@Suite struct WorkbookTests {
    private func lines(_ workbook: SampleWorkbook, sheet: String? = nil) throws -> String {
        let table = try Workbook(try workbook.bytes()).table(ofSheet: sheet)
        return String(decoding: table.csv, as: UTF8.self)
    }

    private func refusal(
        _ workbook: SampleWorkbook, sheet: String? = nil
    ) throws -> WorkbookError? {
        let bytes = try workbook.bytes()
        do throws(WorkbookError) {
            _ = try Workbook(bytes).table(ofSheet: sheet)
            return nil
        } catch { return error }
    }

    /// N-107: the values are those that people see.
    @Test func valuesAreReadAsPeopleSeeThem() throws {
        let workbook = SampleWorkbook(
            [
                "Log": SampleWorkbook.sheet([
                    [
                        "<c r=\"A1\" t=\"s\"><v>0</v></c>", "<c r=\"B1\" t=\"s\"><v>1</v></c>",
                        "<c r=\"D1\" t=\"str\"><f>A1</f><v>School</v></c>",
                    ],
                    [],
                    [
                        "<c><v>42</v></c>", "<c><v>0.30000000000000004</v></c>",
                        "<c t=\"b\"><v>1</v></c>", "<c t=\"e\"><v>#N/A</v></c>",
                        "<c s=\"1\"><v>0.65</v></c>", "<c s=\"2\"><v>1234</v></c>",
                        SampleWorkbook.inline("a \"b\", c"),
                    ],
                ])
            ],
            texts: [
                "<t>School</t>", "<r><t>Co</t></r><r><t>ach</t></r><rPh><t>no</t></rPh>",
            ],
            codes: ["0%", "00000"])
        #expect(
            try lines(workbook)
                == "\"School\",\"Coach\",,\"School\"\n\n"
                + "\"42\",\"0.3\",\"TRUE\",,\"65%\",\"01234\",\"a \"\"b\"\", c\"\n")
    }

    /// N-108: days are days in both systems.
    @Test(arguments: [
        ("yyyy\\-mm\\-dd", "46056", false, "2026-02-03"),
        ("m/d/yy", "46056.75", false, "2026-02-03"),
        ("[$-409]mmmm\\ d\\,\\ yyyy;@", "46056", false, "2026-02-03"),
        ("m/d/yy h:mm AM/PM", "46056.59375", false, "2026-02-03 14:15"),
        ("yyyy-mm-dd hh:mm:ss", "46056.593761574", false, "2026-02-03 14:15:01"),
        ("h:mm", "0.59375", false, "14:15"),
        ("[h]:mm", "1.5", false, "36:00"),
        ("yyyy-mm-dd", "44594", true, "2026-02-03"),
        ("yyyy-mm-dd", "0", true, "1904-01-01"),
        ("yyyy-mm-dd", "1", false, "1900-01-01"),
        ("yyyy-mm-dd", "59", false, "1900-02-28"),
        ("yyyy-mm-dd", "60", false, "60"),
        ("yyyy-mm-dd", "61", false, "1900-03-01"),
        ("yyyy-mm-dd", "2958465", false, "9999-12-31"),
        ("yyyy-mm-dd", "2958466", false, "2958466"),
        ("yyyy-mm-dd", "-1", false, "-1"),
        ("mmm", "46056", false, "2026-02-03"),
        ("General", "46056", false, "46056"),
        ("#,##0.00 \"days\"", "46056", false, "46056"),
        ("0.0", "92.5", false, "92.5"),
    ]) func formatsSayWhatANumberIs(
        code: String, number: String, from1904: Bool, text: String
    ) throws {
        let value = try #require(Double(number))
        #expect(NumberFormat(code: code).text(of: value, countsFrom1904: from1904) == text)
    }

    @Test func everyProgramKnowsSomeFormatsByNumber() {
        #expect(NumberFormat(builtIn: 14) == .day)
        #expect(NumberFormat(builtIn: 22) == .dayAndTime)
        #expect(NumberFormat(builtIn: 20) == .time)
        #expect(NumberFormat(builtIn: 46) == .duration)
        #expect(NumberFormat(builtIn: 9) == .percent)
        #expect(NumberFormat(builtIn: 0) == .plain)
    }

    @Test func theWorkbookSaysFromWhichDayItCounts() throws {
        let cells = SampleWorkbook.sheet([["<c s=\"1\"><v>0</v></c>"]])
        for (properties, text) in [("date1904=\"1\"", "1904-01-01"), ("", "0")] {
            let workbook = SampleWorkbook(
                ["Log": cells], codes: ["yyyy-mm-dd"], properties: properties)
            #expect(try lines(workbook) == "\"\(text)\"\n")
        }
    }

    @Test func lineBreaksDoNotCountAsLines() throws {
        let workbook = SampleWorkbook([
            "Log": SampleWorkbook.sheet([
                [SampleWorkbook.inline("one\ntwo_x000D_\nthree_x0009_four_x_"), "<c/>"]
            ])
        ])
        #expect(try lines(workbook) == "\"one\u{2028}two\u{2028}three\tfour_x_\"\n")
    }

    @Test func mergedRowsRepeatTheirValue() throws {
        let merges = "<mergeCells><mergeCell ref=\"A1:B1\"/><mergeCell ref=\"A2:A4\"/></mergeCells>"
        let workbook = SampleWorkbook([
            "Log": SampleWorkbook.sheet(
                [
                    [SampleWorkbook.inline("Title")],
                    [SampleWorkbook.inline("Duke"), SampleWorkbook.inline("1")],
                    ["<c r=\"B3\"><v>2</v></c>"],
                    ["<c r=\"A4\"/>"],
                    ["<c r=\"B5\"><v>3</v></c>"],
                ], after: merges)
        ])
        #expect(
            try lines(workbook)
                == "\"Title\"\n\"Duke\",\"1\"\n\"Duke\",\"2\"\n\n,\"3\"\n")
    }

    @Test func sheetsAreChosenByName() throws {
        func cell(_ text: String) -> String {
            SampleWorkbook.sheet([[SampleWorkbook.inline(text)]])
        }
        let workbook = SampleWorkbook(
            ["Old": cell("old"), "Log": cell("log"), "Coaches": cell("coaches")],
            sheetAttributes: ["Old": "state=\"hidden\""])
        #expect(try lines(workbook) == "\"log\"\n")
        #expect(try lines(workbook, sheet: "coaches") == "\"coaches\"\n")
        #expect(try lines(workbook, sheet: "Old") == "\"old\"\n")
        #expect(try Workbook(try workbook.bytes()).sheetNames == ["Log", "Coaches"])
        let refusal = try refusal(workbook, sheet: "Missing")
        #expect(refusal?.description == "The workbook has no sheet \"Missing\"")
        #expect(refusal?.remedy == "Its sheets: \"Log\", \"Coaches\".")
    }

    // A text that a formula leaves empty is a result.
    @Test func formulasWithoutTheirResultsAreEmptyAndListed() throws {
        let workbook = SampleWorkbook([
            "Log": SampleWorkbook.sheet([
                ["<c r=\"B1\"><f>A1+1</f></c>", "<c r=\"C1\"><f>A1</f><v/></c>"],
                [
                    SampleWorkbook.inline("x"), "<c t=\"str\"><f>A1</f><v></v></c>",
                    "<c t=\"e\"><f>A1</f><v>#REF!</v></c>", "<c><f>A1</f><v>5</v></c>",
                ],
            ])
        ])
        let table = try Workbook(try workbook.bytes()).table(ofSheet: nil)
        #expect(String(decoding: table.csv, as: UTF8.self) == "\n\"x\",,,\"5\"\n")
        #expect(table.unworked.map { [$0.column, $0.row] } == [[2, 1], [3, 1]])
    }

    @Test func rowsAndCellsMayStandInAnyOrder() throws {
        let workbook = SampleWorkbook([
            "Log": "<sheetData><row r=\"3\"><c r=\"B3\"><v>6</v></c><c r=\"A3\"><v>5</v></c></row>"
                + "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"
                + "<row><c><v>3</v></c></row></sheetData>"
        ])
        #expect(try lines(workbook) == "\"1\"\n\"3\"\n\"5\",\"6\"\n")
        let twice = SampleWorkbook([
            "Log": "<sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"
                + "<row r=\"1\"><c r=\"A1\"><v>2</v></c></row></sheetData>"
        ])
        #expect(try refusal(twice)?.description.hasSuffix("cell A1 is there twice") == true)
    }

    @Test func partsMayHaveNamesOfWindows() throws {
        var workbook = SampleWorkbook(["Log": SampleWorkbook.sheet([["<c><v>1</v></c>"]])])
        workbook.parts = Dictionary(
            uniqueKeysWithValues: workbook.parts.map { name, content in
                (name.replacing("/", with: "\\"), content)
            })
        #expect(try lines(workbook) == "\"1\"\n")
    }

    /// N-109: no document of a workbook may declare an entity.
    @Test func documentTypesAreRefused() throws {
        var workbook = SampleWorkbook(["Log": SampleWorkbook.sheet([])])
        let part = "xl/worksheets/sheet1.xml"
        for declaration in [
            "<!DOCTYPE worksheet>", "<!DOCTYPE worksheet [<!ENTITY a \"b\">]>",
            "<!DOCTYPE worksheet SYSTEM \"file:///etc/passwd\">",
        ] {
            workbook.parts[part] =
                declaration + "<worksheet>"
                + SampleWorkbook.sheet([[SampleWorkbook.inline("&a;")]]) + "</worksheet>"
            #expect(
                try refusal(workbook)?.description
                    == "The workbook is damaged: \(part) has a document type, which a workbook "
                    + "never has")
        }
    }

    @Test func otherFilesAreNamed() throws {
        var other = SampleWorkbook(["Log": ""])
        other.parts = ["mimetype": "application/vnd.oasis.opendocument.spreadsheet"]
        #expect(try refusal(other)?.description == "The file is an OpenDocument file (.ods)")
        other.parts = ["a.txt": "text"]
        #expect(
            try refusal(other)?.description == "The file is a ZIP archive, but no workbook")
    }
}
