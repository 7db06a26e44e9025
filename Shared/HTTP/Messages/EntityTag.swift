/// An entity tag (RFC 9110, 8.8.3): names one version of a resource.
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// What stands between the quotes.
    public let value: String
    /// Whether versions with the same tag are equivalent only, and not byte for byte the same.
    public let isWeak: Bool

    /// Creates a tag. Characters that a tag cannot have are replaced by `_`.
    public init(_ value: String, isWeak: Bool = false) {
        self.value = String(
            decoding: value.utf8.map { Self.isTagByte($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        self.isWeak = isWeak
    }

    /// Reads a tag as a field contains it; `nil` for anything else.
    init?(parsing text: String) {
        let isWeak = text.hasPrefix("W/")
        let quoted = isWeak ? text.dropFirst(2) : text[...]
        guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\""),
            quoted.dropFirst().dropLast().utf8.allSatisfy(Self.isTagByte)
        else { return nil }
        self.init(String(quoted.dropFirst().dropLast()), isWeak: isWeak)
    }

    /// The tag as it stands in a field.
    public var description: String { (isWeak ? "W/" : "") + "\"\(value)\"" }

    /// Whether the client already has this version: `If-None-Match` names it or is `*`. The weak
    /// comparison is used.
    public func isNoneMatch(in headers: HTTPFields) -> Bool {
        let tags = headers.list("If-None-Match")
        return tags.contains("*")
            || tags.contains { EntityTag(parsing: $0)?.value == value }
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        // The comma is left out, so that lists of tags can be split at it.
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
    }
}

extension HTTPResponse {
    /// The response with this tag; 304 without a body if the client already has this version.
    public func conditional(_ tag: EntityTag, for request: HTTPRequest) -> HTTPResponse {
        var response = self
        response.headers["ETag"] = tag.description
        guard request.method.isSafe, status == .ok, tag.isNoneMatch(in: request.headers) else {
            return response
        }
        return response.withoutContent
    }

    /// The same for content that is what it is since a time. `If-Modified-Since` counts only
    /// without `If-None-Match` (RFC 9110, 13.1.3). Without a time only the tag counts.
    public func conditional(
        _ tag: EntityTag, modified: HTTPDate?, for request: HTTPRequest
    ) -> HTTPResponse {
        var response = conditional(tag, for: request)
        response.headers["Last-Modified"] = modified?.description
        guard request.method.isSafe, response.status == .ok,
            request.headers["If-None-Match"] == nil, let modified,
            let since = request.headers["If-Modified-Since"].flatMap(HTTPDate.init(parsing:)),
            modified <= since
        else { return response }
        return response.withoutContent
    }

    /// The answer 304 that stands for the response.
    private var withoutContent: HTTPResponse {
        var response = self
        response.status = .notModified
        response.body = .bytes([])
        response.headers["Content-Type"] = nil
        return response
    }
}
