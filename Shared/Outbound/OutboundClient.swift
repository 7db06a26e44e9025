import CCurl

/// Sends requests to servers of others, with libcurl. It follows no redirections, uses no proxy,
/// and checks each address when it opens the connection, so that a name cannot lead to a network
/// that is not allowed, whatever it resolves to at that moment.
public struct OutboundClient: Sendable {
    /// The networks to which a request may go.
    public enum Reach: Sendable, Hashable {
        /// Hosts of the public Internet.
        case publicHosts
        /// Only hosts of private networks and this machine.
        case privateHosts
        case everyHost
    }

    /// What became of a request.
    public enum Outcome: Hashable, Sendable {
        /// The server's status.
        case answered(Int)
        /// The name leads to a network that is not allowed.
        case forbidden
        /// There was no answer.
        case failed(Failure)
    }

    /// Why there was no answer.
    public enum Failure: Hashable, Sendable {
        case unknownHost
        case noConnection
        case timeout
        /// The certificate is not valid for the name, or TLS failed otherwise.
        case certificate
        /// The caller stopped the request.
        case stopped
        /// Another error, with libcurl's number.
        case other(Int)
    }

    /// The longest time to connect.
    public var connectLimit: Duration = .seconds(5)
    /// The longest time of a whole request.
    public var limit: Duration = .seconds(10)
    /// The most bytes of an answer, fields included, that are read.
    public var answerBytesMax: Int = 65_536
    /// The file of the authorities (PEM) whose certificates are trusted; nil for those of the
    /// system.
    public var authorities: String?

    /// Creates a client with the usual limits.
    public init() {}

    /// Initialized once on any thread.
    private static let isInitialized = compass_curl_begin() != 0

    /// Sends the body to an address with `https`, or with `http` if only private hosts are reached,
    /// and waits for the answer. `goesOn` is asked about once a second; the request stops when it
    /// returns false. The status counts even if the answer is too long; its text is dropped.
    public func post(
        _ body: [UInt8], to address: String, fields: [(name: String, value: String)],
        reach: Reach, goesOn: @escaping @Sendable () -> Bool = { true }
    ) -> Outcome {
        guard Self.isInitialized else { return .failed(.other(0)) }
        var list: UnsafeMutablePointer<curl_slist>?
        // Without "Expect", which libcurl adds to long bodies and then waits a second for.
        for line in fields.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
            guard let longer = unsafe curl_slist_append(list, line) else { break }
            unsafe list = longer
        }
        defer { unsafe curl_slist_free_all(list) }
        let context = Asked(goesOn)
        return withExtendedLifetime(context) {
            unsafe Self.withCString(authorities) { authorities in
                unsafe address.withCString { address in
                    unsafe body.withUnsafeBufferPointer { body in
                        unsafe (reach == .publicHosts ? "https" : "https,http").withCString {
                            var post = unsafe compass_post()
                            unsafe post.address = address
                            unsafe post.protocols = $0
                            unsafe post.fields = UnsafePointer(list)
                            unsafe post.body = body.baseAddress
                            unsafe post.body_bytes = body.count
                            unsafe post.connect_milliseconds = Self.milliseconds(connectLimit)
                            unsafe post.milliseconds = Self.milliseconds(limit)
                            unsafe post.answer_bytes_max = answerBytesMax
                            unsafe post.authorities = authorities
                            unsafe post.admits = Self.admission(reach)
                            unsafe post.goes_on = { context in
                                guard let context = unsafe context else { return 1 }
                                return unsafe Unmanaged<Asked>.fromOpaque(context)
                                    .takeUnretainedValue().goesOn() ? 1 : 0
                            }
                            unsafe post.context = Unmanaged.passUnretained(context).toOpaque()
                            return unsafe Self.send(&post)
                        }
                    }
                }
            }
        }
    }

    private static func withCString<Value>(
        _ text: String?, _ body: (UnsafePointer<CChar>?) -> Value
    ) -> Value {
        guard let text else { return body(nil) }
        return unsafe text.withCString { unsafe body($0) }
    }

    private static func send(_ post: inout compass_post) -> Outcome {
        var status = 0
        let code = unsafe CURLcode(rawValue: UInt32(compass_curl_post(&post, &status)))
        if unsafe code == CURLE_OK || (post.was_too_long != 0 && status != 0) {
            return .answered(status)
        }
        if unsafe post.was_refused != 0 { return .forbidden }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .failed(.unknownHost)
        case CURLE_COULDNT_CONNECT: return .failed(.noConnection)
        case CURLE_OPERATION_TIMEDOUT: return .failed(.timeout)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR:
            return .failed(.certificate)
        case CURLE_ABORTED_BY_CALLBACK: return .failed(.stopped)
        default: return .failed(.other(Int(code.rawValue)))
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(duration / .milliseconds(1))
    }

    private static func admission(
        _ reach: Reach
    ) -> @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
        switch reach {
        case .publicHosts: { bytes, count in unsafe isPublic(bytes, count) == true ? 1 : 0 }
        case .privateHosts: { bytes, count in unsafe isPublic(bytes, count) == false ? 1 : 0 }
        case .everyHost: { bytes, count in unsafe isPublic(bytes, count) == nil ? 0 : 1 }
        }
    }
}

/// Whether an address that libcurl is about to connect to is public; nil if it is no address.
private func isPublic(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool? {
    let bytes = unsafe UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
    return NetworkAddress(bytes: unsafe Array(bytes))?.isPublic
}

/// The caller's question, on its way through C.
private final class Asked: Sendable {
    let goesOn: @Sendable () -> Bool

    init(_ goesOn: @escaping @Sendable () -> Bool) { self.goesOn = goesOn }
}
