import ZeroMQ

/// A client for one thread that makes one call at a time: no thread, no lock, starts in
/// microseconds. For a command or a probe.
public final class SerialClient {
    private let engine: ClientEngine

    /// Makes a client; it connects in the background, and calls wait for that within their budget.
    public init(endpoint: String) throws(MajordomoError) {
        engine = try MajordomoError.translating { () throws(ZeroMQError) in
            try ClientEngine(context: Context(), endpoint: Endpoint(endpoint), wakeDescriptor: nil)
        }
    }

    /// Calls and waits for the result, at most the header's budget.
    /// Failures are replies too; the error is one of the local socket.
    public func call(_ request: ClientRequest) throws(MajordomoError) -> ClientReply {
        var result: ClientReply?
        try MajordomoError.translating { () throws(ZeroMQError) in
            try engine.start(request) { result = $0 }
            while result == nil {
                _ = try engine.step(milliseconds: ClientEngine.sleepMillisecondsMax)
            }
        }
        return result
            ?? ClientReply(
                requestID: request.header.requestID, status: .internal, executed: .unknown,
                message: "the call ended without a result")
    }
}
