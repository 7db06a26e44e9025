import Glibc

/// A file with this content that goes away with the test.
final class TemporaryFile: Sendable {
    let path: String

    init(_ content: [UInt8]) throws {
        var template = Array("/tmp/compass-http-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        path = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { close(descriptor) }
        let count = unsafe write(descriptor, content, content.count)
        guard count == content.count else { throw RawClient.Failure(what: "write: \(errno)") }
    }

    deinit {
        unsafe _ = unlink(path)
    }
}
