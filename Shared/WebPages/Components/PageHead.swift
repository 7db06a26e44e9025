import Contracts
import HTML

/// A link back to the list from which a page was opened.
struct BackLink: Sendable {
    let text: String
    let address: WebAddress
}

extension HTMLWriter {
    /// Writes a page below a section, with the way back to the section's first page or to the
    /// address. The title of the window says if something was refused.
    mutating func subpage(
        _ title: String, isRefused: Bool = false, in section: Section, back: WebAddress? = nil,
        _ context: PageContext, face: String? = nil,
        below: (inout HTMLWriter) -> Void = { _ in },
        actions: ((inout HTMLWriter) -> Void)? = nil, content: (inout HTMLWriter) -> Void
    ) {
        page(isRefused ? "Error: \(title)" : title, in: section, context) { html in
            let back = BackLink(
                text: "Back to \(section.label)", address: back ?? section.address)
            html.pageHead(title, back: back, face: face, below: below, actions: actions)
            content(&html)
        }
    }

    /// Writes the head of a page with one line below the title.
    mutating func pageHead(
        _ title: String, back: BackLink? = nil, subtitle: String,
        actions: ((inout HTMLWriter) -> Void)? = nil
    ) {
        pageHead(
            title, back: back, below: { $0(.p, .class("sub"), text: subtitle) }, actions: actions)
    }

    /// Writes the head of a page: the way back, the title, what is below it, and the actions.
    mutating func pageHead(
        _ title: String, back: BackLink? = nil, face: String? = nil,
        below: (inout HTMLWriter) -> Void = { _ in },
        actions: ((inout HTMLWriter) -> Void)? = nil
    ) {
        self(.div, .class("head")) { html in
            html(.div) { html in
                if let back {
                    html(.a, .class("back"), .href(back.address)) { html in
                        html.icon(.left)
                        html.text(back.text)
                    }
                }
                if let face {
                    html(.div, .class("person")) { html in
                        html.face(of: face, size: .large)
                        html(.div) { html in
                            html(.h1, .dir(.auto), text: title)
                            below(&html)
                        }
                    }
                } else {
                    html(.h1, .dir(.auto), text: title)
                    below(&html)
                }
            }
            if let actions { html(.div, .class("acts"), content: actions) }
        }
    }

    /// Writes a part of a page with its heading.
    mutating func sheet(_ heading: String, content: (inout HTMLWriter) -> Void) {
        self(.section, .class("sheet")) { html in
            html(.h2, text: heading)
            content(&html)
        }
    }

    /// Writes a list with a row for each item.
    mutating func rows<Item>(
        _ items: some Sequence<Item>, row: (Item, inout HTMLWriter) -> Void
    ) {
        self(.ul, .class("mini")) { html in
            for item in items { html(.li) { row(item, &$0) } }
        }
    }

    /// Writes the command that shows the same in a terminal.
    mutating func command(_ line: String) {
        self(.div, .class("command")) { html in
            html(.code, .dataAction("copy"), text: line)
            html.icon(.prompt)
        }
    }
}

extension HTMLWriter {
    /// Writes the way to what happened to a record.
    mutating func historyLink(of record: String, _ context: PageContext) {
        smallLink("What happened to it", to: Place.history(of: record), context)
    }

    /// Writes the link from a list to the records in it that are probably one.
    mutating func duplicatesLink(_ section: Section, _ context: PageContext) {
        smallLink(DuplicateText.title, to: Place.duplicates(in: section), context)
    }

    /// Writes a link in small print, if it leads somewhere.
    private mutating func smallLink(
        _ text: String, to address: WebAddress, _ context: PageContext
    ) {
        guard context.serves(address) else { return }
        self(.p, .class("small")) { $0(.a, .class("reach screen"), .href(address), text: text) }
    }
}

/// A command line as a person would type it.
enum CommandLine {
    /// Joins words, with quotation marks around those that a shell would not keep whole.
    static func text(_ words: [String]) -> String {
        (["compass"] + words).map(quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./:@%+=,".utf8.contains(byte)
        }
    }
}
