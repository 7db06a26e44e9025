import Contracts
import Foundation
import Pages
import Testing

@testable import PDF

@Suite struct PrinterTests {
    private func document(
        rows: Int, title: String = "Prospect Camp", notes: String = ""
    ) -> PrintedDocument {
        var document = PrintedDocument(
            title: title, subtitle: "Camp · Apr 15, 2026", author: "Sam Rivera", subject: "Metrics",
            footer: "Sam Rivera", createdAt: Instant(milliseconds: 1_776_000_000_123))
        document.facts = [.init("School", "Łódź State"), .init("Place", "Raleigh, NC")]
        document.tables = [
            .init(
                "Metrics",
                columns: [
                    .init("Date", share: 2), .init("Value", share: 1, isNumeric: true),
                    .init("Notes", share: 4, linesMax: 3),
                ], rows: (0..<rows).map { ["Apr 15, 2026", "\($0)", notes] },
                emptyText: "No metrics recorded")
        ]
        return document
    }

    /// How many page objects a PDF has.
    private func pages(_ bytes: [UInt8]) -> Int {
        String(decoding: bytes, as: UTF8.self).components(separatedBy: "/Type /Page %").count - 1
    }

    @Test(arguments: [(0, 1...1), (1, 1...1), (20, 1...1), (100, 3...4)])
    func rowsFlowOverPages(rows: Int, count: ClosedRange<Int>) throws {
        #expect(count.contains(pages(try Printer(document(rows: rows)).print())))
    }

    @Test func equalDocumentsMakeEqualFiles() throws {
        let first = try Printer(document(rows: 12)).print()
        #expect(try Printer(document(rows: 12)).print() == first)
    }

    @Test(arguments: PrintedDocument.Sheet.allCases)
    func everySheetIsPrinted(sheet: PrintedDocument.Sheet) throws {
        var document = document(rows: 3)
        document.sheet = sheet
        let text = String(decoding: try Printer(document).print(), as: UTF8.self)
        #expect(text.contains(sheet == .letter ? "[ 0 0 612 792 ]" : "[ 0 0 595.28"))
    }

    /// Uncut, the notes of a row alone would take a page.
    @Test func longTextsAreCut() throws {
        let endless = String(repeating: "endless ", count: 1_000)
        var document = document(rows: 5, title: endless, notes: endless)
        document.facts = Array(repeating: .init(endless, endless), count: PrintLimit.factsMax)
        document.footer = endless
        #expect((2...3).contains(pages(try Printer(document).print())))
    }

    @Test func charactersWithoutAFontAreToldOf() throws {
        let printer = Printer(document(rows: 1, notes: "a\u{10ffff}b\n\u{7}"))
        #expect(printer.missing == ["\u{10ffff}"])
        #expect(printer.document.tables[0].rows[0][2] == "a\u{fffd}b \u{fffd}")
        #expect(printer.notes.count == 1)
        #expect(printer.notes[0].hasPrefix("No font here has U+10FFFF: shown as \u{fffd}."))
        #expect(Printer(document(rows: 1)).notes.isEmpty)
        _ = try printer.print()
    }
}
