/// A request's method (RFC 9110, 9). Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Takes any method; the routing table decides which ones exist.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Reads a resource.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads a resource without its body. Every route of `get` answers it.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Creates a resource or starts an action.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces a resource.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes a part of a resource.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")

    public var description: String { rawValue }

    /// Whether the method only reads (RFC 9110, 9.2.1), so that it needs no protection against
    /// forged requests.
    public var isSafe: Bool { self == .get || self == .head }
}
