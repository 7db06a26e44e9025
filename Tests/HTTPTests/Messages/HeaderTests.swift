import Testing

@testable import HTTP

struct HeaderTests {
    @Test func namesAreComparedWithoutCase() {
        var fields: HTTPFields = ["Content-Type": "a", "X-List": "1, 2", "x-LIST": " ,3"]
        #expect(fields["content-type"] == "a" && fields["CONTENT-TYPE"] == "a")
        #expect(fields.values("X-List") == ["1, 2", " ,3"])
        #expect(fields.list("x-list") == ["1", "2", "3"])
        fields["x-list"] = "4"
        #expect(fields.all.count == 2 && fields["X-LIST"] == "4")
        fields["X-List"] = nil
        #expect(fields.all.count == 1)
    }

    @Test(
        "Fields that cannot be sent are known",
        arguments: [
            ("", "a"), ("A B", "a"), ("A:", "a"), ("ü", "a"), ("A", "a\r\nB: c"), ("A", "a\nb"),
            ("A", "a\0"), ("A", " a"), ("A", "a "), ("A", "\ta"), ("A", "\u{7F}"),
        ])
    func invalidFields(_ name: String, _ value: String) {
        #expect(!HTTPFields.Field(name, value).isValid)
    }

    @Test func validFields() {
        for (name, value) in [("A", ""), ("X-a_1", "b c\td"), ("A", "ü \"q\"")] {
            #expect(HTTPFields.Field(name, value).isValid)
        }
    }

    @Test func cookiesOfARequestAreRead() {
        let cookies = RequestCookies([
            "a=1; b=x=y;c=", " d = 2 ", "bad name=1; =2; e; f=\"q\"; a,b=1",
        ])
        #expect(cookies["a"] == "1" && cookies["b"] == "x=y" && cookies["c"] == "")
        #expect(cookies["d"] == "2" && cookies.all.count == 4)
        // Somebody else's cookie of the same name is not taken for ours.
        #expect(RequestCookies(["s=1; s=2"])["s"] == nil)
        let many = (0...RequestCookies.countMax).map { "c\($0)=1" }.joined(separator: ";")
        #expect(RequestCookies([many]).all.count == RequestCookies.countMax)
    }

    @Test func cookiesAreWrittenWithTheirAttributes() throws {
        let session = try Cookie("__Host-rc", "abc", maxAge: .seconds(3_600), isSecure: true)
        #expect(
            session.headerValue
                == "__Host-rc=abc; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax")
        let plain = try Cookie(
            "theme", "dark", path: "/a", isSecure: false, isHTTPOnly: false, sameSite: .strict)
        #expect(plain.headerValue == "theme=dark; Path=/a; SameSite=Strict")
        let removed = try Cookie.removing("rc", isSecure: false)
        #expect(removed.headerValue == "rc=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    @Test(
        "S57: cookies that break the rules are refused",
        arguments: [
            ("", "a", "/", true), ("a b", "a", "/", true), ("a", "a;b", "/", true),
            ("a", "a b", "/", true), ("a", "\"a\"", "/", true), ("a", "a\r\n", "/", true),
            ("a", "ü", "/", true), ("a", "b", "", true), ("a", "b", "/;", true),
            ("__Host-a", "b", "/", false), ("__Host-a", "b", "/x", true),
            ("__Secure-a", "b", "/", false),
        ])
    func invalidCookies(_ name: String, _ value: String, _ path: String, _ isSecure: Bool) {
        #expect(throws: HTTPFailure.self) {
            try Cookie(name, value, path: path, isSecure: isSecure)
        }
    }

    @Test func cookiesHaveALength() throws {
        let value = String(repeating: "v", count: Cookie.bytesMax - 1)
        #expect(try Cookie("a", value, isSecure: true).value == value)
        #expect(throws: HTTPFailure.self) { try Cookie("a", value + "v", isSecure: true) }
    }

    @Test func entityTagsAreCompared() throws {
        let tag = EntityTag("v1")
        let none = { (value: String) in tag.isNoneMatch(in: ["If-None-Match": value]) }
        #expect(none("\"v1\"") && none("W/\"v1\"") && none("\"v0\", \"v1\"") && none("*"))
        #expect(!none("\"v2\"") && !none("v1") && !none("") && !tag.isNoneMatch(in: [:]))
        #expect(EntityTag("a\"b,c").description == "\"a_b_c\"")
        let request = HTTPRequest(
            .get, try RequestTarget("/"), headers: ["If-None-Match": "\"v1\""])
        let page = HTTPResponse(text: "page", type: "text/html")
        #expect(page.conditional(tag, for: request).status == .notModified)
        #expect(page.conditional(tag, for: request).headers["ETag"] == "\"v1\"")
        #expect(page.conditional(EntityTag("v2"), for: request).status == .ok)
        var post = request
        post.method = .post
        #expect(page.conditional(tag, for: post).status == .ok)
    }

    @Test(
        "Byte ranges",
        arguments: [
            ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=0-9", .part(0..<10)),
            ("bytes=0-10", .part(0..<10)), ("bytes=9-", .part(9..<10)), ("bytes=-1", .part(9..<10)),
            ("bytes=-10", .part(0..<10)), ("bytes=-11", .part(0..<10)),
            ("bytes=10-", .unsatisfiable),
            ("bytes=10-12", .unsatisfiable), ("bytes=-0", .unsatisfiable), ("bytes=2-1", .whole),
            ("bytes=-", .whole), ("bytes=", .whole), ("bytes=a-b", .whole),
            ("bytes=1-2,4-5", .whole),
            ("bytes=1--2", .whole), ("bytes=1", .whole), ("items=0-1", .whole),
            ("bytes= 0-1", .whole),
            ("bytes=0-999999999999999999", .part(0..<10)), ("bytes=0-9999999999999999999", .whole),
            ("bytes=+1-2", .whole),
        ])
    func ranges(_ field: String, _ expected: ByteRange) {
        #expect(ByteRange.parse(field, byteCount: 10) == expected)
    }

    @Test func anEmptyContentHasNoRange() {
        for field in ["bytes=0-", "bytes=0-0", "bytes=-1"] {
            #expect(ByteRange.parse(field, byteCount: 0) == .unsatisfiable)
        }
    }

    @Test func eventsAreWrittenLineByLine() {
        func text(_ event: ServerSentEvent) -> String {
            String(decoding: event.bytes, as: UTF8.self)
        }
        #expect(text(ServerSentEvent(data: "")) == "data: \n\n")
        #expect(
            text(ServerSentEvent(id: "7", name: "new", data: "a\nb\r\nc\rd\n"))
                == "id: 7\nevent: new\ndata: a\ndata: b\ndata: c\ndata: d\ndata: \n\n")
        // A line end in an id would begin another field.
        #expect(
            text(ServerSentEvent(id: "1\ndata: x\0", name: "a\r\nb", data: "c"))
                == "id: 1data: x\nevent: ab\ndata: c\n\n")
    }

    @Test func fieldParametersAreRead() {
        let field = FieldParameters("Form-Data; name=\"a \\\"b\\\" C:\\\\x\\y\"; FileName=z.pdf ")
        #expect(field?.value == "form-data" && field?["name"] == "a \"b\" C:\\x\\y")
        #expect(field?["filename"] == "z.pdf")
        for field in [
            "a; b", "a; b=", "a; b=\"c", "a; b=c d", "a; b=1; b=2", "a; =1", "a; b=\"c\"d",
        ] {
            #expect(FieldParameters(field) == nil, "\(field)")
        }
    }
}
