import Contracts
import Glibc
import Majordomo
public import Sodium
import Synchronization

/// Offers a host's operations to the broker, as one Majordomo worker.
public final class BrokerWorker: Component {
    /// The number of concurrent requests of a service, parked long polls excluded.
    public static let credit: UInt32 = 64

    /// The name in the log.
    public let name = "worker"
    private let host: ServiceHost
    private let endpoint: String
    private let key: SigningKey?
    private let logger: Logger
    private let prepareToDrain: @Sendable () -> Void
    private let worker = Mutex<Worker?>(nil)
    private let isRegistered = Atomic(false)
    private let parked = Atomic(0)

    /// Creates a worker for this host. `key` is the service's own key, with which the worker proves
    /// its service; nil for a name that needs none. `prepareToDrain` answers parked long polls, so
    /// that a drain need not wait for them.
    public init(
        host: ServiceHost, endpoint: String, key: SigningKey? = nil, logger: Logger,
        prepareToDrain: @escaping @Sendable () -> Void = {}
    ) {
        self.host = host
        self.endpoint = endpoint
        self.key = key
        self.logger = logger
        self.prepareToDrain = prepareToDrain
    }

    /// Whether the broker has registered the worker.
    public var isReady: Bool { isRegistered.load(ordering: .acquiring) }

    /// Connects and registers, again whenever the broker is lost.
    public func start() throws {
        var settings = Worker.Settings(
            endpoint: endpoint, service: host.name, credit: BrokerWorker.credit)
        if let key { settings.proof = { try? key.signature(of: $0) } }
        let worker = try Worker(
            settings: settings,
            handler: { [weak self] request in self?.take(request) },
            notice: { [weak self] notice in self?.note(notice) })
        self.worker.withLock { $0 = worker }
        try worker.start()
    }

    /// Drains: accepts no further requests, replies to the held ones and sends DISCONNECT.
    public func stop(by deadline: ContinuousClock.Instant) {
        prepareToDrain()
        guard let worker = worker.withLock({ $0 }) else { return }
        worker.drain()
        worker.waitUntilStopped()
    }

    /// Raises the credit by the number of parked long polls, so that they use none of the service's
    /// own.
    public func setParked(_ count: Int) {
        guard parked.exchange(count, ordering: .acquiringAndReleasing) != count else { return }
        worker.withLock { $0 }?.setCredit(BrokerWorker.credit + UInt32(clamping: count))
    }

    private func note(_ notice: WorkerNotice) {
        switch notice {
        case .registered:
            isRegistered.store(true, ordering: .releasing)
            logger.info("registered")
        case .lost:
            isRegistered.store(false, ordering: .releasing)
            logger.warning("broker lost")
        case .stopped(let failure?):
            // A service without a worker is useless: exit, so that the supervisor starts it again.
            logger.error("worker stopped", ["error.message": failure])
            _exit(1)
        case .stopped(nil):
            break
        }
    }

    private func take(_ request: WorkerRequest) {
        let header = request.header
        let budget = Duration.milliseconds(Int64(request.remainingMilliseconds()))
        let call = ServiceHost.Request(
            operation: header.operation, requestID: RequestID(wire: header.requestID),
            traceID: header.traceID.map { TraceID(wire: $0) },
            family: header.familyID.map { FamilyID(wire: $0) },
            idempotencyKey: header.idempotencyKey.map { IdempotencyKey(wire: $0) },
            passport: request.passport, payload: request.payload,
            deadline: ContinuousClock.now + budget, isDryRun: header.isDryRun,
            isAlone: request.isAlone)
        guard let worker = worker.withLock({ $0 }) else { return }
        host.dispatch(call) { outcome in
            let (reply, payload) = BrokerWorker.reply(to: header.requestID, outcome)
            worker.reply(to: request, header: reply, payload: payload)
        }
    }

    private static func reply(
        to request: WireID, _ outcome: Outcome
    ) -> (ReplyHeader, [UInt8]) {
        switch outcome {
        case .success(let json, let isReplayed):
            return (ReplyHeader(requestID: request, isReplayed: isReplayed), json)
        case .failure(let error, let executed):
            let header = ReplyHeader(
                requestID: request, status: Status(error.code),
                executed: executed == .no ? .no : .unknown,
                retryAfterMilliseconds: error.retryAfterMilliseconds.map { Int32(clamping: $0) })
            let body = ErrorBody(error, requestID: RequestID(wire: request))
            return (header, (try? JSONCoding.encode(body)) ?? [])
        }
    }
}
