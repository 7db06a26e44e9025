import Support
import Testing

@testable import HTML

@Suite
struct TemplateTests {
    private enum Texts: GapName { case id, name }
    private enum Parts: GapName { case badges }

    private static let template = HTMLTemplate<Texts, Parts> { html in
        html(.li, .id(gap: Texts.id), .class("row")) { html in
            html(.a, .href(below: WebAddress("coaches"), gap: Texts.id)) { $0.gap(Texts.name) }
            html.gap(Parts.badges)
        }
        html(.hr)
    }

    private func filled(id: String, name: String, badge: String? = nil) -> String {
        written { html in
            html(Self.template) { gap, text in
                switch gap {
                case .id: text(id)
                case .name: text(name)
                }
            } parts: { _, html in
                if let badge { html(.b, text: badge) }
            }
        }
    }

    @Test
    func gapsAreFilledWhereTheyStand() {
        #expect(
            filled(id: "7", name: "Kim", badge: "new")
                == "<li id=\"7\" class=\"row\"><a href=\"/coaches/7\">Kim</a><b>new</b></li><hr>")
        #expect(
            filled(id: "8", name: "")
                == "<li id=\"8\" class=\"row\"><a href=\"/coaches/8\"></a></li><hr>")
    }

    @Test(arguments: HostileText.known)
    func gapsTakeTextAsTheWriterDoes(text: String) {
        let expected = written { html in
            html(.li, .id(text), .class("row")) { html in
                html(.a, .href(WebAddress("coaches", "1"))) { $0.text(text) }
            }
            html(.hr)
        }
        let made = written { html in
            html(Self.template) { _, writer in
                writer(text)
            } parts: { _, _ in
            }
        }
        // The id of the address is the hostile text, too: it stays inside of its value.
        #expect(made.replacing("/coaches/" + escaped(text), with: "/coaches/1") == expected)
    }

    private func escaped(_ text: String) -> String { written { $0.text(text) } }

    @Test(arguments: HostileText.known)
    func textsInUTF8AreWrittenAsStringsAre(text: String) {
        let template = HTMLTemplate<Texts, Never> { $0(.title, gap: Texts.name) }
        let made = written { html in html(template) { $1(utf8: text.utf8Span.span) } }
        #expect(made == "<title>\(escaped(text))</title>")
    }

    @Test
    func literalsAndNumbersAreText() {
        let template = HTMLTemplate<Texts, Never> { $0(.title, gap: Texts.name) }
        let made = written { html in
            html(template) { _, text in
                text.literal("a < b: ")
                text.number(-12)
            }
        }
        #expect(made == "<title>a &lt; b: -12</title>")
    }

    @Test
    func aTextAreaTemplateKeepsTheFirstLineFeedOfItsText() {
        let template = HTMLTemplate<Texts, Never> { $0(.pre, gap: Texts.name) }
        let made = written { html in html(template) { _, text in text("\na") } }
        #expect(made == "<pre>\n\na</pre>")
    }
}

@Suite
struct FragmentCacheTests {
    private func write(_ key: Int, _ cache: FragmentCache<Int>, _ count: inout Int) -> String {
        var made = 0
        let text = written { html in
            html(cache, key) { html in
                made += 1
                html(.b, text: String(repeating: "\(key)", count: 93))
            }
        }
        count += made
        return text
    }

    @Test
    func aFragmentIsWrittenOnceForEachKey() {
        let cache = FragmentCache<Int>(bytesMax: 1_000)
        var made = 0
        let first = write(1, cache, &made)
        #expect(write(1, cache, &made) == first && made == 1)
        #expect(write(2, cache, &made) != first && made == 2)
    }

    /// Each fragment has 100 bytes.
    @Test(arguments: [(bytesMax: 300, kept: 300), (299, 100)])
    func aCacheThatIsFullForgetsAllButTheNewest(bytesMax: Int, kept: Int) {
        let cache = FragmentCache<Int>(bytesMax: bytesMax)
        var made = 0
        for key in 1...3 { _ = write(key, cache, &made) }
        #expect(cache.byteCount == kept && made == 3)
        _ = write(3, cache, &made)
        #expect(made == 3)
    }
}
