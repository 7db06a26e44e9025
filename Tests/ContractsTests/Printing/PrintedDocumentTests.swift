import Contracts
import Testing

@Suite struct PrintedDocumentTests {
    private func document() -> PrintedDocument {
        var document = PrintedDocument(title: "T", createdAt: Instant(milliseconds: 0))
        document.tables = [
            .init("Metrics", columns: [.init("A", share: 1)], rows: [["x"]], emptyText: "")
        ]
        return document
    }

    private func read(_ document: PrintedDocument) throws -> PrintedDocument {
        try PrintedDocument(json: JSONCoding.encode(document))
    }

    private func expectRefused(
        _ field: String, _ change: (inout PrintedDocument) -> Void
    ) throws {
        var changed = document()
        change(&changed)
        let error = try #require(throws: ServiceError.self) { try read(changed) }
        #expect(error.code == .validationFailed)
        #expect(error.errors[field] != nil, "\(error)")
    }

    @Test func aDocumentReadsBack() throws {
        #expect(try read(document()) == document())
    }

    @Test func limitsAreTakenAndOneMoreIsRefused() throws {
        var most = document()
        most.subtitle = String(repeating: "é", count: PrintLimit.textMax)
        most.facts = Array(repeating: .init("a", "b"), count: PrintLimit.factsMax)
        let columns = Array(
            repeating: PrintedDocument.Column(
                "A", share: PrintLimit.share.upperBound, linesMax: PrintLimit.lines.upperBound),
            count: PrintLimit.columns.upperBound)
        most.tables = Array(
            repeating: .init("M", columns: columns, rows: [], emptyText: ""),
            count: PrintLimit.tablesMax)
        #expect(try read(most) == most)
        var long = document()
        long.tables[0].rows = Array(repeating: ["x"], count: PrintLimit.rowsMax)
        #expect(try read(long).tables[0].rows.count == PrintLimit.rowsMax)

        try expectRefused("title") { $0.title = "" }
        try expectRefused("title") {
            $0.footer = String(repeating: "é", count: PrintLimit.textMax + 1)
        }
        try expectRefused("facts") { $0.facts = most.facts + [.init("a", "b")] }
        try expectRefused("tables") { $0.tables = most.tables + most.tables.prefix(1) }
        try expectRefused("tables") { $0.tables[0].rows = long.tables[0].rows + [["x"]] }
        try expectRefused("tables.columns") { $0.tables[0].columns = [] }
        try expectRefused("tables.columns") { $0.tables[0].columns = columns + columns.prefix(1) }
        for share in [0, PrintLimit.share.upperBound + 1] {
            try expectRefused("tables.columns.share") { $0.tables[0].columns[0].share = share }
        }
        for lines in [0, PrintLimit.lines.upperBound + 1] {
            try expectRefused("tables.columns.lines_max") {
                $0.tables[0].columns[0].linesMax = lines
            }
        }
        try expectRefused("tables.rows") { $0.tables[0].rows = [["x", "y"]] }
    }

    @Test(arguments: ["", "[]", "{\"title\":1}", "{\"a\":1,\"a\":2}", "nonsense", "\u{0}"])
    func whatIsNoDocumentIsRefused(text: String) throws {
        let error = try #require(throws: ServiceError.self) {
            try PrintedDocument(json: Array(text.utf8))
        }
        #expect(error.code == .validationFailed)
    }

    @Test func whatIsTooLongIsNotEvenRead() throws {
        let long = [UInt8](repeating: 0x20, count: PrintLimit.bytesMax + 1)
        let error = try #require(throws: ServiceError.self) { try PrintedDocument(json: long) }
        #expect(error.code == .tooLarge)
    }
}
