/// An HTTP/1.1 server with one thread, which libmicrohttpd parses and sends on.
///
/// Handlers run as tasks on the same thread; while one waits, its connection costs memory and no
/// thread. Handlers of streamed bodies and writers of streams run on Swift's own threads. A server
/// is started once and stopped once.
public final class HTTPServer: Sendable {
    private let core: ServerCore

    /// Creates a server that does not listen yet.
    ///
    /// - Throws: `HTTPServerError` if the system has no descriptor or thread left.
    public init(
        _ configuration: HTTPServerConfiguration, router: Router
    ) throws(HTTPServerError) {
        core = try ServerCore(configuration, router: router)
    }

    /// Begins to listen.
    ///
    /// - Returns: The port.
    /// - Throws: `HTTPServerError` if the address, the port or the certificate cannot be used, or
    ///   the server was started before.
    @discardableResult
    public func start() async throws -> UInt16 {
        try await core.start()
    }

    /// Stops. Refuses new connections and ends event streams at once, closes idle connections, and
    /// gives requests under way this long; then it cancels them. When it returns, no connection is
    /// left. A handler that ignores its cancellation may still run, but answers nobody.
    public func stop(within patience: Duration = .seconds(5)) async {
        await core.stop(within: patience)
    }

    /// How many connections are open.
    public var connectionCount: Int {
        get async { await core.connectionCount }
    }
}
