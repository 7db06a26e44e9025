import Contracts
import Majordomo
import Synchronization

/// Sends calls through the broker, from any thread; the client has its own thread.
public final class BrokerTransport: CallTransport, Component {
    /// The name in the log.
    public let name = "client"
    private let client: Client

    /// Creates a transport that connects to this endpoint in the background.
    public init(endpoint: String) throws {
        client = try Client(endpoint: endpoint)
    }

    /// Does nothing: the client's thread is already running.
    public func start() {}

    /// Ends every call and stops the thread.
    public func stop(by deadline: ContinuousClock.Instant) {
        client.close()
    }

    /// Sends a call. The client retries it within its budget.
    public func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
        client.call(ClientRequest(call)) { reply in
            deliver(Outcome(reply))
        }
    }
}

/// Sends calls through the broker for a program with an event loop, which waits for the descriptors
/// and lets the transport work; there is no other thread.
public final class PolledBrokerTransport: CallTransport, Component {
    /// The name in the log.
    public let name = "client"
    private let client: PolledClient

    /// Creates a transport that connects to this endpoint in the background.
    public init(endpoint: String) throws {
        client = try PolledClient(endpoint: endpoint)
    }

    /// The descriptors of which one is readable if there may be work.
    public var descriptors: [Int32] { client.descriptors }

    /// Does nothing: the event loop runs the client.
    public func start() {}

    /// Ends every call.
    public func stop(by deadline: ContinuousClock.Instant) {
        client.close()
    }

    /// Sends a call. The client retries it within its budget.
    public func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
        client.call(ClientRequest(call)) { deliver(Outcome($0)) }
    }

    /// Handles what has arrived or is due, without waiting. Called by the event loop when a
    /// descriptor is readable, when the time is over, and after it has made calls.
    ///
    /// - Parameter isReady: False if only calls were made meanwhile.
    /// - Returns: For how many milliseconds the loop may wait for the descriptors; nil for any
    ///   time.
    public func work(isReady: Bool) -> Int? { client.work(isReady: isReady) }
}

/// Sends one call at a time through the broker, on the caller's thread. For commands, whose
/// processes live a few milliseconds.
public final class SerialBrokerTransport: CallTransport {
    // The engine may be used by one thread at a time, which the lock ensures.
    private let client: Mutex<SerialClientBox>

    private struct SerialClientBox: ~Copyable {
        let client: SerialClient
    }

    /// Creates a transport to this endpoint.
    public init(endpoint: String) throws {
        let client = try SerialClient(endpoint: endpoint)
        self.client = Mutex(SerialClientBox(client: client))
    }

    /// Sends the call and delivers its outcome before returning.
    public func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
        let outcome = client.withLock { box -> Outcome in
            do {
                return Outcome(try box.client.call(ClientRequest(call)))
            } catch {
                return .failure(
                    ServiceError(.unavailable, "The services cannot be reached: \(error)"),
                    executed: .unknown)
            }
        }
        deliver(outcome)
    }
}

extension ClientRequest {
    /// Converts the call to a request of the message layer.
    fileprivate init(_ call: OutgoingCall) {
        self.init(
            service: call.service,
            header: RequestHeader(
                requestID: call.requestID.wire, operation: call.operation,
                budgetMilliseconds: min(
                    UInt32(clamping: call.budget.wholeMilliseconds),
                    UInt32(Limits.budgetMillisecondsMax)),
                idempotencyKey: call.idempotencyKey?.wire, familyID: call.family?.wire,
                traceID: call.traceID?.wire, isDryRun: call.isDryRun),
            passport: call.passport, payload: call.payload, isReadOnly: call.isReadOnly)
    }
}

extension Outcome {
    /// Converts a reply to the caller's outcome.
    fileprivate init(_ reply: ClientReply) {
        let header = reply.header
        guard let code = header.status.errorCode else {
            self = .success(reply.payload, replayed: header.isReplayed)
            return
        }
        let body = try? JSONCoding.decodeResponse(ErrorBody.self, from: reply.payload)
        let retryAfter = header.retryAfterMilliseconds.flatMap { UInt32(exactly: $0) }
        let error = ServiceError(
            body?.error.code ?? code, body?.error.message ?? "The service answered \(code)",
            errors: body?.error.errors ?? [:],
            subject: body?.error.subject.flatMap { ErrorSubject(rawValue: $0) },
            retryAfterMilliseconds: retryAfter)
        self = .failure(error, executed: header.executed == .no ? .no : .unknown)
    }
}
