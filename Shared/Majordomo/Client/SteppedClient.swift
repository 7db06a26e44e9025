import ZeroMQ

/// A client driven by its caller's thread, with many calls in flight and no thread or lock of its
/// own. For programs that must measure exactly when a call left and its reply arrived.
public final class SteppedClient {
    private let engine: ClientEngine

    /// Creates a client that connects in the background; calls wait for the connection within their
    /// budget. A readable `wakeDescriptor` ends a step early.
    public init(endpoint: String, wakeDescriptor: Int32? = nil) throws(MajordomoError) {
        engine = try MajordomoError.translating { () throws(ZeroMQError) in
            try ClientEngine(
                context: Context(), endpoint: Endpoint(endpoint), wakeDescriptor: wakeDescriptor)
        }
    }

    /// The number of unanswered calls, at most `Limits.pendingCallsMax`; further calls end with
    /// BUSY.
    public var pendingCount: Int { engine.pendingCount }

    /// Starts a call. `completion` runs once, within this or a later call of `start` or `step`.
    public func start(
        _ request: ClientRequest, completion: @escaping (ClientReply) -> Void
    ) throws(MajordomoError) {
        try MajordomoError.translating { () throws(ZeroMQError) in
            try engine.start(request, completion: completion)
        }
    }

    /// Waits at most `milliseconds` for an event and handles it. Returns whether the wake
    /// descriptor was readable.
    @discardableResult
    public func step(milliseconds: Int) throws(MajordomoError) -> Bool {
        try MajordomoError.translating { () throws(ZeroMQError) in
            try engine.step(milliseconds: milliseconds)
        }
    }
}
