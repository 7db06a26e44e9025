internal import Base

/// An address that a page may lead to: a place in this site, or a link outside that was checked.
///
/// Text from outside becomes part of an address only as an encoded segment or query item, or
/// through `init(outside:)`, which takes web pages, mail addresses and phone numbers and nothing
/// else: no `javascript:`, no `data:`, no address without a scheme.
public struct WebAddress: Hashable, Sendable {
    /// The longest address outside of this site, in bytes.
    public static let outsideBytesMax = 2_048

    /// The address as it is written, before it is escaped for HTML.
    public let text: String

    @usableFromInline
    init(verbatim text: String) { self.text = text }

    /// The address of a place in this site: `WebAddress("interactions", id)` is
    /// `/interactions/0193…`.
    ///
    /// A segment that is empty, `.` or `..` would lead elsewhere; `~` stands in its place.
    public init(_ segments: String..., query: [QueryItem] = [], fragment: String? = nil) {
        self.init(segments: segments, query: query, fragment: fragment)
    }

    /// The same with a list of segments; none is the start page.
    public init(segments: [String], query: [QueryItem] = [], fragment: String? = nil) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        if segments.isEmpty { bytes.append(UInt8(ascii: "/")) }
        for segment in segments {
            bytes.append(UInt8(ascii: "/"))
            let leadsAway = segment.isEmpty || segment == "." || segment == ".."
            PercentEncoding.append(leadsAway ? "~" : segment, to: &bytes)
        }
        Self.append(query, to: &bytes)
        Self.append(fragment: fragment, to: &bytes)
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a place below this one, which has neither query nor fragment.
    public func appending(_ segment: String) -> WebAddress {
        var (isEncoded, leadsAway) = (true, true)
        for byte in segment.utf8 {
            if byte != UInt8(ascii: ".") { leadsAway = false }
            if !PercentEncoding.isUnreserved(byte) { isEncoded = false }
        }
        guard isEncoded, !leadsAway else {
            return WebAddress(verbatim: text + WebAddress(segment).text)
        }
        var place = text
        place.reserveCapacity(text.utf8.count + 1 + segment.utf8.count)
        place += "/"
        place += segment
        return WebAddress(verbatim: place)
    }

    /// The address of an element of the same page.
    public init(fragment: String) {
        var bytes: [UInt8] = []
        Self.append(fragment: fragment, to: &bytes)
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a web page, a mail address or a phone number outside of this site; nil for
    /// anything else. The text must begin with `http://`, `https://`, `mailto:`, `tel:` or `sms:`.
    public init?(outside text: String) {
        guard OutsideAddress.isSafe(text) else { return nil }
        self.text = text
    }

    /// The address that an authenticator app opens; nil for any other. The text must begin with
    /// `otpauth://totp/` and consist of visible ASCII.
    public init?(authenticator text: String) {
        guard text.hasPrefix("otpauth://totp/"), text.utf8.count <= Self.outsideBytesMax,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        self.text = text
    }

    /// A name and a value after the question mark.
    public struct QueryItem: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private static func append(_ query: [QueryItem], to bytes: inout [UInt8]) {
        var separator = UInt8(ascii: "?")
        for item in query {
            bytes.append(separator)
            PercentEncoding.append(item.name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(item.value, to: &bytes)
            separator = UInt8(ascii: "&")
        }
    }

    private static func append(fragment: String?, to bytes: inout [UInt8]) {
        guard let fragment else { return }
        bytes.append(UInt8(ascii: "#"))
        PercentEncoding.append(fragment, to: &bytes)
    }
}
