import Testing

@testable import Contracts
@testable import Imports

/// Tables as families have them.
@Suite struct TableReaderTests {
    private func reader(
        _ text: String, _ kind: ImportKind = .log, headerRow: Int? = nil, mapped: [String] = [],
        sheet: ReadSheet? = nil
    ) throws -> TableReader {
        try reader(
            Array(text.utf8), kind, headerRow: headerRow, mapped: mapped, sheet: sheet)
    }

    private func reader(
        _ bytes: [UInt8], _ kind: ImportKind = .log, headerRow: Int? = nil,
        mapped: [String] = [], sheet: ReadSheet? = nil
    ) throws -> TableReader {
        var rest: [UInt8] = bytes
        return try TableReader(kind, .init(headerRow: headerRow, mapped: mapped), sheet: sheet) {
            defer { rest = [] }
            return rest
        }
    }

    /// The rows below the header, as records.
    private func rows(_ reader: inout TableReader) throws -> [CSVReader.Row] {
        _ = try reader.columns(mapped: [], values: [])
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    // The header is found below titles.
    @Test(arguments: [
        ("Sam's Recruiting Log 2026,,,\n,,,\nDate,School,Coach,Notes\n2026-02-03,Duke,P,hi\n", 3),
        ("Date,School,Coach,Notes\n2026-02-03,Duke,P,hi\n", 1),
        ("My log\n\nas of 2/3/2026\n\nKey: red = no\nWhen;College;Note\n2/3/2026;Duke;x\n", 6),
        ("Coach\nDate,School,Coach,Email\n2026-02-03,Duke,P,p@duke.example\n", 2),
    ])
    func theHeaderIsFoundBelowTitles(text: String, line: Int) throws {
        var reader = try reader(text)
        #expect(reader.headerLines == line...line && reader.hasAll)
        let rows = try rows(&reader)
        #expect(rows.map(\.line) == [line + 1])
        #expect(reader.notes.isEmpty == (line == 1))
    }

    @Test func aHeaderMayStandInTheTenthRowAndNoLower() throws {
        for (above, isFound) in [(ImportLimit.headerRowsMax - 1, true), (10, false)] {
            let text = String(repeating: "Title\n", count: above) + "Date,School\n2026-02-03,Duke\n"
            #expect(try reader(text).hasAll == isFound)
        }
    }

    // Values of a row that happen to be names of fields are no header.
    @Test(arguments: [
        ("Who,College\nCoach,Duke\nPat,Elon\n", ImportKind.coaches),
        ("Person,Channel\nemail,phone\n", .log), ("A,B,C\n1,email,3\n", .log),
    ])
    func valuesAreNoHeader(text: String, kind: ImportKind) throws {
        #expect(try reader(text, kind).headerLines == 1...1)
    }

    @Test func twoRowsMakeAHeaderTogether() throws {
        // The lower row suffices.
        let groups = try reader("When,,Who,\nDate,Time,School,Coach\n2026-02-03,2:15 PM,Duke,P\n")
        #expect(groups.header == ["Date", "Time", "School", "Coach"])
        #expect(groups.headerLines == 2...2)
        var split = try reader(
            "Date,School,Coach,,Notes\n,,First,Last,\n2026-02-03,Duke,Pat,Sample,hi\n")
        #expect(split.header == ["Date", "School", "First", "Last", "Notes"])
        #expect(split.headerLines == 1...2)
        #expect(try rows(&split).map(\.line) == [3])
        #expect(split.notes == ["The names of the columns are on lines 1 and 2"])
        let titled = try reader("Contact,,\ndate,School,Notes\n2026-02-03,Duke,hi\n")
        #expect(titled.header == ["date", "School", "Notes"])
        // The first record is no second row of names.
        let record = try reader("Date,School,How,\nyesterday,Duke,email,phone\n")
        #expect(record.headerLines == 1...1)
    }

    @Test func aPersonMaySayWhereTheHeaderIs() throws {
        let text = "Date,School\nDatum,Schule\n2026-02-03,Duke\n"
        #expect(try reader(text, headerRow: 2).header == ["Datum", "Schule"])
        #expect(try reader(text, mapped: ["Datum=occurred_at", "Schule=school"]).hasAll)
        let gap = "x\n\n\nDate,School\n"
        #expect(try reader(gap, headerRow: 4).header == ["Date", "School"])
        for (line, part) in [(3, "Line 3"), (9, "Line 9"), (0, "1 to 1000"), (1_001, "1 to 1000")] {
            let problem = #expect(throws: ImportProblem.self) {
                try reader(gap, headerRow: line)
            }
            #expect(problem?.message.contains(part) == true)
        }
        let far = String(repeating: "x\n", count: ImportLimit.headerLineMax - 1) + "Date,School\n"
        #expect(try reader(far, headerRow: ImportLimit.headerLineMax).hasAll)
    }

    // Rows that are no contact.
    @Test(arguments: [
        (
            "Date,School,Coach,Type,Replied?,Notes\n2026-02-03,Duke,P,email,TRUE,hello\n"
                + ",,,,FALSE,\n,,,,FALSE,\n", ImportKind.log, 1, 2, "a contact"
        ),
        ("Date,School,Type,Notes\n2026-01-03,Duke,email,x\n,,email,\n", .log, 1, 1, "a contact"),
        (
            "Date,School,Direction,Division\n2026-01-03,Duke,sent,D1\n,,sent,D1\n , ,sent,\n",
            .log, 1, 2, "a contact"
        ),
        ("Date,School\n2026-01-03,Duke\nDate,School\n2026-01-04,Duke\n", .log, 2, 1, "a contact"),
        ("First name,Last name,Role\nPat,Sample,head\n,,assistant\n", .coaches, 1, 1, "a coach"),
        ("Type,Value,Unit\nsixty,6.85,s\nsixty,,s\n", .metrics, 1, 1, "a metric"),
        // Whatever may be a contact is one, so that it is asked about.
        ("Date,School,Email\n,,p@duke.example\n2026-01-03,,\n,Duke,\n", .log, 3, 0, ""),
    ])
    func rowsWithoutARecordAreSkippedAndCounted(
        text: String, kind: ImportKind, count: Int, skipped: Int, noun: String
    ) throws {
        var reader = try reader(text, kind)
        #expect(try rows(&reader).count == count && reader.skippedRowCount == skipped)
        let rows = skipped == 1 ? "1 row" : "\(skipped) rows"
        #expect(reader.notes == (skipped == 0 ? [] : ["\(rows) without \(noun) skipped"]))
    }

    // The encoding is named with a word to judge it by.
    @Test func otherEncodingsAreNamed() throws {
        var reader = try reader(
            Array("Date,School,Notes\r\n2026-02-03,Duke,didn".utf8) + [0x92] + Array("t\r\n".utf8))
        #expect(try rows(&reader).first?.fields.last == "didn’t")
        #expect(reader.encoding == .windows1252)
        #expect(reader.notes == ["Read as Windows-1252: “didn’t”"])
        let text = "Date\tSchool\tNotes\r\n2026-02-03\tDuke\tJosé\r\n"
        var wide = try self.reader(
            "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(try rows(&wide).first?.fields.last == "José")
        #expect(wide.notes.isEmpty && wide.encoding == .utf16)
    }

    // Formulas without results are empty; of columns that are read, it is said.
    @Test func missingResultsOfFormulasAreToldForColumnsThatAreRead() throws {
        let cells = [(2, 2), (3, 2), (2, 7), (2, 1)].map { UnworkedCell(column: $0.0, row: $0.1) }
        let sheet = ReadSheet(name: "Log", others: [], unworked: cells)
        let text = "Date,School,Notes,Days since\n2026-02-03,Duke,,\n"
        var reader = try reader(text, sheet: sheet)
        _ = try rows(&reader)
        #expect(reader.notes.count == 1)
        #expect(reader.notes.first?.hasPrefix("2 cells of “Notes” without the result") == true)
        #expect(reader.notes.first?.contains("first in row 2") == true)
    }

    // A sheet for each school.
    @Test func theNameOfASheetIsTheSchoolIfNoColumnIs() throws {
        let text = "Date,Coach,Notes\n2026-02-03,Pat Sample\n,,\n2026-02-04,Kim Oh,a,b\n"
        var reader = try reader(text, sheet: ReadSheet(name: "Duke", others: ["Elon"]))
        #expect(reader.header == ["Date", "Coach", "Notes", "School"])
        let columns = try reader.columns(mapped: [], values: [])
        let first = try reader.next()
        #expect(first.flatMap { columns.value("school", in: $0.fields) } == "Duke")
        let second = try reader.next()
        #expect(second.map { columns.excess(in: $0) != nil } == true)
        for (name, others) in [("Duke", []), ("Sheet2", ["x"]), ("Log 2026", ["x"])] {
            let other = try self.reader(text, sheet: ReadSheet(name: name, others: others))
            #expect(other.header == ["Date", "Coach", "Notes"])
        }
        let named = try self.reader(
            "Date,School\n2026-02-03,Elon\n", sheet: ReadSheet(name: "Duke", others: ["x"]))
        #expect(named.header == ["Date", "School"])
    }

    // The kind of file is named.
    @Test(arguments: [
        ("<html xmlns:x=\"urn:x\"><body><table>", "web page"), ("\n <TABLE border=1>", "web page"),
        ("MIME-Version: 1.0\nX", "web page"), ("%PDF-1.7", "PDF"), ("{\\rtf1", "text document"),
        (
            "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-x:office:spreadsheet\">",
            "old program"
        ),
        ("\u{FEFF}<!DOCTYPE html>", "web page"),
    ])
    func otherKindsOfFilesAreNamed(start: String, name: String) {
        let problem = TableFile.problem(Array(start.utf8))
        #expect(problem?.message.contains(name) == true && problem?.reason != nil)
    }

    @Test func tablesAreNoOtherKindOfFile() {
        #expect(TableFile.problem(Array("Date,School\n<b>,x\n".utf8)) == nil)
        #expect(TableFile.problem([]) == nil)
        #expect(TableFile.problem([0x89, 0x50, 0x4E, 0x47]) != nil)
        #expect(TableFile.problem([0xd0, 0xcf, 0x11, 0xe0]) == WorkbookProgram.oldWorkbook)
    }

    // Values behind the last column, and texts that lack their quotes.
    @Test(arguments: [
        (["a", "Duke", "Pat", "Great arm", " wants film", " call"], "Great arm, wants film, call"),
        (["a", "Duke", "Pat", "ok", "fine", ""], "ok, fine"),
        (["a", "Duke", "Pat", "ok", ""], nil),
        (["a", "Duke", "Pat", "ok"], nil), (["a", "", "", "", "", "x"], ", , x"),
    ])
    func aTextWithoutItsQuotesCanBePutTogether(fields: [String], text: String?) throws {
        let columns = try ImportColumns(
            header: ["Date", "School", "Coach", "Notes", ""], kind: .log, mapped: [])
        let row = CSVReader.Row(line: 2, fields: fields)
        #expect((columns.excess(in: row) != nil) == (text != nil))
        #expect(columns.joined(row)?.fields == text.map { fields.prefix(3) + [$0] })
        let others = try ImportColumns(
            header: ["Notes", "Date", "x", "School"], kind: .log, mapped: [])
        #expect(others.joined(row) == nil)
    }

    @Test func aTextIsPutTogetherWithTheSeparatorOfTheFile() throws {
        for (separator, text) in [(";", "a; b"), ("\t", "a b"), ("|", "a| b")] {
            let header = ["Date", "School", "Notes"].joined(separator: separator)
            var reader = try reader("\(header)\nx\(separator)y\(separator)a\(separator)b\n")
            let columns = try reader.columns(mapped: [], values: [])
            let row = try #require(try reader.next())
            #expect(columns.joined(row)?.fields == ["x", "y", text])
        }
    }

    @Test func failedFormulasAreEmpty() throws {
        let columns = try ImportColumns(header: ["Date", "Notes"], kind: .log, mapped: [])
        for text in ["#N/A", "#REF!", "#DIV/0! ", "#VALUE!"] {
            #expect(columns.value("content", in: ["x", text]) == nil)
        }
        #expect(columns.value("content", in: ["x", "#1 pick"]) == "#1 pick")
    }
}
