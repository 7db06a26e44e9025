public import Contracts
import Synchronization

/// Dispatches the calls of one service: finds the operation, verifies the passport, checks access
/// and passes the call to its handler. Independent of sockets.
///
/// Register every operation before the first call. Call `dispatch` from one thread; outcomes may be
/// delivered on any.
public final class ServiceHost: Sendable {
    /// A request from the message layer.
    @Memberwise
    public struct Request: Sendable {
        public var operation: String
        public var requestID: RequestID
        /// The trace id; defaults to the request's id.
        public var traceID: TraceID?
        /// The family that the request concerns.
        public var family: FamilyID?
        public var idempotencyKey: IdempotencyKey?
        /// The signed passport; empty for an anonymous caller.
        public var passport: [UInt8]
        /// The request's JSON.
        public var payload: [UInt8]
        /// The end of the caller's budget.
        public var deadline: ContinuousClock.Instant
        /// Whether the request is a dry run.
        public var isDryRun: Bool
        /// Whether no other request waits for the dispatching thread.
        public var isAlone = false
    }

    /// The name in the statistics for all unknown operations.
    static let unknownOperation = "unknown"

    public let name: String
    private let instance: String
    private let startedAt: Instant
    private let clock: ProcessClock
    private let verifier: PassportVerifier
    private let logger: Logger
    private let table = Mutex(OperationTable())
    private let statistics = CallStatistics()
    private let gauges = Mutex<[@Sendable () -> [String: Int64]]>([])

    /// Creates a host that serves only the `$srv` operations.
    public init(name: String, clock: ProcessClock, verifier: PassportVerifier, logger: Logger) {
        self.name = name
        self.clock = clock
        self.verifier = verifier
        self.logger = logger
        startedAt = clock.now()
        instance = RequestID.make(at: startedAt).text
        registerQuestions()
    }

    /// Adds an operation. The handler runs on the dispatching thread and must not block. It replies
    /// through the responder, at once or later, from any thread.
    public func register<Op: Operation>(
        _ operation: Op.Type,
        _ handler: @escaping @Sendable (IncomingCall<Op>, Responder<Op>) -> Void
    ) {
        table.withLock { $0.add(operation, handler) }
    }

    /// Allows further roles to call a registered operation for members of a family, as configured.
    /// Call it before the first request.
    public func allow<Op: Operation>(_ roles: Set<Role>, toCall operation: Op.Type) {
        table.withLock { $0.allow(roles, toCall: operation) }
    }

    /// Adds values to the reply of `$srv.stats`.
    public func addGauges(_ read: @escaping @Sendable () -> [String: Int64]) {
        gauges.withLock { $0.append(read) }
    }

    /// Measures the time in an operation's handler separately from the time before it.
    public func measured<Value>(
        _ operation: String, _ context: CallContext, _ work: () throws -> Value
    ) rethrows -> Value {
        let began = ContinuousClock.now
        defer {
            statistics.worked(
                on: operation, for: ContinuousClock.now - began, after: began - context.arrivedAt)
        }
        return try work()
    }

    /// Dispatches one request; its outcome is delivered exactly once.
    public func dispatch(_ request: Request, deliver: @escaping @Sendable (Outcome) -> Void) {
        let began = ContinuousClock.now
        statistics.began()
        let isAnswered = Mutex(false)
        let entry = table.withLock { $0.entries[request.operation] }
        // Callers choose the names of unknown operations. These share one row to bound the memory.
        let operation = entry == nil ? ServiceHost.unknownOperation : request.operation
        let finish: @Sendable (Outcome) -> Void = { [statistics, logger] outcome in
            let isFirst = isAnswered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            guard isFirst else { return }
            statistics.ended(operation, outcome: outcome, after: ContinuousClock.now - began)
            ServiceHost.logDenied(outcome, request, to: logger)
            deliver(outcome.redacted(saying: entry?.failureText))
        }
        do throws(ServiceError) {
            guard let entry else {
                throw ServiceError(
                    .unimplemented, "\(name) has no operation '\(request.operation)'")
            }
            let context = try context(of: request, arrivedAt: began, for: entry)
            try context.checkDeadline()
            entry.handle(context, request.payload, finish)
        } catch {
            finish(.failure(error, executed: .no))
        }
    }

    private func context(
        of request: Request, arrivedAt: ContinuousClock.Instant, for entry: OperationTable.Entry
    ) throws(ServiceError) -> CallContext {
        let now = clock.now()
        // An operation open to everyone does not require a valid passport.
        let principal =
            entry.access == .everyone
            ? .anonymous : try verifier.principal(of: request.passport, at: clock.machineTime())
        try AccessCheck.requireRights(of: principal, for: entry.operation)
        let scope = try AccessCheck.scope(of: principal, family: request.family, for: entry.access)
        return CallContext(
            requestID: request.requestID,
            traceID: request.traceID
                ?? TraceID(high: request.requestID.high, low: request.requestID.low),
            principal: principal, family: scope, idempotencyKey: request.idempotencyKey,
            deadline: request.deadline, now: now, isDryRun: request.isDryRun,
            arrivedAt: arrivedAt, namedFamily: request.family, isAlone: request.isAlone)
    }

    private static func logDenied(
        _ outcome: Outcome, _ request: Request, to logger: Logger
    ) {
        guard case .failure(let error, _) = outcome else { return }
        switch error.code {
        case .unauthenticated, .forbidden:
            logger.info(
                "call denied",
                [
                    "operation": request.operation, "error.code": error.code.rawValue,
                    "request.id": request.requestID.text,
                ])
        case .internal, .dataLoss:
            logger.error(
                "call failed",
                [
                    "operation": request.operation, "error.code": error.code.rawValue,
                    "error.message": error.message, "request.id": request.requestID.text,
                ])
        default:
            break
        }
    }
}

// MARK: Operations of every service

extension ServiceHost {
    private func registerQuestions() {
        register(PingService.self) { [name, instance] _, responder in
            responder.succeed(.init(name: name, id: instance, version: ProgramVersion.current))
        }
        register(DescribeService.self) { [unowned self] _, responder in
            let operations = table.withLock { $0.entries.values.map(\.operation) }
                .sorted { $0.name < $1.name }
            responder.succeed(
                .init(
                    name: name, id: instance, version: ProgramVersion.current,
                    startedAt: startedAt,
                    operations: operations.map {
                        .init(name: $0.name, summary: $0.summary, readOnly: $0.isReadOnly)
                    }))
        }
        register(ShowContract.self) { [name] _, responder in
            do {
                guard let service = ServiceName(rawValue: name) else {
                    throw ServiceError(.notFound, "Contract of '\(name)' not found")
                }
                responder.succeed(try OperationCatalogue.contract(of: service))
            } catch {
                responder.fail(error as? ServiceError ?? ServiceError(.internal, "\(error)"))
            }
        }
        register(ServiceStatistics.self) { [unowned self] _, responder in
            var figures = ProcessFigures.read()
            figures[ServiceStatistics.fixedClock] = clock.fixedAt?.milliseconds
            for read in gauges.withLock({ $0 }) {
                figures.merge(read()) { _, new in new }
            }
            responder.succeed(
                .init(
                    name: name, id: instance, version: ProgramVersion.current,
                    startedAt: startedAt, inFlight: statistics.inFlight,
                    operations: statistics.snapshot(), gauges: figures))
        }
    }
}

/// The version of all programs of this system.
public enum ProgramVersion {
    /// The version, in the format of semver.org.
    public static let current = "0.1.0"
}
