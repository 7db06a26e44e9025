import CommandKit
import Contracts
import Pages

/// Typesets a document in two passes: the first counts the pages, the second draws them with page
/// numbers.
struct Printer {
    /// Replaces a character that no installed font has.
    static let replacement: Character = "\u{fffd}"
    /// The most characters listed in a note.
    static let namedMax = 12

    /// The document after preparation.
    let document: PrintedDocument
    /// The characters that no installed font has.
    let missing: [Character]

    /// Prepares a document: removes control characters and line breaks, and replaces characters
    /// that no font has.
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

    /// Notes for the user.
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

    /// Returns the document as PDF.
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
    /// Every text that is printed or stored as metadata.
    var texts: [String] {
        var texts = [title, subtitle, author, subject, footer]
        for fact in facts { texts += [fact.label, fact.value] }
        for table in tables {
            texts += [table.title, table.emptyText]
            texts += table.columns.map(\.title)
            texts += table.rows.joined()
        }
        return texts
    }

    /// The document with each text transformed.
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
