/// Reads the parts of a `multipart/form-data` body (RFC 7578) one after the other, as they arrive.
///
/// Only what browsers and curl send is taken: no text before the first part, blank-free delimiters
/// and CRLF. Memory is bounded by two chunks.
public struct MultipartReader {
    /// The most parts of a form.
    public static let partsMax = 512
    /// The longest head of a part in bytes.
    public static let headBytesMax = 4 * 1_024
    /// The longest boundary in bytes (RFC 2046, 5.1.1).
    public static let boundaryBytesMax = 70

    /// The head of a part.
    public struct Part: Sendable, Equatable {
        /// The name of the form's field.
        public let name: String
        /// The name of the file as the browser says it; `nil` for a field that is not a file. It
        /// may contain anything but control characters: it is a text to show, not a path.
        public let fileName: String?
        /// The media type as the browser says it.
        public let contentType: String?
    }

    private enum State {
        case start
        case content
        case delimiter
        case end
    }

    private var chunks: RequestBody.AsyncIterator
    private let delimiter: [UInt8]
    private var buffer: [UInt8] = []
    private var state = State.start
    private var partCount = 0

    init(_ body: RequestBody, boundary: String) throws(HTTPFailure) {
        guard !boundary.isEmpty, boundary.utf8.count <= Self.boundaryBytesMax,
            boundary.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw Self.malformed }
        chunks = body.makeAsyncIterator()
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter has no line before it. With one, it is found like the others.
        buffer = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    static let malformed = HTTPFailure(.badRequest, "The form is malformed.")

    /// The next part; `nil` after the last one. The rest of the part before is skipped.
    ///
    /// - Throws: `HTTPFailure` 400 for a malformed form, 413 for more than `partsMax` parts or too
    ///   long a body, `CancellationError` if the client has gone.
    public mutating func nextPart() async throws -> Part? {
        if state == .start {
            try await fill(delimiter.count)
            guard buffer.starts(with: delimiter) else { throw Self.malformed }
            buffer.removeFirst(delimiter.count)
            state = .delimiter
        }
        while state == .content { _ = try await nextChunk() }
        guard state == .delimiter else { return nil }
        try await fill(2)
        if buffer.starts(with: "--".utf8) {
            try await skipEnd()
            return nil
        }
        guard buffer.starts(with: "\r\n".utf8) else { throw Self.malformed }
        guard partCount < Self.partsMax else {
            throw HTTPFailure(.contentTooLarge, "The form has more than \(Self.partsMax) parts.")
        }
        partCount += 1
        let part = try await readHead()
        state = .content
        return part
    }

    /// The next bytes of the part; `nil` at its end.
    public mutating func nextChunk() async throws -> [UInt8]? {
        guard state == .content else { return nil }
        while true {
            if let found = Self.firstIndex(of: delimiter, in: buffer) {
                let content = Array(buffer[..<found])
                buffer.removeFirst(found + delimiter.count)
                state = .delimiter
                return content.isEmpty ? nil : content
            }
            // The last bytes may be the beginning of a delimiter.
            let safe = buffer.count - (delimiter.count - 1)
            if safe > 0 {
                let content = Array(buffer[..<safe])
                buffer.removeFirst(safe)
                return content
            }
            try await readChunk()
        }
    }

    /// The whole rest of the part, for a field that is not a file.
    ///
    /// - Throws: `HTTPFailure` 413 if it is longer than `bytesMax`.
    public mutating func collect(bytesMax: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await nextChunk() {
            guard bytes.count + chunk.count <= bytesMax else {
                throw HTTPFailure(.contentTooLarge, "A field of the form is too long.")
            }
            bytes += chunk
        }
        return bytes
    }

    private mutating func readHead() async throws -> Part {
        let end = Array("\r\n\r\n".utf8)
        // The head begins with the end of the delimiter's line.
        var found = Self.firstIndex(of: end, in: buffer)
        while found == nil {
            guard buffer.count < Self.headBytesMax + end.count else { throw Self.malformed }
            try await readChunk()
            found = Self.firstIndex(of: end, in: buffer)
        }
        guard let found, found <= Self.headBytesMax else { throw Self.malformed }
        let head = String(validating: buffer[..<found].dropFirst(2), as: UTF8.self)
        buffer.removeFirst(found + end.count)
        guard let head else { throw Self.malformed }
        return try Self.part(head)
    }

    private static func part(_ head: String) throws(HTTPFailure) -> Part {
        var fields = HTTPFields()
        for line in head.unicodeScalars.split(separator: "\r\n".unicodeScalars) {
            guard let colon = line.firstIndex(of: ":") else { throw malformed }
            let field = HTTPFields.Field(
                String(line[..<colon]), String(line[colon...].dropFirst()).trimmingBlanks())
            guard field.isValid, fields[field.name] == nil else { throw malformed }
            fields.add(field.name, field.value)
        }
        guard let disposition = fields["Content-Disposition"].flatMap({ FieldParameters($0) }),
            disposition.value == "form-data", let name = disposition["name"]
        else { throw malformed }
        return Part(
            name: unescaped(name), fileName: disposition["filename"].map(unescaped),
            contentType: fields["Content-Type"])
    }

    /// Browsers write a quote and line ends in names as `%22`, `%0D` and `%0A`, and nothing else.
    private static func unescaped(_ text: String) -> String {
        text.replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: " ")
    }

    /// Reads what stands behind the last delimiter: nothing but a line end.
    private mutating func skipEnd() async throws {
        while let chunk = try await chunks.next() {
            guard buffer.count + chunk.count <= 4 else { throw Self.malformed }
            buffer += chunk
        }
        guard buffer == Array("--".utf8) || buffer == Array("--\r\n".utf8) else {
            throw Self.malformed
        }
        state = .end
    }

    private mutating func fill(_ count: Int) async throws {
        while buffer.count < count { try await readChunk() }
    }

    private mutating func readChunk() async throws {
        guard let chunk = try await chunks.next() else { throw Self.malformed }
        buffer += chunk
    }

    /// Where a pattern begins. It starts with CR and has no other one, so that each byte is
    /// compared at most twice.
    private static func firstIndex(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= pattern.count, let first = pattern.first else { return nil }
        var start = 0
        while let candidate = bytes[start...].firstIndex(of: first),
            candidate + pattern.count <= bytes.count
        {
            if bytes[candidate..<(candidate + pattern.count)].elementsEqual(pattern) {
                return candidate
            }
            start = candidate + 1
        }
        return nil
    }
}
