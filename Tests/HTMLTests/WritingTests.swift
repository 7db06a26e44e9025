import HTML
import Support
import Testing

/// The text of a page.
func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var html = HTMLWriter(capacity: 0)
    write(&html)
    return String(decoding: html.bytes, as: UTF8.self)
}

@Suite
struct WritingTests {
    @Test
    func contentIsWrittenBetweenTheTags() {
        #expect(
            written { html in
                html(.ul, .class("rows")) { html in
                    for name in ["a", "b"] { html(.li, text: name) }
                }
            } == "<ul class=\"rows\"><li>a</li><li>b</li></ul>")
    }

    @Test
    func absentAttributesAreLeftOut() {
        #expect(
            written {
                $0(
                    .input, .type(.checkbox), .id(nil), .maxlength(nil), .ariaCurrent(nil),
                    // The attribute `disabled`.
                    .ariaInvalid(nil), .checked(false), .disabled(true))
            } == "<input type=\"checkbox\" disabled>")
    }

    @Test
    func textAreasAndPreformattedTextKeepTheirFirstLineFeed() {
        #expect(written { $0(.textarea, text: "\na") } == "<textarea>\n\na</textarea>")
        #expect(written { $0(.pre, text: "a") } == "<pre>\na</pre>")
        #expect(written { $0(.option, text: "\na") } == "<option>\na</option>")
    }

    @Test
    func aScriptHasAnAddressAndNoContent() {
        #expect(
            written {
                $0(.script, .src(WebAddress("compass.js")), .scriptType(.module), .defer())
            } == "<script src=\"/compass.js\" type=\"module\" defer></script>")
    }

    @Test(arguments: [
        (0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (-0.001, "0"), (2.999, "3"), (0.05, "0.05"),
        (100, "100"), (Double.nan, "0"), (.infinity, "0"), (1e300, "1000000000"),
        (-1e300, "-1000000000"), (Double.leastNonzeroMagnitude, "0"),
    ])
    func decimalNumbersHaveUpToTwoPlaces(_ number: Double, _ text: String) {
        #expect(written { $0(.rect, .x(number)) } == "<rect x=\"\(text)\"/>")
    }

    @Test(arguments: [0, 9, 10, -1, 123_456_789, Int.max, Int.min])
    func wholeNumbersAreWrittenInFull(_ number: Int) {
        #expect(written { $0.number(number) } == "\(number)")
        #expect(written { $0(.input, .maxlength(number)) } == "<input maxlength=\"\(number)\">")
    }

    struct Failure: Error, Equatable {}

    @Test
    func anErrorLeavesThePageWellFormed() throws {
        var html = HTMLWriter()
        #expect(throws: Failure()) {
            try html(.div) { html throws(Failure) in
                html(.p, text: "before")
                try html(.p) { _ throws(Failure) in throw Failure() }
            }
        }
        #expect(try StrictMarkup.tokens(html.bytes).last == .closing("div"))
    }

    /// The buffer starts with next to no room and doubles some twenty times.
    @Test
    func aPageGrowsWithoutLosingAByte() {
        var html = HTMLWriter(capacity: 0)
        let rows = 200_000
        for row in 0..<rows { html(.li, .tabindex(row), text: "row") }
        let bytes = html.bytes
        #expect(bytes.count == html.count)
        var expected: [UInt8] = []
        for row in 0..<rows { expected += Array("<li tabindex=\"\(row)\">row</li>".utf8) }
        #expect(bytes == expected)
    }

    @Test
    func aTextLongerThanTheRoomIsWrittenWhole() {
        let text = String(repeating: "a<b", count: 1_000_000)
        let page = written { $0.text(text) }
        #expect(page == String(repeating: "a&lt;b", count: 1_000_000))
    }
}
