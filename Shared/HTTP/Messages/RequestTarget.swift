internal import Base

/// The target of a request: a path and a query, decoded once.
public struct RequestTarget: Sendable, Equatable {
    /// The longest target in bytes, as sent.
    public static let bytesMax = 8 * 1_024
    /// The most segments of a path.
    public static let segmentsMax = 32

    /// The target as sent.
    public let raw: String
    /// The decoded segments between the slashes; none for `/`.
    public let segments: [String]
    /// Whether the path ends with a slash, `/` itself not counted.
    public let hasTrailingSlash: Bool
    /// The decoded items of the query, in order.
    public let query: FormItems

    /// The decoded path. Its segments contain no slash, so that it reads like one.
    public var path: String {
        "/" + segments.joined(separator: "/") + (hasTrailingSlash ? "/" : "")
    }

    /// The query as sent, without the question mark; `nil` without one.
    public var rawQuery: Substring? {
        raw.firstIndex(of: "?").map { raw[raw.index(after: $0)...] }
    }

    /// Decodes a target.
    ///
    /// Only the form that browsers and proxies send to a server is taken: a path that begins with a
    /// slash. Each segment is decoded once and must then be UTF-8 without control characters,
    /// slashes and backslashes; it is not empty, `.` or `..`.
    ///
    /// - Throws: `HTTPFailure` 414 for too long a target, 400 for anything else.
    public init(_ raw: String) throws(HTTPFailure) {
        guard raw.utf8.count <= Self.bytesMax else {
            throw HTTPFailure(.uriTooLong, "The address is too long.")
        }
        guard raw.utf8.first == UInt8(ascii: "/"), raw.utf8.allSatisfy(Self.isAllowed) else {
            throw HTTPFailure(.badRequest, "The address is malformed.")
        }
        self.raw = raw
        let parts = raw.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var encoded = parts[0].dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        hasTrailingSlash = encoded.count > 1 && encoded.last?.isEmpty == true
        if hasTrailingSlash || parts[0].count == 1 { encoded.removeLast() }
        guard encoded.count <= Self.segmentsMax else {
            throw HTTPFailure(.uriTooLong, "The address has too many segments.")
        }
        var segments: [String] = []
        for segment in encoded { segments.append(try Self.decoded(segment)) }
        self.segments = segments
        query = parts.count > 1 ? try FormItems(query: Substring(parts[1])) : FormItems()
    }

    /// The same target with one item of its query set to this value, after the others.
    public func setting(_ name: String, to value: String) -> RequestTarget {
        let items = query.all.filter { $0.name != name } + [FormItems.Item(name, value)]
        let path = segments.map { "/" + PercentEncoding.encode($0) }.joined()
        let query = items.map {
            PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
        }
        return (try? RequestTarget(path + "?" + query.joined(separator: "&"))) ?? self
    }

    /// Whether a redirection to this location stays on this server.
    public static func isLocal(_ location: String) -> Bool {
        let bytes = Array(location.utf8.prefix(2))
        guard bytes.first == UInt8(ascii: "/"), location.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return false }
        return bytes.count == 1
            || (bytes[1] != UInt8(ascii: "/") && bytes[1] != UInt8(ascii: "\\"))
    }

    /// Whether a target may contain this byte: visible ASCII without the start of a fragment and
    /// the backslash, which some programs take for a slash.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\\")
    }

    private static func decoded(
        _ segment: Substring.UTF8View
    ) throws(HTTPFailure) -> String {
        guard let text = PercentEncoding.decode(segment, plusIsSpace: false), !text.isEmpty,
            text != ".", text != "..",
            text.utf8.allSatisfy({
                !$0.isControl && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
            })
        else { throw HTTPFailure(.badRequest, "The address is malformed.") }
        return text
    }
}
