import HTML
import Testing

@Suite
struct WebAddressTests {
    @Test(arguments: [
        (WebAddress(), "/"),
        (WebAddress("interactions"), "/interactions"),
        (WebAddress("coaches", "a/b c?d#e"), "/coaches/a%2Fb%20c%3Fd%23e"),
        (WebAddress("a", "é😀"), "/a/%C3%A9%F0%9F%98%80"),
        (WebAddress("a", fragment: "x y"), "/a#x%20y"),
        (WebAddress(fragment: "main"), "#main"),
        (
            WebAddress("list", query: [.init("search", "a&b=c"), .init("since", "30d")]),
            "/list?search=a%26b%3Dc&since=30d"
        ),
    ])
    func aPlaceInThisSiteIsEncoded(_ address: WebAddress, _ text: String) {
        #expect(address.text == text)
    }

    @Test(arguments: ["a", "0193-a_b.c~", "a/b c?d#e", "é😀", "", ".", "..", "...", "%"])
    func aPlaceBelowAnotherIsTheSameAddress(_ segment: String) {
        #expect(WebAddress("list").appending(segment) == WebAddress("list", segment))
    }

    /// Browsers read `//host` as another site and remove `.` and `..`, even encoded.
    @Test(arguments: ["", ".", ".."])
    func aSegmentThatLeadsElsewhereIsReplaced(_ segment: String) {
        #expect(WebAddress(segment, "evil.example").text == "/~/evil.example")
    }

    @Test(arguments: HostileText.known)
    func hostileTextStaysInItsSegment(_ text: String) {
        let address = WebAddress("a", text, query: [.init("q", text)])
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%"
        let parts = address.text.split(separator: "?", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        #expect(segments.count == 3 && segments[0].isEmpty && segments[1] == "a")
        #expect(!segments[2].isEmpty && segments[2].allSatisfy(plain.contains))
        #expect(parts[1].hasPrefix("q=") && parts[1].dropFirst(2).allSatisfy(plain.contains))
    }

    @Test(arguments: [
        "https://duke.example", "http://duke.example:8080/a?b=c#d", "HTTPS://Duke.example/",
        "https://münchen.example/straße", "https://twitter.com/coach_a",
        "mailto:coach@duke.example", "mailto:a@b.example?subject=Hi%20there",
        "tel:+1-404-555-0181", "sms:4045550181?body=Hello",
    ])
    func safeAddressesOutsideAreTaken(_ text: String) {
        #expect(WebAddress(outside: text)?.text == text)
    }

    @Test(arguments: [
        "", "duke.example", "//duke.example", "/path", "javascript:alert(1)", "JavaScript:alert(1)",
        " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,<script>", "vbscript:x",
        "blob:https://a.example/x", "file:///etc/passwd", "ftp://a.example", "https:", "https://",
        "https:/a.example", "https:a.example", "https:///a", "https://?x", "https://.a.example",
        "https://-a", "https://user@a.example", "https://a.example@evil.example",
        "https://a.example:123456", "https://a.example:x", "https://a b.example",
        "https://a.example/\"onclick", "https://a.example/<b>", "https:\\\\a.example",
        "https://a.example/\u{202e}gpj", "https://a.example\u{0}", "https://a.example/\u{200b}",
        "mailto:", "mailto:@b", "mailto:a@", "mailto:a", "tel:", "tel:abc", "tel:javascript:1",
        "sms:é1",
    ])
    func everythingElseIsRefused(_ text: String) {
        #expect(WebAddress(outside: text) == nil)
    }

    /// Expects that addresses that begin like this are taken up to their limit, and none longer.
    private func expectLimit(_ head: String, _ address: (String) -> WebAddress?) {
        let rest = WebAddress.outsideBytesMax - head.utf8.count
        #expect(address(head + String(repeating: "a", count: rest)) != nil)
        #expect(address(head + String(repeating: "a", count: rest + 1)) == nil)
    }

    @Test
    func anAddressOutsideHasALimit() {
        expectLimit("https://a.example/") { WebAddress(outside: $0) }
    }

    @Test
    func onlyAnAuthenticatorsAddressIsTakenForOne() {
        let link = "otpauth://totp/A:b%40c.example?secret=MZXW&issuer=A"
        #expect(WebAddress(authenticator: link)?.text == link)
        #expect(WebAddress(outside: link) == nil)
        for wrong in [
            "", "otpauth://hotp/A?secret=M", "https://a.example", "javascript:otpauth://totp/",
            "otpauth://totp/A b", "otpauth://totp/é", "otpauth://totp/\n",
        ] {
            #expect(WebAddress(authenticator: wrong) == nil)
        }
        expectLimit("otpauth://totp/") { WebAddress(authenticator: $0) }
    }

    @Test
    func anAddressIsEscapedInItsAttribute() {
        let address = WebAddress("list", query: [.init("a", "1"), .init("b", "\"")])
        #expect(
            written { $0(.a, .href(address), text: "x") }
                == "<a href=\"/list?a=1&amp;b=%22\">x</a>")
    }
}
