import Synchronization
import ZeroMQ

/// A change of a worker's registration, reported on the worker's thread.
public enum WorkerNotice: Sendable, Equatable {
    /// READY was sent. `hasCredit` is true if the broker supports credit.
    case registered(hasCredit: Bool)
    /// The broker is lost, and replies to held requests are discarded. The worker registers again.
    case lost
    /// The worker has stopped after a drain, or because of `failure`.
    case stopped(failure: String?)
}

/// A Majordomo worker: offers one service to one broker, with its own thread for the socket.
public final class Worker: Sendable {
    /// The configuration of a worker.
    public struct Settings: Sendable {
        public var endpoint: String
        public var service: String
        /// The most requests that it holds at a time, at most `Limits.creditMax`.
        public var credit: UInt32
        /// Signs a `WorkerRegistration.statement` with the service's key; nil if the broker asks
        /// for no proof. Runs on the worker's thread.
        public var proof: (@Sendable (_ statement: [UInt8]) -> [UInt8]?)?

        public init(endpoint: String, service: String, credit: UInt32) {
            self.endpoint = endpoint
            self.service = service
            self.credit = credit
        }
    }

    /// Receives a request. Runs on the worker's thread and must not block. Each request must be
    /// answered exactly once with `reply`, from any thread.
    public typealias Handler = @Sendable (WorkerRequest) -> Void

    enum Input: Sendable {
        case reply(WorkerRequest, ReplyHeader, [UInt8])
        case credit(UInt32)
        case drain
    }

    private let settings: Settings
    private let endpoint: Endpoint
    private let handler: Handler
    private let notice: @Sendable (WorkerNotice) -> Void
    private let mailbox: Mailbox<Input>
    private let thread = Mutex<WorkerThread?>(nil)

    /// Creates a worker without starting it.
    public init(
        settings: Settings, handler: @escaping Handler,
        notice: @escaping @Sendable (WorkerNotice) -> Void = { _ in }
    ) throws(MajordomoError) {
        self.settings = settings
        self.handler = handler
        self.notice = notice
        (endpoint, mailbox) = try MajordomoError.translating { () throws(ZeroMQError) in
            guard ServiceName.read(Array(settings.service.utf8).span) != nil else {
                throw ZeroMQError(
                    code: .endpointRefused, call: "worker",
                    message: "a service's name is 1 to 255 bytes of printable ASCII")
            }
            return (try Endpoint(settings.endpoint), try Mailbox<Input>())
        }
    }

    /// Starts the thread, which connects and registers, again whenever the broker is lost.
    public func start() throws(MajordomoError) {
        let context = try MajordomoError.translating { () throws(ZeroMQError) in try Context() }
        let (settings, endpoint, mailbox) = (settings, endpoint, mailbox)
        let (handler, notice) = (handler, notice)
        let started = try MajordomoError.startThread(named: "worker-io") {
            var failure: String?
            do throws(ZeroMQError) {
                let loop = WorkerLoop(
                    settings: settings, endpoint: endpoint, context: context, mailbox: mailbox,
                    handler: handler, notice: notice)
                try loop.run()
            } catch {
                failure = error.description
            }
            _ = mailbox.close()
            notice(.stopped(failure: failure))
        }
        thread.withLock { $0 = started }
    }

    /// Replies to a request. The reply gets the request's id; a payload over
    /// `Limits.payloadFrameBytesMax` is sent in slices. Thread-safe.
    public func reply(to request: WorkerRequest, header: ReplyHeader, payload: [UInt8]) {
        mailbox.put(.reply(request, header, payload))
    }

    /// Changes the most requests that the worker holds at a time. Thread-safe.
    public func setCredit(_ credit: UInt32) {
        mailbox.put(.credit(credit))
    }

    /// Accepts no further requests, waits at most `Limits.workerDrainMilliseconds` for the replies
    /// to the held ones, sends DISCONNECT and stops. Thread-safe.
    public func drain() {
        mailbox.put(.drain)
    }

    /// Waits until the worker has stopped after `drain`. Must not be called on the worker's thread.
    public func waitUntilStopped() {
        let running = thread.withLock { $0 }
        precondition(running?.isCurrent != true, "a worker cannot wait for itself")
        running?.join()
    }
}
