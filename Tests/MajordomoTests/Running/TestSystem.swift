import Support
import Glibc
import Synchronization

@testable import Majordomo

/// A running broker in a folder of its own, stopped after the test.
final class RunningBroker: Sendable {
    private let folder = SocketFolder()
    private let broker: Broker

    var endpoint: String { folder.endpoint }

    init() throws {
        broker = try Broker(settings: Broker.Settings(endpoint: folder.endpoint))
        try broker.start()
    }

    deinit {
        broker.stop()
    }
}

/// The header of a reply's envelope frame.
func replyHeader(_ frame: [UInt8]) throws -> ReplyHeader {
    try ReplyHeader.decode(frame.span)
}

/// A worker that answers from its own thread, and remembers what it was told.
final class TestWorker: Sendable {
    let worker: Worker
    let notices = Mutex<[WorkerNotice]>([])
    let held = Mutex<[WorkerRequest]>([])

    /// `answer` gives the payload, or nil to hold the request.
    init(
        _ endpoint: String, service: String = "echo", credit: UInt32 = 8,
        answer: @escaping @Sendable (WorkerRequest) -> [UInt8]? = { $0.payload }
    ) throws {
        let box = WeakReference<TestWorker>()
        worker = try Worker(
            settings: Worker.Settings(endpoint: endpoint, service: service, credit: credit),
            handler: { request in
                guard let me = box.value else { return }
                if let payload = answer(request) {
                    me.worker.reply(
                        to: request, header: ReplyHeader(requestID: request.header.requestID),
                        payload: payload)
                } else {
                    me.held.withLock { $0.append(request) }
                }
            },
            notice: { notice in box.value?.notices.withLock { $0.append(notice) } })
        box.value = self
        try worker.start()
    }

    func stop() {
        worker.drain()
        worker.waitUntilStopped()
    }

    func waitUntilRegistered(times: Int = 1) -> Bool {
        waitUntil { self.registrations >= times }
    }

    var registrations: Int {
        notices.withLock { list in
            list.count { if case .registered = $0 { true } else { false } }
        }
    }
}

/// A weak reference that is set once, before the threads that read it do anything.
final class WeakReference<Value: AnyObject & Sendable>: Sendable {
    private let storage = Mutex<WeakBox>(WeakBox())

    private struct WeakBox: Sendable {
        weak var value: Value?
    }

    var value: Value? {
        get { storage.withLock { $0.value } }
        set { storage.withLock { $0.value = newValue } }
    }
}

/// Waits for a condition of another thread, at most ten seconds.
func waitUntil(_ condition: () -> Bool) -> Bool {
    for _ in 0..<5_000 {
        if condition() { return true }
        // Real threads on real sockets: nothing tells when they are done.
        usleep(2_000)
    }
    return condition()
}

func makeRequest(
    _ payload: [UInt8] = Array("{}".utf8), service: String = "echo", budget: UInt32 = 60_000,
    readOnly: Bool = true
) -> ClientRequest {
    ClientRequest(
        service: service,
        header: RequestHeader(operation: "echo.say", budgetMilliseconds: budget),
        payload: payload, isReadOnly: readOnly)
}
