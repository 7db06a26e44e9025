import ZeroMQ

/// A client for one thread that drives it: many calls in flight, no thread and no lock of its own.
/// For programs that must know when exactly a call left and its answer came.
public final class SteppedClient {
    private let engine: ClientEngine

    /// Makes a client; it connects in the background, and calls wait for that within their budget.
    /// `wakeDescriptor` ends a step early when it is readable.
    public init(endpoint: String, wakeDescriptor: Int32? = nil) throws(MajordomoError) {
        engine = try MajordomoError.translating { () throws(ZeroMQError) in
            try ClientEngine(
                context: Context(), endpoint: Endpoint(endpoint), wakeDescriptor: wakeDescriptor)
        }
    }

    /// Calls without an answer yet; at most `Limits.pendingCallsMax`, one more is answered BUSY.
    public var pendingCount: Int { engine.pendingCount }

    /// Begins a call. `completion` runs once, within this or a later call of `start` or `step`.
    public func start(
        _ request: ClientRequest, completion: @escaping (ClientReply) -> Void
    ) throws(MajordomoError) {
        try MajordomoError.translating { () throws(ZeroMQError) in
            try engine.start(request, completion: completion)
        }
    }

    /// Waits for something to happen, at most `milliseconds`, and does it. The answer is whether
    /// the wake descriptor was readable.
    @discardableResult
    public func step(milliseconds: Int) throws(MajordomoError) -> Bool {
        try MajordomoError.translating { () throws(ZeroMQError) in
            try engine.step(milliseconds: milliseconds)
        }
    }
}
