/// A cookie that the server sets (RFC 6265).
public struct Cookie: Sendable, Equatable {
    /// When browsers send a cookie with requests that other sites cause.
    public enum SameSite: String, Sendable {
        /// Never.
        case strict = "Strict"
        /// When somebody follows a link.
        case lax = "Lax"
    }

    /// The longest name and value together, in bytes. Browsers keep up to 4,096.
    public static let bytesMax = 4_000

    public let name: String
    public let value: String
    public let path: String
    /// For how long the browser keeps it; `nil` until the browser is closed.
    public let maxAge: Duration?
    /// Whether it is sent over encrypted connections only.
    public let isSecure: Bool
    /// Whether it is hidden from scripts.
    public let isHTTPOnly: Bool
    public let sameSite: SameSite

    /// Creates a cookie.
    ///
    /// - Throws: `HTTPFailure` 500 if the name is not a token, the value has a character that
    ///   RFC 6265 does not allow, the path is not one, both are too long, or the prefix `__Host-`
    ///   or `__Secure-` promises what the attributes do not keep.
    public init(
        _ name: String, _ value: String, path: String = "/", maxAge: Duration? = nil,
        isSecure: Bool, isHTTPOnly: Bool = true, sameSite: SameSite = .lax
    ) throws(HTTPFailure) {
        let isValidPath =
            path.hasPrefix("/")
            && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }
        let keepsPrefix =
            (!name.hasPrefix("__Host-") || (isSecure && path == "/"))
            && (!name.hasPrefix("__Secure-") || isSecure)
        guard name.utf8.isToken, value.utf8.allSatisfy(Self.isValueByte), isValidPath, keepsPrefix,
            name.utf8.count + value.utf8.count <= Self.bytesMax
        else { throw HTTPFailure(.internalServerError, "A cookie is malformed.") }
        self.name = name
        self.value = value
        self.path = path
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// A cookie that removes one of the same name and path.
    public static func removing(
        _ name: String, path: String = "/", isSecure: Bool
    ) throws(HTTPFailure) -> Cookie {
        try Cookie(name, "", path: path, maxAge: .zero, isSecure: isSecure)
    }

    /// The value of the `Set-Cookie` field.
    public var headerValue: String {
        var text = "\(name)=\(value); Path=\(path)"
        if let maxAge { text += "; Max-Age=\(maxAge.components.seconds)" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        return text + "; SameSite=\(sameSite.rawValue)"
    }

    /// Whether a value may contain this byte: visible ASCII without `"`, `,`, `;` and `\`.
    static func isValueByte(_ byte: UInt8) -> Bool {
        guard byte > 0x20, byte < 0x7F else { return false }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"):
            return false
        default: return true
        }
    }
}

/// The cookies that a request carries.
public struct RequestCookies: Sendable, Equatable {
    /// The most cookies that are read; later ones are ignored.
    public static let countMax = 64

    /// Names and values in order. Pairs that RFC 6265 does not allow are left out.
    public private(set) var all: [FormItems.Item] = []

    /// Reads the values of the `Cookie` field.
    public init(_ fieldValues: [String]) {
        let pairs = fieldValues.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
        for pair in pairs.prefix(Self.countMax) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = Substring(pair[..<equals]).trimmingBlanks()
            let value = Substring(pair[pair.index(after: equals)...]).trimmingBlanks()
            guard name.utf8.isToken, value.utf8.allSatisfy(Cookie.isValueByte) else { continue }
            all.append(FormItems.Item(name, value))
        }
    }

    /// The value of the only cookie of this name. `nil` if there is none, and if there are several:
    /// one of them may have been set by somebody else for a wider domain.
    public subscript(name: String) -> String? {
        let values = all.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }
}
