/// The answer to a request.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus
    /// The fields. Libmicrohttpd adds `Date`, `Content-Length` or `Transfer-Encoding`, and
    /// `Connection`; a response that has one of the latter three is answered with 500.
    public var headers: HTTPFields
    public var body: ResponseBody

    /// Creates a response.
    public init(
        _ status: HTTPStatus = .ok, headers: HTTPFields = [:], body: ResponseBody = .bytes([])
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A text with its media type.
    public init(_ status: HTTPStatus = .ok, text: String, type: String) {
        self.init(status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
    }

    /// A redirection to a path of this server. It answers 500 if the location is not one: an
    /// address that begins with `//` or `/\` leads elsewhere.
    public static func redirect(
        to location: String, _ status: HTTPStatus = .seeOther
    ) -> HTTPResponse {
        guard RequestTarget.isLocal(location) else { return HTTPResponse(.internalServerError) }
        return HTTPResponse(status, headers: ["Location": location])
    }

    /// Adds a cookie.
    public mutating func set(_ cookie: Cookie) {
        headers.add("Set-Cookie", cookie.headerValue)
    }
}

/// What a response consists of besides its head.
public enum ResponseBody: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// A part of an open file, which the kernel copies to the socket if there is no TLS.
    case file(FileRange)
    /// Whatever a function writes, as fast as the client reads.
    case stream(ResponseStream)

    /// The length in bytes; `nil` if only the end of the stream shows it.
    public var byteCount: UInt64? {
        switch self {
        case .bytes(let bytes): UInt64(bytes.count)
        case .file(let range): range.byteCount
        case .stream(let stream): stream.byteCount
        }
    }
}

/// A body that is made while it is sent.
public struct ResponseStream: Sendable {
    /// The length in bytes, if it is known. A stream of another length breaks the connection.
    public var byteCount: UInt64?
    /// Bytes that are sent whenever nothing else was sent for this long; they keep proxies from
    /// closing the connection. `nil` for none.
    public var keepAlive: (bytes: [UInt8], interval: Duration)?
    /// Writes the body. Its task is cancelled when the client goes away or the server stops.
    public var produce: @Sendable (ResponseWriter) async throws -> Void

    /// Creates a stream.
    public init(
        byteCount: UInt64? = nil, keepAlive: (bytes: [UInt8], interval: Duration)? = nil,
        produce: @escaping @Sendable (ResponseWriter) async throws -> Void
    ) {
        self.byteCount = byteCount
        self.keepAlive = keepAlive
        self.produce = produce
    }

    /// Writes the body away from the server's thread.
    @concurrent func write(to writer: ResponseWriter) async throws {
        // With nothing to do here, Swift 6.3 would leave out the change of threads.
        try Task.checkCancellation()
        try await produce(writer)
    }
}
