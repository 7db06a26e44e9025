import ZeroMQ

/// A client for one thread and one call at a time, for commands and probes. Has no thread, not even
/// one of libzmq (`DirectDealer`), and no lock, and starts in microseconds.
public final class SerialClient {
    private let engine: ClientEngine

    /// Creates a client that connects in the background; calls wait for the connection within their
    /// budget.
    public init(endpoint: String) throws(MajordomoError) {
        engine = try MajordomoError.translating { () throws(ZeroMQError) in
            ClientEngine(
                try DirectLink(
                    endpoint: Endpoint(endpoint), settings: ClientEngine.settings,
                    wakeDescriptor: nil))
        }
    }

    /// Sends a request and waits for the result, at most for the header's budget.
    /// Failures are returned as replies; throws only errors of the local socket.
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
