import Contracts
import Majordomo
import Synchronization

/// Carries calls through the broker, from any thread, on a thread of its own.
public final class BrokerTransport: CallTransport, Component {
    /// What it is called in the log.
    public let name = "client"
    private let client: Client

    /// A transport through the broker at this endpoint; it connects in the background.
    public init(endpoint: String) throws {
        client = try Client(endpoint: endpoint)
    }

    /// The client's thread runs already.
    public func start() {}

    /// Ends every call and the thread.
    public func stop(by deadline: ContinuousClock.Instant) {
        client.close()
    }

    /// Sends a call; repetitions within its budget are the client's.
    public func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
        client.call(ClientRequest(call)) { reply in
            deliver(Outcome(reply))
        }
    }
}

/// Carries one call at a time through the broker, on the caller's thread: for a command, whose
/// process lives for a few milliseconds.
public final class SerialBrokerTransport: CallTransport {
    // The engine belongs to one thread at a time: the lock hands it over.
    private let client: Mutex<SerialClientBox>

    private struct SerialClientBox: ~Copyable {
        let client: SerialClient
    }

    /// A transport through the broker at this endpoint.
    public init(endpoint: String) throws {
        let client = try SerialClient(endpoint: endpoint)
        self.client = Mutex(SerialClientBox(client: client))
    }

    /// Sends the call, waits for its outcome and delivers it before returning.
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
    /// The call as the message layer takes it.
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
    /// What a reply means to the caller.
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
            errors: body?.error.errors ?? [:], retryAfterMilliseconds: retryAfter)
        self = .failure(error, executed: header.executed == .no ? .no : .unknown)
    }
}
