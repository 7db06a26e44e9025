import Glibc
import Synchronization
import ZeroMQ

/// A thread-safe client without a thread of its own: an event loop waits for its descriptors beside
/// others and lets it work. That thread reads and writes the connection itself (`DirectDealer`), so
/// a reply wakes the thread that uses it, and no other.
public final class PolledClient: Sendable {
    private struct Completed {
        let completion: @Sendable (ClientReply) -> Void
        let reply: ClientReply
    }

    /// Collects what is completed while the engine works, to be told when the lock is free.
    private final class Outbox {
        var completed: [Completed] = []

        func takeAll() -> [Completed] {
            defer { completed = [] }
            return completed
        }
    }

    private struct State: ~Copyable {
        /// Nil once the client is closed.
        var engine: ClientEngine?
        let outbox = Outbox()
        /// The thread that works.
        var worker: pthread_t?
        /// Whether calls were made since the last work, which may have used up the signal of a
        /// reply.
        var hasNewCalls = false
        /// When there is work without a signal; at once for the connection.
        var nextDeadline: MonotonicTime? = MonotonicClock.now()
    }

    // The lock lets the engine move between threads.
    private let state: Mutex<State>
    private let wakeUp: WakeUp
    /// The descriptors of which one is readable if there may be work.
    public let descriptors: [Int32]

    /// Creates a client that connects in the background; calls wait for the connection within their
    /// budget.
    public init(endpoint: String) throws(MajordomoError) {
        let (engine, wakeUp, descriptors) = try MajordomoError.translating {
            () throws(ZeroMQError) in
            let wakeUp = try WakeUp()
            let link = try DirectLink(
                endpoint: Endpoint(endpoint), settings: ClientEngine.settings,
                wakeDescriptor: wakeUp.descriptor)
            let engine = ClientEngine(link)
            return (engine, wakeUp, try engine.descriptors() + [wakeUp.descriptor])
        }
        state = Mutex(State(engine: engine))
        self.wakeUp = wakeUp
        self.descriptors = descriptors
    }

    /// Sends a request. `completion` runs once, on the thread that works or the caller's, and must
    /// not block.
    public func call(
        _ request: ClientRequest, completion: @escaping @Sendable (ClientReply) -> Void
    ) {
        let (completed, isWorker) = state.withLock { state in
            let outbox = state.outbox
            state.hasNewCalls = true
            Self.use(&state) { engine throws(ZeroMQError) in
                try engine.start(request) {
                    outbox.completed.append(Completed(completion: completion, reply: $0))
                }
            } orElse: {
                outbox.completed.append(
                    Completed(
                        completion: completion,
                        reply: ClientReply(
                            requestID: request.header.requestID, status: .cancelled, executed: .no,
                            message: "the client was closed")))
            }
            let isWorker = state.worker.map { pthread_equal($0, pthread_self()) != 0 } ?? false
            return (outbox.takeAll(), isWorker)
        }
        if !isWorker { wakeUp.signal() }
        for one in completed { one.completion(one.reply) }
    }

    /// Handles what has arrived or is due, without waiting. Called by one thread, when a descriptor
    /// is readable, when the time is over, and after the thread has made calls.
    ///
    /// - Parameter isReady: False if only calls were made meanwhile.
    /// - Returns: For how many milliseconds the thread may wait for the descriptors; nil for any
    ///   time.
    public func work(isReady: Bool) -> Int? {
        let now = MonotonicClock.now()
        let (completed, deadline) = state.withLock {
            state -> (completed: [Completed], deadline: MonotonicTime?) in
            let isDue = state.nextDeadline.map { $0 <= now } ?? false
            guard isReady || isDue || state.hasNewCalls else { return ([], state.nextDeadline) }
            state.worker = pthread_self()
            state.hasNewCalls = false
            let wakeUp = wakeUp
            var deadline: MonotonicTime?
            Self.use(&state) { engine throws(ZeroMQError) in
                deadline = try engine.drain(wakeUp)
            } orElse: {
                wakeUp.clear()
            }
            state.nextDeadline = deadline
            return (state.outbox.takeAll(), deadline)
        }
        for one in completed { one.completion(one.reply) }
        guard let deadline else { return nil }
        return Int(clamping: deadline.milliseconds(since: now))
    }

    /// Ends every call with CANCELLED. Later calls are cancelled at once.
    public func close() {
        let completed = state.withLock { state in
            Self.close(&state)
            return state.outbox.takeAll()
        }
        for one in completed { one.completion(one.reply) }
    }

    /// Uses the engine. After an error of its socket, the client is closed.
    private static func use(
        _ state: inout State, _ body: (ClientEngine) throws(ZeroMQError) -> Void,
        orElse closed: () -> Void
    ) {
        guard let engine = state.engine else { return closed() }
        do {
            try body(engine)
        } catch {
            close(&state)
        }
    }

    private static func close(_ state: inout State) {
        guard let engine = state.engine else { return }
        state.engine = nil
        // Without its socket, the engine still tells every call that it is over.
        try? engine.close()
    }
}
