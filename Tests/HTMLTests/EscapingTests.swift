import HTML
import Support
import Testing

/// Scalars, because equal strings may differ in them.
func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

@Suite
struct EscapingTests {
    @Test(arguments: HostileText.known)
    func hostileTextStaysText(_ text: String) throws { try check([text]) }

    @Test
    func randomTextStaysText() throws {
        for seed in 1...500 {
            var numbers = SeededNumbers(seed: UInt64(seed))
            try check((0..<8).map { _ in HostileText.random(&numbers) })
        }
    }

    /// Writes each text everywhere that takes one, reads the page and compares.
    private func check(_ texts: [String]) throws {
        var html = HTMLWriter(capacity: 0)
        html.doctype()
        var expected: [MarkupToken] = [.doctype]
        func value(_ name: String, _ text: String) -> MarkupToken.Attribute {
            .init(name: name, value: HostileText.arriving(text))
        }
        func content(_ text: String) -> [MarkupToken] {
            text.isEmpty ? [] : [.text(HostileText.arriving(text))]
        }
        for text in texts {
            html(.div, .title(text), .ariaLabel(text), .class("x")) { html in
                html.text(text)
                html(.input, .value(text), .placeholder(text), .required())
                html(.b, text: text)
                html(.textarea, .name(text), text: text)
            }
            expected.append(
                .opening(
                    "div",
                    [value("title", text), value("aria-label", text), value("class", "x")]))
            expected += content(text)
            expected.append(
                .opening(
                    "input",
                    [
                        value("value", text), value("placeholder", text),
                        .init(name: "required", value: nil),
                    ]))
            expected.append(.opening("b", []))
            expected += content(text)
            expected += [.closing("b"), .opening("textarea", [value("name", text)])]
            // A browser drops the first line feed of a text area.
            expected.append(.text("\n" + HostileText.arriving(text)))
            expected += [.closing("textarea"), .closing("div")]
        }
        let tokens = try StrictMarkup.tokens(html.bytes)
        #expect(tokens == expected)
        // Equality of strings ignores how a character is composed; the written scalars must not.
        #expect(scalars("\(tokens)") == scalars("\(expected)"))
    }

    @Test
    func everyByteOfASCIIIsWrittenAsItIsOrEscaped() throws {
        let text = String(String.UnicodeScalarView((0...0x7f).compactMap(Unicode.Scalar.init)))
        var html = HTMLWriter()
        html(.p, .title(text), text: text)
        #expect(
            try StrictMarkup.tokens(html.bytes) == [
                .opening("p", [.init(name: "title", value: HostileText.arriving(text))]),
                .text(HostileText.arriving(text)), .closing("p"),
            ])
    }

    @Test(arguments: 0..<17)
    func aSpecialByteIsEscapedAtEachPlaceOfALongText(_ place: Int) throws {
        for scalar in (0...0x80).compactMap(Unicode.Scalar.init) {
            var text = String(repeating: "o", count: place)
            text.unicodeScalars.append(scalar)
            text += String(repeating: "o", count: 16 - place)
            var html = HTMLWriter()
            html(.p, text: text)
            #expect(
                try StrictMarkup.tokens(html.bytes) == [
                    .opening("p", []), .text(HostileText.arriving(text)), .closing("p"),
                ])
        }
    }

    @Test
    func aFragmentIsWrittenAsOftenAsItIsNeeded() {
        let star = HTMLFragment { $0(.span, .class("star"), text: "<") }
        var html = HTMLWriter()
        html(.p) { html in
            html(star)
            html(star)
        }
        let once = "<span class=\"star\">&lt;</span>"
        #expect(String(decoding: html.bytes, as: UTF8.self) == "<p>\(once)\(once)</p>")
    }
}
