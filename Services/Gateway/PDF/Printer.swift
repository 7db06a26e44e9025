import CommandKit
import Contracts
import Pages

/// Sets a document. The first pass counts the pages, the second one draws them with their numbers.
struct Printer {
    /// What stands for a character that no font here has.
    static let replacement: Character = "\u{fffd}"
    /// Characters that a note names at most.
    static let namedMax = 12

    /// The document as it is set.
    let document: PrintedDocument
    /// Characters of the document that no font here has.
    let missing: [Character]

    /// Prepares a document: control characters and line ends go, and so does what cannot be shown.
    init(_ document: PrintedDocument) {
        let plain = document.mapped { VisibleText.line($0) }
        let missing = Fonts.missing(in: plain.texts, on: Printer.sheet(of: plain))
        self.missing = missing
        guard !missing.isEmpty else {
            self.document = plain
            return
        }
        let gone = Set(missing)
        self.document = plain.mapped { text in
            String(text.map { gone.contains($0) ? Printer.replacement : $0 })
        }
    }

    /// What people must be told.
    var notes: [String] {
        guard !missing.isEmpty else { return [] }
        let named = missing.prefix(Self.namedMax).map { character in
            let codes = character.unicodeScalars.map { scalar in
                "U+" + String(scalar.value, radix: 16, uppercase: true)
            }
            return codes.joined(separator: " ")
        }
        let rest = missing.count > named.count ? " and \(missing.count - named.count) more" : ""
        return [
            "No font here has \(named.joined(separator: ", "))\(rest): shown as "
                + "\(Self.replacement). Install a font that has them, such as fonts-noto."
        ]
    }

    /// The document as PDF.
    func print() throws(PageError) -> [UInt8] {
        let draft = Self.sheet(of: document)
        try Fonts.check(on: draft)
        let count = PageFlow(document, on: draft, pageCount: nil).run()
        let paper = Self.sheet(of: document)
        _ = PageFlow(document, on: paper, pageCount: count).run()
        return try paper.finish()
    }

    private static func sheet(of document: PrintedDocument) -> Paper {
        let size = PageStyle.size(of: document.sheet)
        let created = document.createdAt.text.prefix { $0 != "." && $0 != "Z" } + "Z"
        return Paper(
            width: size.width, height: size.height,
            Paper.Particulars(
                title: document.title, author: document.author, subject: document.subject,
                createdAt: String(created)))
    }
}

extension PrintedDocument {
    /// Every text that is set or told.
    var texts: [String] {
        [title, subtitle, author, subject, footer] + facts.flatMap { [$0.label, $0.value] }
            + tables.flatMap { table in
                [table.title, table.emptyText] + table.columns.map(\.title)
                    + table.rows.flatMap { $0 }
            }
    }

    /// The document with each of its texts changed.
    func mapped(_ change: (String) -> String) -> PrintedDocument {
        var copy = PrintedDocument(
            sheet: sheet, title: change(title), subtitle: change(subtitle),
            author: change(author), subject: change(subject), footer: change(footer),
            createdAt: createdAt)
        copy.facts = facts.map { Fact(change($0.label), change($0.value)) }
        copy.tables = tables.map { table in
            var table = table
            table.title = change(table.title)
            table.emptyText = change(table.emptyText)
            for index in table.columns.indices {
                table.columns[index].title = change(table.columns[index].title)
            }
            table.rows = table.rows.map { $0.map(change) }
            return table
        }
        return copy
    }
}
