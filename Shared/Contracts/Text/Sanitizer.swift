/// Converts text that may contain HTML to plain text (decision D-13). Script and style elements are
/// removed with their content and tags of HTML elements are removed. Everything else stays as
/// typed, so that `John <john@x.edu>` and `5<6 and 7>2` survive. Output is still escaped where it
/// is displayed.
public enum Sanitizer {
    /// Returns the text without markup; nil if only white space remains. Takes time linear in the
    /// text's length.
    public static func plainText(_ text: String?) -> String? {
        guard let text else { return nil }
        guard text.utf8.contains(UInt8(ascii: "<")) else { return unlessBlank(text) }
        var reader = MarkupReader(Array(text.utf8))
        return unlessBlank(String(decoding: reader.withoutMarkup(), as: UTF8.self))
    }

    private static func unlessBlank(_ text: String) -> String? {
        text.allSatisfy(\.isWhitespace) ? nil : text
    }

    fileprivate static let rawTextElements: Set<String> = ["script", "style"]

    /// The elements of the HTML standard, including obsolete ones, and the roots of SVG and MathML.
    fileprivate static let elements: Set<String> = Set(
        """
        a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound \
        big blink blockquote body br button canvas caption center cite code col colgroup data \
        datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure \
        font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe \
        image img input ins isindex kbd keygen label legend li link listing main map mark \
        marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript \
        object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc \
        ruby s samp script search section select slot small source spacer span strike strong \
        style sub summary sup svg table tbody td template textarea tfoot th thead time title tr \
        track tt u ul var video wbr xmp
        """.split(separator: " ").map { String($0).trimmed })
}

/// Scans a text once and removes its markup.
struct MarkupReader {
    private var text: [UInt8]
    private var output: [UInt8] = []
    /// Whether quotes are respected when looking for the end of a tag. Set to false once quotes are
    /// unbalanced, since every further tag would search the whole text in vain.
    private var heedsQuotes = true
    /// The position of the last `>`; no tag ends after it.
    private let lastClosing: Int?
    /// The position of the last `=`; no attribute has a value after it.
    private let lastEquals: Int?
    /// The number of bytes examined, a measure of the work done.
    private(set) var steps = 0

    private static let nameBytesMax = 16
    private static let commentOpening = Array("<!--".utf8)

    init(_ text: [UInt8]) {
        self.text = text
        lastClosing = text.lastIndex(of: UInt8(ascii: ">"))
        lastEquals = text.lastIndex(of: UInt8(ascii: "="))
    }

    mutating func withoutMarkup() -> [UInt8] {
        output.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            steps += 1
            if text[at] == UInt8(ascii: "<"), let end = endOfMarkup(from: at) {
                at = end
                // The text before the markup may now begin a tag that continues after it, as in
                // `<scr<b>ipt>`, so that beginning is scanned again.
                let reach = output.suffix(MarkupReader.nameBytesMax + 2)
                if let start = reach.lastIndex(of: UInt8(ascii: "<")) {
                    let beginning = output[start...]
                    at = end - beginning.count
                    text.replaceSubrange(at..<end, with: beginning)
                    output.removeSubrange(start...)
                }
            } else {
                output.append(text[at])
                at += 1
            }
        }
        return output
    }

    /// Returns the position after the comment, tag or raw text element that begins at `start`.
    private mutating func endOfMarkup(from start: Int) -> Int? {
        if let end = endOfComment(from: start) {
            return end
        }
        guard let tag = tag(at: start) else { return nil }
        guard let end = endOfTag(from: tag.nameEnd) else {
            // An unterminated tag is kept as text: people write `a<b` and `<a lot`. If an `=`
            // follows, it was probably meant as a tag with attributes; its `<` is removed, which
            // makes it inert.
            guard let lastEquals, lastEquals > start else { return nil }
            return start + 1
        }
        guard !tag.isClosing, Sanitizer.rawTextElements.contains(tag.name) else { return end }
        return endOfElement(named: tag.name, from: end)
    }

    private struct Tag {
        let name: String
        let isClosing: Bool
        let nameEnd: Int
    }

    /// Returns the tag of a known element that begins with the `<` at `start`.
    private mutating func tag(at start: Int) -> Tag? {
        var at = start + 1
        let isClosing = at < text.count && text[at] == UInt8(ascii: "/")
        if isClosing {
            at += 1
        }
        let nameStart = at
        while at < text.count, isNameByte(text[at]), at - nameStart < MarkupReader.nameBytesMax {
            at += 1
        }
        steps += at - start
        let name = String(decoding: text[nameStart..<at], as: UTF8.self).lowercased()
        guard Sanitizer.elements.contains(name) else { return nil }
        if at < text.count {
            switch text[at] {
            case UInt8(ascii: ">"), UInt8(ascii: "/"), 0x09, 0x0A, 0x0C, 0x0D, 0x20: break
            default: return nil
            }
        }
        return Tag(name: name, isClosing: isClosing, nameEnd: at)
    }

    /// Returns the position after the `>` that ends a tag, which is not inside quotes; nil if there
    /// is none.
    private mutating func endOfTag(from start: Int) -> Int? {
        guard let lastClosing, lastClosing >= start else { return nil }
        if heedsQuotes {
            var quote: UInt8?
            for at in start..<text.count {
                steps += 1
                let byte = text[at]
                if let open = quote {
                    if byte == open {
                        quote = nil
                    }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    return at + 1
                }
            }
            heedsQuotes = false
        }
        // Without a closing `>` outside quotes, the first one anywhere ends the tag.
        guard let closing = text[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        steps += closing - start
        return closing + 1
    }

    /// Returns the position after the closing tag of a raw text element, or the end of the text.
    private mutating func endOfElement(named name: String, from start: Int) -> Int {
        var at = start
        while at < text.count {
            steps += 1
            if text[at] == UInt8(ascii: "<"), let tag = tag(at: at), tag.isClosing,
                tag.name == name
            {
                return endOfTag(from: tag.nameEnd) ?? text.count
            }
            at += 1
        }
        return text.count
    }

    private mutating func endOfComment(from start: Int) -> Int? {
        let opening = MarkupReader.commentOpening
        guard text[start...].starts(with: opening) else { return nil }
        var at = start + opening.count
        while at + 2 < text.count {
            steps += 1
            if text[at] == UInt8(ascii: "-"), text[at + 1] == UInt8(ascii: "-"),
                text[at + 2] == UInt8(ascii: ">")
            {
                return at + 3
            }
            at += 1
        }
        return text.count
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            false
        }
    }
}
