/// What the `Range` field of a request asks for (RFC 9110, 14).
public enum ByteRange: Sendable, Equatable {
    /// The whole: there is no range, it is malformed, or there are several.
    case whole
    /// One part.
    case part(Range<UInt64>)
    /// A range that does not meet the content. The answer is 416.
    case unsatisfiable

    /// Reads the field for a content of this length. A range counts only for `GET`, and only if
    /// `If-Range` is absent or names this version.
    public init(for request: HTTPRequest, byteCount: UInt64, tag: EntityTag?) {
        let fields = request.headers.values("Range")
        guard request.method == .get, fields.count == 1 else {
            self = .whole
            return
        }
        if let condition = request.headers["If-Range"] {
            guard let tag, !tag.isWeak, EntityTag(parsing: condition) == tag else {
                self = .whole
                return
            }
        }
        self = Self.parse(fields[0], byteCount: byteCount)
    }

    /// Reads the value of the field.
    static func parse(_ field: String, byteCount: UInt64) -> ByteRange {
        guard field.hasPrefix("bytes="), !field.contains(",") else { return .whole }
        let bounds = field.dropFirst("bytes=".count)
            .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.number(bounds[0]),
            let last = Self.number(bounds[1])
        else { return .whole }
        switch (first, last) {
        case (nil, nil): return .whole
        case (nil, let suffix?):
            guard suffix > 0, byteCount > 0 else { return .unsatisfiable }
            return .part((byteCount - min(suffix, byteCount))..<byteCount)
        case (let first?, let last):
            if let last, last < first { return .whole }
            guard first < byteCount else { return .unsatisfiable }
            return .part(first..<min(last ?? .max, byteCount - 1) + 1)
        }
    }

    /// A number of at most 18 digits; an inner `nil` for no digits, an outer one for other text.
    private static func number(_ text: Substring) -> UInt64?? {
        guard text.utf8.count <= 18, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return .some(UInt64(text))
    }
}

extension HTTPResponse {
    /// A file, or the part of it that the request asks for: 200, 206 or 416.
    ///
    /// - Throws: `HTTPFailure` 500 without descriptors.
    public static func file(
        _ file: FileRange, type: String, tag: EntityTag? = nil, for request: HTTPRequest
    ) throws(HTTPFailure) -> HTTPResponse {
        let whole = HTTPResponse(headers: ["Content-Type": type], body: .file(file))
        return try whole.ranged(tag: tag, byteCount: file.fileByteCount, for: request) {
            range throws(HTTPFailure) in .file(try file.part(range))
        }
    }

    /// The response cut to what the request asks for: 200, 206 or 416.
    ///
    /// - Parameters:
    ///   - byteCount: The length of the whole content.
    ///   - part: Makes the body of a part.
    public func ranged(
        tag: EntityTag?, byteCount: UInt64, for request: HTTPRequest,
        part: (Range<UInt64>) throws(HTTPFailure) -> ResponseBody
    ) throws(HTTPFailure) -> HTTPResponse {
        var response = self
        response.headers["Accept-Ranges"] = "bytes"
        if let tag { response.headers["ETag"] = tag.description }
        switch ByteRange(for: request, byteCount: byteCount, tag: tag) {
        case .whole: break
        case .part(let range):
            response.status = .partialContent
            response.headers["Content-Range"] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
            response.body = try part(range)
        case .unsatisfiable:
            response.status = .rangeNotSatisfiable
            response.headers["Content-Range"] = "bytes */\(byteCount)"
            response.headers["Content-Type"] = nil
            response.body = .bytes([])
        }
        return response
    }
}
