public import Contracts
import Dispatch
import Synchronization

/// Calls operations by their types.
public struct Caller: Sendable {
    /// What a call carries besides its request.
    public struct Options: Sendable {
        /// The passport's bytes; empty for nobody.
        public var passport: [UInt8]
        /// The family it is about.
        public var family: FamilyID?
        /// Makes a command idempotent.
        public var idempotencyKey: IdempotencyKey?
        /// What belongs together.
        public var traceID: TraceID?
        /// How long to wait; the operation's default if it is missing.
        public var budget: Duration?
        /// Whether nothing is to happen.
        public var isDryRun: Bool

        /// Options with these values.
        public init(
            passport: [UInt8] = [], family: FamilyID? = nil, idempotencyKey: IdempotencyKey? = nil,
            traceID: TraceID? = nil, budget: Duration? = nil, isDryRun: Bool = false
        ) {
            self.passport = passport
            self.family = family
            self.idempotencyKey = idempotencyKey
            self.traceID = traceID
            self.budget = budget
            self.isDryRun = isDryRun
        }
    }

    /// A successful answer as it came.
    public struct Answer: Sendable {
        /// The response's JSON, unchanged.
        public let json: [UInt8]
        /// Whether the answer was stored before under the same key.
        public let isReplayed: Bool
        /// The request that was answered.
        public let requestID: RequestID
    }

    /// A failed call: the error, the request it belongs to, and whether it may have taken effect.
    public struct Failure: Error, Sendable {
        /// What went wrong.
        public let error: ServiceError
        /// The request that failed.
        public let requestID: RequestID
        /// Whether nobody knows if the call took effect.
        public let isOutcomeUnknown: Bool
    }

    private let transport: any CallTransport
    private let clock: ProcessClock

    /// A caller over this transport.
    public init(transport: any CallTransport, clock: ProcessClock) {
        self.transport = transport
        self.clock = clock
    }

    /// Calls an operation and waits for the response. Must not be called on a thread that the
    /// transport needs, nor on Swift's cooperative threads.
    public func call<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) throws -> Op.Response {
        let answer = try answer(operation, request, at: service, options: options)
        return try JSONCoding.decodeResponse(Op.Response.self, from: answer.json)
    }

    /// Calls an operation and waits for the answer's JSON.
    public func answer<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) throws -> Answer {
        try answer(
            operation, payload: try JSONCoding.encode(request), at: service, options: options)
    }

    /// Calls an operation with a request that is JSON already, and waits for the answer's JSON.
    public func answer<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) throws(Failure) -> Answer {
        try begin(operation, payload: payload, at: service, options: options).answer()
    }

    /// Sends a request that is JSON already; its answer is waited for later. Over a transport that
    /// carries several calls at a time others may be sent before.
    public func begin<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) -> CallUnderWay {
        let call = outgoing(operation, payload, at: service, options)
        let underWay = CallUnderWay(call.requestID)
        transport.send(call) { underWay.deliver($0) }
        return underWay
    }

    /// Calls an operation; the outcome is delivered on the transport's thread, which must not be
    /// blocked.
    public func send<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options(), deliver: @escaping @Sendable (Outcome) -> Void
    ) throws {
        transport.send(
            outgoing(operation, try JSONCoding.encode(request), at: service, options),
            deliver: deliver)
    }

    private func outgoing<Op: Operation>(
        _ operation: Op.Type, _ payload: [UInt8], at service: ServiceName?, _ options: Options
    ) -> OutgoingCall {
        OutgoingCall(
            service: (service ?? Op.service)?.rawValue ?? "", operation: Op.name,
            requestID: RequestID.make(at: clock.now()), traceID: options.traceID,
            family: options.family, idempotencyKey: options.idempotencyKey,
            passport: options.passport, payload: payload,
            budget: options.budget ?? Op.defaultBudget, isReadOnly: Op.isReadOnly,
            isDryRun: options.isDryRun)
    }
}

/// A call that was sent and whose answer is waited for.
public final class CallUnderWay: Sendable {
    /// The request.
    public let requestID: RequestID
    private let outcome = Mutex<Outcome?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ requestID: RequestID) { self.requestID = requestID }

    func deliver(_ outcome: Outcome) {
        self.outcome.withLock { $0 = outcome }
        done.signal()
    }

    /// Waits for the answer's JSON; asked once.
    public func answer() throws(Caller.Failure) -> Caller.Answer {
        done.wait()
        switch outcome.withLock({ $0 }) {
        case .success(let json, let isReplayed):
            return Caller.Answer(json: json, isReplayed: isReplayed, requestID: requestID)
        case .failure(let error, let executed):
            throw Caller.Failure(
                error: error, requestID: requestID, isOutcomeUnknown: executed == .unknown)
        case nil:
            throw Caller.Failure(
                error: ServiceError(.internal, "The call ended without an outcome"),
                requestID: requestID, isOutcomeUnknown: true)
        }
    }
}
