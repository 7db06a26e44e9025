internal import Base

/// Where a server listens, and what it allows.
public struct HTTPServerConfiguration: Sendable {
    /// A certificate with its private key, both as PEM text.
    @Memberwise
    public struct Certificate: Sendable {
        /// The server's certificate, then those that lead to a root.
        public var chain: String
        public var privateKey: String
    }

    /// The IPv4 or IPv6 address to listen on.
    public var address = "127.0.0.1"
    /// The port; 0 for one that the system chooses.
    public var port: UInt16 = 8_080
    /// With a certificate, connections are encrypted (TLS 1.2 or 1.3), and no others are taken.
    public var certificate: Certificate?
    /// The names and addresses by which the server may be called, without ports and in small
    /// letters; `nil` for any.
    public var hosts: Set<String>? = ["127.0.0.1", "localhost", "[::1]"]
    /// The addresses of proxies. `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` count
    /// only if they come from one of these.
    public var trustedProxies: Set<String> = []
    /// Whether only requests are answered that came over TLS, to this server or, by its word, to a
    /// trusted proxy. Others get 403.
    public var isSecureOnly = false

    /// The most connections. Further ones wait until one is closed.
    public var connectionsMax = 10_240
    /// The most connections from one address; 0 for any number, as behind a proxy.
    public var connectionsPerAddressMax = 256
    /// With more idle connections than this, a connection is closed after its answer instead of
    /// being kept for the next request. A kept one costs all of its memory, 48 KiB.
    public var keptConnectionsMax = 512
    /// For how long a client may take to send the head of a request.
    public var headTimeMax = Duration.seconds(10)
    /// For how long a connection stays open without a byte in either direction. Counted in whole
    /// seconds, at least 1. Does not count while a handler runs or a stream has nothing to send.
    public var idleTimeMax = Duration.seconds(60)
    /// For how long a client that was answered before its body had come may go on sending, so that
    /// it reads the answer.
    public var lingerTimeMax = Duration.seconds(10)

    /// Other input that the server's thread waits for, as long as the server is not deallocated.
    public var companion: (any CompanionInput)?

    /// Fields that every response has unless it brings its own.
    public var commonHeaders: HTTPFields = [:]
    /// The response to a request that the server answers itself. Runs on the server's thread: it
    /// must not block.
    public var failurePage: @Sendable (HTTPFailure, FailedRequest) -> HTTPResponse = { failure, _ in
        HTTPResponse(
            failure.status, text: failure.message + "\n", type: "text/plain; charset=utf-8")
    }
    /// Is told of every request that got an answer, and of errors of handlers. Runs on the server's
    /// thread: it must not block.
    public var observe: @Sendable (ServerSignal) -> Void = { _ in }

    /// The defaults: http://127.0.0.1:8080 for this machine only.
    public init() {}
}

/// What is known of a request that the server answers itself. A malformed one has only an id.
public struct FailedRequest: Sendable, Equatable {
    public var id: String
    public var method: HTTPMethod?
    /// The target as sent. It can contain anything but line ends.
    public var target: String?
    public var headers: HTTPFields
}

/// What a server tells its observer.
public enum ServerSignal: Sendable {
    /// A response was sent, or its client went away.
    case answered(AnsweredRequest)
    /// A handler threw an error other than `HTTPFailure`, or made a response that cannot be sent.
    case handlerFailed(requestID: String, route: String, error: String)
}

/// One line of an access log.
public struct AnsweredRequest: Sendable {
    public var id: String
    public var method: HTTPMethod?
    /// The pattern of the route, not the path: paths contain ids of people's records. Empty without
    /// a route.
    public var route: String
    public var status: HTTPStatus
    public var address: String
    /// From the end of the head to the last byte.
    public var duration: Duration
    /// Whether the whole response was handed to the kernel.
    public var isComplete: Bool
}

/// The server cannot start.
public struct HTTPServerError: Error, Sendable, CustomStringConvertible {
    /// The cause and the remedy.
    public let description: String
}
