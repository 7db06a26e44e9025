import Support
import Testing

@testable import Contracts

// D-13 and X-27: both fields are plain text; tags of HTML elements go, other text stays as typed.
@Suite struct SanitizerTests {
    @Test(arguments: [
        "John <john@x.edu>", "5<6 and 7>2", "a < b > c", "<3", "<-- see above", "x<=y", "<>",
        "Tom & Jerry &amp; &lt;b&gt;", "a\n\n  b\t<\n c", "<Coach Smith>", "<b_old>", "<a-b>",
        "<https://x.edu>", "</3", "<é>", "<1>", "if (a<bb) {}", "👍 <👎", "\u{202E}<", "<", "<!",
        "<!-", "<?xml?>", "<![CDATA[x]]>",
    ])
    func textWithoutMarkupStaysAsTyped(text: String) {
        #expect(Sanitizer.plainText(text) == text)
    }

    @Test(arguments: [
        ("<b>Hi</b>", "Hi"), ("<B>Hi</B >", "Hi"), ("a<br>b<br/>c<br />d", "abcd"),
        ("<script>alert(1)</script>x", "x"), ("x<SCRIPT SRC=//e></SCRIPT>y", "xy"),
        ("a<style>b{}</style>c", "ac"), ("<script>a</style>b</script>c", "c"),
        ("<script>a</script >b", "b"), ("<script>a</script x=\">\">b", "b"),
        ("<img src=x onerror=alert(1)>", nil),
        ("<img src=x onerror=alert(1)//", "img src=x onerror=alert(1)//"),
        ("<svg/onload=alert(1)>", nil), ("<svg><script>1</script></svg>", nil),
        ("<math><mtext>a", "<mtext>a"), ("<a href=\"javascript:alert(1)\">go</a>", "go"),
        ("<a\nhref='x'\n>go</a\n>", "go"), ("<a title=\"a>b\">go</a>", "go"),
        ("<iframe src=//e></iframe>ok", "ok"), ("<body onload=x>ok", "ok"),
        ("<scr<b>ipt>alert(1)</script>x", "x"), ("<scr<script>1</script>ipt>2</script>x", "x"),
        ("<<b>script>1</script>x", "x"), ("<s<!-- -->cript>1</script>x", "x"),
        ("<<<b>b>b>x", "x"), ("</<b>script>x", "x"), ("a<!-- b -->c", "ac"),
        ("a<!-- b", "a"), ("a<!-<b>- b -->c", "ac"), ("a<script>b", "a"), ("a<b", "a<b"),
        ("a<b c", "a<b c"), ("<input autofocus onfocus=alert(1)>", nil),
        ("<form><button formaction=javascript:x>y", "y"), ("<meta http-equiv=refresh>", nil),
        ("<object data=x></object><embed src=x>", nil), ("<image src=x onerror=x>", nil),
        ("<details open ontoggle=alert(1)>d", "d"), ("<marquee onstart=x>m</marquee>", "m"),
        ("<video><source onerror=x></video>", nil), ("<b title=\"x>y", "y"),
        ("<template><b>x</b></template>", "x"), ("<xmp><b>x</xmp>", "x"), ("<b></b>", nil),
        ("<p>a</p>\n<p>b</p>", "a\nb"), ("5<6 <i>and</i> 7>2", "5<6 and 7>2"),
        ("  \n\t", nil), ("<b> </b>", nil), ("\u{A0}", nil), (" a ", " a "),
        ("<script\u{0B}>x", "<script\u{0B}>x"), ("<b\u{0C}>x", "x"),
    ])
    func markupGoes(text: String, remains: String?) {
        #expect(Sanitizer.plainText(text) == remains)
    }

    @Test func tagWithoutItsEndKeepsItsWords() {
        #expect(Sanitizer.plainText("x <a lot of money") == "x <a lot of money")
        #expect(
            Sanitizer.plainText("<img src=x onerror=alert(1)//") == "img src=x onerror=alert(1)//")
        #expect(Sanitizer.plainText("<b>5 <b 6") == "5 <b 6")
    }

    @Test(arguments: [nil, ""])
    func nothingStaysNothing(text: String?) {
        #expect(Sanitizer.plainText(text) == nil)
    }

    private static let tokens = [
        "<", ">", "</", "scr", "ipt", "script", "style", "b", "a", " ", "\"", "'", "/", "!--", "--",
        "-", "onerror=x", "<b>", "<!-", "<script>", "</script>", "john@x.edu", "é", "=", "\n",
        "<a ",
        "svg", "img", "!",
    ]

    private static func text(using generator: inout SeededNumbers) -> String {
        (0..<Int.random(in: 1...16, using: &generator)).map { _ in
            tokens.randomElement(using: &generator) ?? ""
        }.joined()
    }

    @Test func whatRemainsHasNoMarkupLeft() {
        var generator = SeededNumbers(seed: 9)
        for _ in 0..<20_000 {
            let text = Self.text(using: &generator)
            let once = Sanitizer.plainText(text)
            #expect(Sanitizer.plainText(once) == once, "\(text)")
        }
    }

    @Test func whatRemainsIsASubsequenceOfTheText() {
        var generator = SeededNumbers(seed: 10)
        for _ in 0..<5_000 {
            let text = Self.text(using: &generator)
            var rest = Array(text.utf8)[...]
            for byte in (Sanitizer.plainText(text) ?? "").utf8 {
                guard let at = rest.firstIndex(of: byte) else {
                    Issue.record("\(text) gained bytes")
                    return
                }
                rest = rest[(at + 1)...]
            }
        }
    }

    @Test(arguments: [
        "<", "<a ", "<a \">\"", "<a '\">", "<script>", "<script><a ", "<!-", "<!--", "<b>",
        "<abcdefghijklmno<b>", "<x<b>", "</", "<a \"", "<style></style", "<b <b <b>", "<scr<b>ipt>",
    ])
    func workGrowsWithTheLength(unit: String) {
        func steps(_ count: Int) -> Int {
            var reader = MarkupReader(Array(String(repeating: unit, count: count).utf8))
            _ = reader.withoutMarkup()
            return reader.steps
        }
        let bytesRead = steps(4_000)
        #expect(bytesRead <= 2 * steps(2_000) + 100)
        #expect(bytesRead <= 40 * 4_000 * unit.utf8.count)
    }

    @Test func workGrowsWithTheLengthInsideOneScript() {
        func steps(_ count: Int) -> Int {
            let text = "<script>" + String(repeating: "<a ", count: count) + ">"
            var reader = MarkupReader(Array(text.utf8))
            _ = reader.withoutMarkup()
            return reader.steps
        }
        #expect(steps(4_000) <= 2 * steps(2_000) + 100)
    }
}
