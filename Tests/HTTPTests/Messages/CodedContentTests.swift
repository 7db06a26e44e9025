import Testing

@testable import HTTP

struct CodedContentTests {
    private let text = [UInt8](String(repeating: "color: var(--ink);", count: 100).utf8)

    @Test(
        "RFC 9110, 12.5.3: gzip is sent only to those that accept it",
        arguments: [
            ("gzip", true), ("GZIP", true), ("deflate, gzip;q=0.1", true), ("x-gzip", true),
            ("*", true), ("br, *;q=0.5", true), ("gzip ; q=1", true),
            ("", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000, *", false),
            ("*, gzip;q=0", false), ("identity", false), ("gzip;level=9", false), (";q=1", false),
            ("*;q=0", false),
        ])
    func acceptance(_ value: String, _ isAccepted: Bool) {
        #expect(CodedContent.acceptsCompressed(["Accept-Encoding": value]) == isAccepted)
    }

    private func request(_ headers: HTTPFields) throws -> HTTPRequest {
        HTTPRequest(.get, try RequestTarget("/"), headers: headers)
    }

    @Test("Each coding has its own entity tag, and caches are told")
    func codings() throws {
        let content = CodedContent(text, tag: "a")
        let plain = try content.response(headers: [:], for: request([:]))
        let short = try content.response(headers: [:], for: request(["Accept-Encoding": "gzip"]))
        #expect(plain.headers == ["Vary": "Accept-Encoding", "ETag": "\"a\""])
        #expect(plain.body.byteCount == UInt64(text.count))
        #expect(short.headers["Content-Encoding"] == "gzip")
        #expect(short.headers["Vary"] == "Accept-Encoding")
        let length = try #require(short.body.byteCount)
        #expect(length > 0 && length < UInt64(text.count))
        let tag = try #require(short.headers["ETag"])
        #expect(tag != plain.headers["ETag"])
        let again = try content.response(
            headers: [:], for: request(["Accept-Encoding": "gzip", "If-None-Match": tag]))
        #expect(again.status == .notModified && again.body.byteCount == 0)
        let other = try content.response(headers: [:], for: request(["If-None-Match": tag]))
        #expect(other.status == .ok)
    }

    @Test("What compression would not shorten stays as it is", arguments: [[], [1, 2, 3]])
    func shortContent(_ bytes: [UInt8]) throws {
        let response = try CodedContent(bytes, tag: "a")
            .response(headers: [:], for: request(["Accept-Encoding": "gzip"]))
        #expect(response.headers == ["ETag": "\"a\""])
        #expect(response.body.byteCount == UInt64(bytes.count))
    }
}
