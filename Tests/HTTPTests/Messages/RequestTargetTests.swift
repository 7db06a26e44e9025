import Testing

@testable import HTTP

struct RequestTargetTests {
    @Test func decodesPathAndQueryOnce() throws {
        let target = try RequestTarget("/coaches/J%C3%BCrgen%20%2525/x?a=1&b=%2526+c&a=2&flag&=x")
        #expect(target.segments == ["coaches", "Jürgen %25", "x"])
        #expect(target.path == "/coaches/Jürgen %25/x")
        #expect(target.query.values("a") == ["1", "2"])
        #expect(target.query["b"] == "%26 c" && target.query["flag"] == "")
        #expect(target.rawQuery == "a=1&b=%2526+c&a=2&flag&=x")
    }

    @Test func readsTheRootAndTrailingSlashes() throws {
        #expect(try RequestTarget("/").segments.isEmpty)
        #expect(try !RequestTarget("/").hasTrailingSlash)
        #expect(try RequestTarget("/?a").path == "/")
        let target = try RequestTarget("/a/b/")
        #expect(target.segments == ["a", "b"] && target.hasTrailingSlash && target.path == "/a/b/")
    }

    @Test(
        "S61: addresses that can be read in two ways are refused",
        arguments: [
            "", "a", "*", "//", "//evil.test", "/a//b", "/a//", "/.", "/..", "/a/./b", "/a/../b",
            "/%2e%2e/b", "/%2E", "/a%2Fb", "/a%2fb", "/a%5Cb", "/a\\b", "/a%00b", "/a%0Ab", "/a%7F",
            "/a%", "/a%2", "/a%zz", "/a%C3", "/a%C0%AF", "/a%ED%A0%80", "/a b", "/a#b", "/ü",
            "/a\u{1}",
            "/?a=%", "/?a=%00", "/?%C3=1",
        ])
    func refused(_ raw: String) {
        #expect(throws: HTTPFailure.self) { try RequestTarget(raw) }
    }

    @Test func hasLimits() throws {
        let path = "/" + String(repeating: "a", count: RequestTarget.bytesMax - 1)
        #expect(try RequestTarget(path).segments.count == 1)
        #expect(throws: HTTPFailure(.uriTooLong, "The address is too long.")) {
            try RequestTarget(path + "a")
        }
        let deep = String(repeating: "/a", count: RequestTarget.segmentsMax)
        #expect(try RequestTarget(deep).segments.count == RequestTarget.segmentsMax)
        #expect(throws: HTTPFailure.self) { try RequestTarget(deep + "/a") }
        let items = (0..<FormItems.countMax).map { "a=\($0)" }.joined(separator: "&")
        #expect(try RequestTarget("/?\(items)").query.all.count == FormItems.countMax)
        #expect(throws: HTTPFailure.self) { try RequestTarget("/?\(items)&a") }
    }

    @Test func redirectsOnlyToThisServer() {
        for location in ["/", "/a", "/a?b=//c", "/a//b"] {
            #expect(HTTPResponse.redirect(to: location).headers["Location"] == location)
        }
        for location in [
            "", "a", "//evil.test", "/\\evil.test", "https://evil.test", "/a b", "/a\r\nb",
        ] {
            #expect(HTTPResponse.redirect(to: location).status == .internalServerError)
        }
    }

    @Test func percentEncodingRoundTrips() throws {
        for text in ["", "a/b c", "ü%&=+#?", "\u{1F3C0}", "~._-"] {
            let items = FormItems([.init(text, text)])
            #expect(try FormItems(query: items.encoded) == items)
            #expect(try FormItems(form: Array(items.encoded.utf8)) == items)
        }
    }

    @Test func formsAreStrict() throws {
        let form = try FormItems(form: Array("note=a%0D%0Ab&empty=&empty=2".utf8))
        #expect(form["note"] == "a\r\nb" && form.values("empty") == ["", "2"])
        for form in ["a=b c", "a=ü", "a=%0", "a=%00", "a=b\n", "a=%FF"] {
            #expect(throws: HTTPFailure.self) { try FormItems(form: Array(form.utf8)) }
        }
        let request = HTTPRequest(
            .post, try RequestTarget("/"),
            headers: ["content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8"],
            body: RequestBody(Array("a=1".utf8)))
        #expect(try request.form()["a"] == "1")
        var other = request
        other.headers["Content-Type"] = "text/plain"
        #expect(throws: HTTPFailure(.unsupportedMediaType, "The body must be a form.")) {
            try other.form()
        }
    }
}
