import Synchronization
import ZeroMQ

/// What a worker tells about its registration, on its own thread.
public enum WorkerNotice: Sendable, Equatable {
    /// READY went out; `hasCredit` where the broker announced credit.
    case registered(hasCredit: Bool)
    /// The broker is lost; answers to requests that are held go nowhere. It registers again.
    case lost
    /// The drain is over, or the worker failed with this text; nothing further happens.
    case stopped(failure: String?)
}

/// A Majordomo worker: offers one service to one broker, with a thread of its own for the socket.
public final class Worker: Sendable {
    /// What a worker needs to know.
    public struct Settings: Sendable {
        /// Where the broker is.
        public var endpoint: String
        /// The service that it offers.
        public var service: String
        /// How many requests it takes at a time, at most `Limits.creditMax`.
        public var credit: UInt32
        /// Signs what `WorkerRegistration.statement` makes of a broker's challenge, with the key of
        /// the service; nil where no broker asks for a proof. Runs on the worker's thread.
        public var proof: (@Sendable (_ statement: [UInt8]) -> [UInt8]?)?

        /// Makes settings.
        public init(endpoint: String, service: String, credit: UInt32) {
            self.endpoint = endpoint
            self.service = service
            self.credit = credit
        }
    }

    /// Takes a request. Runs on the worker's thread and must not wait there; each request must
    /// be answered exactly once with `reply`, from any thread.
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
    private let thread = Mutex<OwnedThread?>(nil)

    /// Prepares a worker; `start` begins.
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

    /// Starts the thread: it connects and registers, and does so again whenever the broker is lost.
    public func start() throws(MajordomoError) {
        let context = try MajordomoError.translating { () throws(ZeroMQError) in try Context() }
        let (settings, endpoint, mailbox) = (settings, endpoint, mailbox)
        let (handler, notice) = (handler, notice)
        let started = OwnedThread(named: "worker-io") {
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
        guard let started else { throw .noThread }
        thread.withLock { $0 = started }
    }

    /// Answers a request. The header's request id is the request's; a payload over
    /// `Limits.payloadFrameBytesMax` goes out in slices. Any thread may call it.
    public func reply(to request: WorkerRequest, header: ReplyHeader, payload: [UInt8]) {
        mailbox.put(.reply(request, header, payload))
    }

    /// Changes how many requests the worker takes at a time. Any thread may call it.
    public func setCredit(_ credit: UInt32) {
        mailbox.put(.credit(credit))
    }

    /// Takes no further requests, waits for the answers to those it holds, at most
    /// `Limits.workerDrainMilliseconds`, says DISCONNECT and stops. Any thread may call it.
    public func drain() {
        mailbox.put(.drain)
    }

    /// Waits until the worker has stopped after `drain`. Not to be used on the worker's thread.
    public func waitUntilStopped() {
        let running = thread.withLock { current in
            let running = current
            current = nil
            return running
        }
        precondition(running?.isCurrent != true, "a worker cannot wait for itself")
        running?.join()
    }
}
