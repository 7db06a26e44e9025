/// The address of a hook: `https` or `http`, a host, and perhaps a port, a path and a query.
public struct HookAddress: Hashable, Sendable {
    /// Why a text is no address.
    public static let refusal =
        "Please enter an address such as https://example.org/changes, with no user name and no #"
    /// The length of a host name in bytes (RFC 1035, section 2.3.4).
    static let hostBytesMax = 253

    /// The address as it was typed.
    public let text: String
    /// Whether the connection is encrypted.
    public let isSecure: Bool
    /// The scheme, the host and the port, which contain no secret.
    public let origin: String

    /// Reads an address; nil if it has a user name, a fragment, white space, letters outside of
    /// ASCII, or a port that is none.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            !bytes.contains(where: { "\\#\"<>`{}|^".utf8.contains($0) })
        else { return nil }
        let small = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: small.hasPrefix) else {
            return nil
        }
        let authority = small.dropFirst(scheme.count).prefix { !"/?".contains($0) }
        guard Self.isHostAndPort(authority) else { return nil }
        self.text = text
        isSecure = scheme == "https://"
        origin = scheme + authority
    }

    /// Whether requests to both go to the same place: scheme and host in any case, and no path as
    /// the root.
    public func isSame(as other: HookAddress) -> Bool {
        origin == other.origin && target == other.target
    }

    /// The path and the query.
    private var target: String {
        let rest = String(text.dropFirst(origin.count))
        return rest.hasPrefix("/") ? rest : "/" + rest
    }

    /// The address without its query.
    public var withoutQuery: String { String(text.prefix { $0 != "?" }) }

    private static func isHostAndPort(_ authority: Substring) -> Bool {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return false }
            host = authority[...end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
            let digits = host.dropFirst().dropLast().utf8
            guard digits.allSatisfy({ isHex($0) || ":.".utf8.contains($0) }) else { return false }
        } else {
            if let colon = authority.firstIndex(of: ":") {
                host = authority[..<colon]
                port = authority[authority.index(after: colon)...]
            }
            guard host.utf8.allSatisfy({ isLetterOrDigit($0) || "-.".utf8.contains($0) }) else {
                return false
            }
        }
        if let port {
            guard (1...5).contains(port.utf8.count), let number = UInt16(port), number > 0,
                !port.hasPrefix("+")
            else { return false }
        }
        return !host.isEmpty && host != "[]" && host.utf8.count <= hostBytesMax
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
