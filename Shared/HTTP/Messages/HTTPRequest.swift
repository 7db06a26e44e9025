internal import Base

/// A request whose head is complete and valid.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    /// The target as sent: path and query, still percent-encoded.
    public var target: RequestTarget
    public var headers: HTTPFields
    /// What the client and the proxies that are trusted say about the connection.
    public var origin: RequestOrigin
    /// The value of the `Host` header in small letters, port included.
    public var host: String
    /// What the placeholders of the route's pattern stand for, by name.
    public var parameters: [String: String]
    /// The pattern of the route, such as `/coaches/{id}`.
    public var route: String
    /// The body: all of it if the route collects bodies, otherwise a stream.
    public var body: RequestBody
    /// Identifies the request in logs. Chosen here, or by a trusted proxy.
    public var id: String

    /// Creates a request, for tests of handlers.
    public init(
        _ method: HTTPMethod, _ target: RequestTarget, headers: HTTPFields = [:],
        origin: RequestOrigin = RequestOrigin(), host: String = "localhost",
        parameters: [String: String] = [:], route: String = "",
        body: RequestBody = RequestBody([]), id: String = "test"
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.origin = origin
        self.host = host
        self.parameters = parameters
        self.route = route
        self.body = body
        self.id = id
    }

    /// The decoded path, without the query.
    public var path: String { target.path }

    /// The items of the query, decoded, in order.
    public var query: FormItems { target.query }

    /// The cookies, in order.
    public var cookies: RequestCookies { RequestCookies(headers.values("Cookie")) }

    /// The media type of the body, in small letters and without parameters; empty if none is named.
    public var mediaType: String {
        let value = headers["Content-Type"] ?? ""
        return (value.split(separator: ";").first.map { $0.trimmingBlanks() } ?? "").lowercased()
    }
}

/// Where a request comes from.
@Memberwise
public struct RequestOrigin: Sendable, Equatable {
    /// The client's address as text, without the port.
    public var address: String = "127.0.0.1"
    /// Whether the client's connection is encrypted, here or by a trusted proxy.
    public var isSecure: Bool = false
}
