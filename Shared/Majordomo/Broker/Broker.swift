import Glibc
import Synchronization
import ZeroMQ

/// The Majordomo broker: one thread, one socket for clients and workers.
public final class Broker: Sendable {
    /// The configuration of a broker.
    public struct Settings: Sendable {
        /// The endpoint to bind: `ipc://` and an absolute path.
        public var endpoint: String
        /// The user whose processes may connect.
        public var userID: UInt32
        /// Returns whether a worker may offer the service it names. Runs on the broker's thread.
        public var admits: @Sendable (WorkerRegistration) -> Bool = { _ in true }
        /// Receives notable events, at most every 10 s. Runs on the broker's thread.
        public var notice: @Sendable (BrokerNotice) -> Void = { _ in }

        /// Creates settings. `userID` defaults to the user that runs the process; `admits` to
        /// accepting every worker.
        public init(endpoint: String, userID: UInt32? = nil) {
            self.endpoint = endpoint
            self.userID = userID ?? geteuid()
        }
    }

    private let settings: Settings
    private let endpoint: Endpoint
    private let stopSignal: WakeUp
    private let thread = Mutex<WorkerThread?>(nil)

    /// Creates a broker without binding its socket.
    public init(settings: Settings) throws(MajordomoError) {
        self.settings = settings
        (endpoint, stopSignal) = try MajordomoError.translating { () throws(ZeroMQError) in
            (try Endpoint(settings.endpoint), try WakeUp())
        }
    }

    /// Binds the endpoint and serves on a new thread; returns once the socket is bound.
    /// `whenFailed` runs on that thread if the broker ends for any reason other than `stop`.
    public func start(
        whenFailed: @escaping @Sendable (MajordomoError) -> Void = { _ in }
    ) throws(MajordomoError) {
        let begun = OneShot<MajordomoError?>()
        let (settings, endpoint, stopSignal) = (settings, endpoint, stopSignal)
        let started = try MajordomoError.startThread(named: "broker-io") {
            var isBound = false
            do throws(ZeroMQError) {
                let lock = try EndpointLock(endpoint)
                defer { lock.release() }
                var loop = try BrokerLoop(
                    endpoint: endpoint, settings: settings,
                    stopDescriptor: stopSignal.descriptor)
                isBound = true
                begun.set(nil)
                try loop.run()
            } catch {
                begun.set(MajordomoError(error))
                if isBound { whenFailed(MajordomoError(error)) }
            }
        }
        if let failure = begun.wait() {
            started.join()
            throw failure
        }
        thread.withLock { $0 = started }
    }

    /// Drains for at most `Limits.brokerDrainMilliseconds`, then waits for the thread to end.
    /// Must not be called on the broker's own thread.
    public func stop() {
        stopSignal.signal()
        thread.withLock { $0 }?.join()
    }
}

/// Ensures one broker per endpoint: binding `ipc://` would silently take the path from another one.
struct EndpointLock {
    private let descriptor: Int32

    init(_ endpoint: Endpoint) throws(ZeroMQError) {
        guard let path = endpoint.path else {
            descriptor = -1
            return
        }
        try endpoint.prepareDirectory()
        descriptor = unsafe open("\(path).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            if descriptor >= 0 { close(descriptor) }
            throw ZeroMQError(
                code: number == EWOULDBLOCK ? .addressInUse : .directoryRefused, call: "flock",
                number: number,
                message: "\(path).lock cannot be locked; another broker may hold the endpoint")
        }
    }

    func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
