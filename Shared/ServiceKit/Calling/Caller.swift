public import Contracts

/// Calls operations in a type-safe way.
@Memberwise
public struct Caller: Sendable {
    /// The options of a call.
    @Memberwise
    public struct Options: Sendable {
        /// The signed passport; empty for an anonymous caller.
        public var passport: [UInt8] = []
        /// The family that the call concerns.
        public var family: FamilyID?
        /// The idempotency key of a command.
        public var idempotencyKey: IdempotencyKey?
        /// Correlates the log lines of one action across services.
        public var traceID: TraceID?
        /// The longest wait; nil for the operation's default.
        public var budget: Duration?
        /// Whether the call is a dry run.
        public var isDryRun: Bool = false
    }

    /// The JSON of a successful call.
    public struct Answer: Sendable {
        /// The response's JSON, unchanged.
        public let json: [UInt8]
        /// Whether the reply was stored by an earlier request with the same idempotency key.
        public let isReplayed: Bool
        public let requestID: RequestID
    }

    /// A failed call.
    public struct Failure: Error, Sendable {
        public let error: ServiceError
        public let requestID: RequestID
        /// Whether it is unknown if the call took effect.
        public let isOutcomeUnknown: Bool
    }

    private let transport: any CallTransport
    private let clock: ProcessClock

    /// Calls an operation and waits for the response. Must not be called on a thread that the
    /// transport needs, nor on Swift's cooperative threads.
    public func call<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) throws -> Op.Response {
        let answer = try answer(operation, request, at: service, options: options)
        return try JSONCoding.decodeResponse(Op.Response.self, from: answer.json)
    }

    /// Calls an operation and waits for the response's JSON.
    public func answer<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) throws -> Answer {
        try answer(
            operation, payload: try JSONCoding.encode(request), at: service, options: options)
    }

    /// Calls an operation with an encoded request and waits for the response's JSON.
    public func answer<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) throws(Failure) -> Answer {
        try begin(operation, payload: payload, at: service, options: options).answer()
    }

    /// Sends an encoded request without waiting for its response. A transport for concurrent calls
    /// can send others meanwhile.
    public func begin<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) -> PendingCall {
        let call = outgoing(operation, payload, at: service, options)
        let pending = PendingCall(call.requestID)
        transport.send(call) { pending.deliver($0) }
        return pending
    }

    /// Calls an operation. The outcome is delivered on the transport's thread, which must not be
    /// blocked.
    public func send<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options(), deliver: @escaping @Sendable (Outcome) -> Void
    ) throws {
        send(
            operation, payload: try JSONCoding.encode(request), at: service, options: options,
            deliver: deliver)
    }

    /// The same with an encoded request.
    public func send<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options(), deliver: @escaping @Sendable (Outcome) -> Void
    ) {
        transport.send(outgoing(operation, payload, at: service, options), deliver: deliver)
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

/// A call that was sent and whose outcome is pending.
public final class PendingCall: Sendable {
    public let requestID: RequestID
    private let outcome = OneShot<Outcome>()

    init(_ requestID: RequestID) { self.requestID = requestID }

    func deliver(_ outcome: Outcome) { self.outcome.set(outcome) }

    /// Waits for the response's JSON.
    public func answer() throws(Caller.Failure) -> Caller.Answer {
        switch outcome.wait() {
        case .success(let json, let isReplayed):
            return Caller.Answer(json: json, isReplayed: isReplayed, requestID: requestID)
        case .failure(let error, let executed):
            throw Caller.Failure(
                error: error, requestID: requestID, isOutcomeUnknown: executed == .unknown)
        }
    }
}
