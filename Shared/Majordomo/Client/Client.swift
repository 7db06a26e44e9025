import Synchronization
import ZeroMQ

/// A thread-safe client that runs its socket on its own thread.
public final class Client: Sendable {
    private enum Input: Sendable {
        case call(ClientRequest, @Sendable (ClientReply) -> Void)
        case close
    }

    private let mailbox: Mailbox<Input>
    private let thread = Mutex<WorkerThread?>(nil)

    /// Creates a client and starts its thread; it connects in the background.
    public init(endpoint: String) throws(MajordomoError) {
        let (mailbox, context, place) = try MajordomoError.translating {
            () throws(ZeroMQError) in
            (try Mailbox<Input>(), try Context(), try Endpoint(endpoint))
        }
        self.mailbox = mailbox
        let started = try MajordomoError.startThread(named: "client-io") {
            Client.run(context: context, endpoint: place, mailbox: mailbox)
        }
        thread.withLock { $0 = started }
    }

    deinit {
        close()
    }

    /// Sends a request. `completion` runs once, on the client's thread, and must not block.
    public func call(
        _ request: ClientRequest, completion: @escaping @Sendable (ClientReply) -> Void
    ) {
        guard mailbox.put(.call(request, completion)) else {
            return completion(Client.closedReply(to: request))
        }
    }

    /// Sends a request and waits for the result, at most for the header's budget.
    /// Must not be called on the client's own thread, which would deadlock.
    public func callAndWait(_ request: ClientRequest) -> ClientReply {
        precondition(
            thread.withLock { $0?.isCurrent != true },
            "callAndWait was used in a completion: it would wait for itself")
        let result = OneShot<ClientReply>()
        call(request) { result.set($0) }
        return result.wait()
    }

    /// Ends every call with CANCELLED and stops the thread. Later calls are cancelled at once.
    public func close() {
        mailbox.put(.close)
        let running = thread.withLock { $0 }
        if let running, !running.isCurrent { running.join() }
    }

    private static func run(context: Context, endpoint: Endpoint, mailbox: Mailbox<Input>) {
        var failure = "the client was closed"
        do throws(ZeroMQError) {
            let engine = try ClientEngine(
                context: context, endpoint: endpoint, wakeDescriptor: mailbox.descriptor)
            var isClosed = false
            while !isClosed {
                for input in mailbox.takeAll() {
                    switch input {
                    case .call(let request, let completion):
                        try engine.start(request, completion: completion)
                    case .close: isClosed = true
                    }
                }
                let sleep =
                    !isClosed && mailbox.mayFallAsleep() ? ClientEngine.sleepMillisecondsMax : 0
                mailbox.wokeUp(isSignalled: try engine.step(milliseconds: sleep))
            }
            try engine.close()
        } catch {
            failure = error.description
        }
        for case .call(let request, let completion) in mailbox.close() {
            completion(Client.closedReply(to: request, because: failure))
        }
    }

    private static func closedReply(
        to request: ClientRequest, because reason: String = "the client was closed"
    ) -> ClientReply {
        ClientReply(
            requestID: request.header.requestID, status: .cancelled, executed: .no,
            message: reason)
    }
}
