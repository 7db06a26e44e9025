import Contracts
import Testing

@testable import Imports

/// Which sheets of a workbook are read.
@Suite struct SheetChoiceTests {
    private func choose(
        _ sheets: KeyValuePairs<String, String>, sheet: String? = nil, _ kind: ImportKind = .log
    ) throws -> SheetTable {
        try SheetChoice(kind, .init()).table(sheet) { (name) throws(ImportProblem) in
            guard
                let found = sheets.first(where: { $0.key == name ?? sheets[0].key })
            else { throw ImportProblem("No such sheet") }
            let others = sheets.map(\.key).filter { $0 != found.key }
            return SheetTable(
                sheet: ReadSheet(name: found.key, others: others), csv: Array(found.value.utf8))
        }
    }

    private func rows(_ table: SheetTable, _ kind: ImportKind = .log) throws -> [CSVReader.Row] {
        var rest = table.csv
        var reader = try TableReader(kind, sheet: table.sheet) {
            defer { rest = [] }
            return rest
        }
        _ = try reader.columns(mapped: [], values: [])
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    // A sheet for each school is read with the others.
    @Test func sheetsOfSchoolsAreReadTogether() throws {
        let table = try choose([
            "READ ME": "How to use this log\n",
            "Duke":
                "Duke Blue Devils\nDate,Coach,Notes\n2026-02-03,Pat Sample,hi\n\n2026-02-04,,b\n",
            "Elon": "Coach,Date,Result\nKim Oh,2026-02-05,c\n", "Summary": "Schools\n2\n",
        ])
        #expect(table.sheet.name == "Duke, Elon" && table.sheet.others == ["READ ME", "Summary"])
        let rows = try rows(table)
        #expect(rows.map(\.line) == [2, 4, 5])
        #expect(
            rows.map(\.fields) == [
                ["2026-02-03", "Pat Sample", "hi", "", "Duke"],
                ["2026-02-04", "", "b", "", "Duke"],
                ["2026-02-05", "Kim Oh", "", "c", "Elon"],
            ])
        #expect(
            table.sheet.notes == [
                "The school of lines 2 to 4 is the name of their sheet: “Duke”",
                "The school of lines 5 to 5 is the name of their sheet: “Elon”",
            ])
    }

    /// A sheet without a column for coaches says enough with its name.
    @Test func theNameOfASheetSufficesForItsRows() throws {
        let table = try choose([
            "Duke": "Date,Notes\n2026-02-03,hi\n", "UNC": "Date,Notes\n2026-02-04,x\n",
        ])
        #expect(try rows(table).map(\.fields.last) == ["Duke", "UNC"])
    }

    @Test func valuesBehindTheColumnsStayTooMany() throws {
        let table = try choose([
            "Duke": "Date,Notes\n2026-02-03,hi, there\n", "UNC": "Date,Notes\n2026-02-04,x\n",
        ])
        var rest = table.csv
        var reader = try TableReader(.log, sheet: table.sheet) {
            defer { rest = [] }
            return rest
        }
        let columns = try reader.columns(mapped: [], values: [])
        let first = try #require(try reader.next())
        #expect(columns.excess(in: first) != nil)
        #expect(columns.excess(in: try #require(try reader.next())) == nil)
    }

    @Test func twoColumnsOfOneNameStayTwo() throws {
        let table = try choose([
            "Duke": "Date,Notes,Notes\n2026-02-03,a,b\n", "UNC": "Notes,Date\nx,2026-02-04\n",
        ])
        #expect(
            try rows(table).map(\.fields)
                == [["2026-02-03", "a", "b", "Duke"], ["2026-02-04", "x", "", "UNC"]])
    }

    @Test(arguments: [
        "Sheet1", "Log 2026", "2025", "All contacts", "Form Responses 1", "Jan", "D1", "Calls",
        "Coaches", "Copy of Log", "Fall 2025", "Emails & Texts",
    ])
    func ordinaryNamesAreNoSchools(name: String) throws {
        let text = "Date,Coach,Notes\n2026-02-03,Pat Sample,hi\n"
        let sheet = ReadSheet(name: name, others: ["x"])
        #expect(sheet.school(of: ["Date", "Coach", "Notes"], .log, mapped: []) == nil)
        let table = try choose([name: text, "Elon": text])
        #expect(table.sheet.schools == nil)
    }

    @Test(arguments: ["Allegheny", "Notre Dame", "Maryland", "Marist", "Texas A&M", "Mayville St."])
    func namesOfSchoolsThatBeginLikeOthers(name: String) {
        let sheet = ReadSheet(name: name, others: ["x"])
        #expect(sheet.school(of: ["Date", "Coach"], .log, mapped: []) == name)
    }

    @Test func aNamedSheetIsReadAlone() throws {
        let sheets: KeyValuePairs = [
            "Duke": "Date,Coach\n2026-02-03,Pat Sample\n",
            "Elon": "Date,Coach\n2026-02-04,Kim Oh\n",
        ]
        let table = try choose(sheets, sheet: "Elon")
        #expect(table.sheet.name == "Elon" && table.sheet.schools == nil)
        #expect(try rows(table).map(\.fields) == [["2026-02-04", "Kim Oh", "Elon"]])
    }

    @Test func aSheetWithSchoolsIsReadAlone() throws {
        let table = try choose([
            "Everything": "Date,School\n2026-02-03,Duke\n",
            "Elon": "Date,Coach\n2026-02-04,Kim Oh\n",
        ])
        #expect(table.sheet.name == "Everything" && table.sheet.schools == nil)
    }

    @Test func missingResultsOfFormulasKeepTheirPlaces() throws {
        let choice = SheetChoice(.log, .init())
        let table = try choice.table(nil) { (name) throws(ImportProblem) in
            name == "Elon"
                ? SheetTable(
                    sheet: ReadSheet(
                        name: "Elon", others: ["Duke"],
                        unworked: [.init(column: 0, row: 2), .init(column: 9, row: 2)]),
                    csv: Array("Notes,Date\n,2026-02-04\n".utf8))
                : SheetTable(
                    sheet: ReadSheet(name: "Duke", others: ["Elon"]),
                    csv: Array("Date,Notes\n2026-02-03,hi\n".utf8))
        }
        #expect(table.sheet.unworked == [UnworkedCell(column: 1, row: 3)])
    }

    @Test func fortySheetsAreTriedAndNoMore() throws {
        var tried: [String?] = []
        let names = (1...60).map { "Sheet\($0)" }
        let table = try SheetChoice(.log, .init()).table(nil) { (name) throws(ImportProblem) in
            tried.append(name)
            let own = name ?? names[0]
            return SheetTable(
                sheet: ReadSheet(name: own, others: names.filter { $0 != own }),
                csv: Array("x\n".utf8))
        }
        #expect(tried.count == ImportLimit.sheetsTriedMax && table.sheet.name == "Sheet1")
    }
}
