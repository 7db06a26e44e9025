import Synchronization

@testable import HTTP

/// Longer than any test may take, so that a busy machine is not a slow client.
let patience = Duration.seconds(3_600)

/// Runs a server on a port of its own while `body` runs. Without other limits, nothing is cut.
func withServer<Result>(
    _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    routes: (inout Router) -> Void,
    _ body: (UInt16, ServerCore) async throws -> Result
) async throws -> Result {
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.headTimeMax = patience
    configuration.idleTimeMax = patience
    configuration.lingerTimeMax = patience
    configure(&configuration)
    var router = Router(timeMax: patience)
    routes(&router)
    let core = try ServerCore(configuration, router: router)
    let port = try await core.start()
    do {
        let result = try await body(port, core)
        await core.stop(within: .zero)
        return result
    } catch {
        await core.stop(within: .zero)
        throw error
    }
}

/// Runs a test against a server whose only page, the first, is empty.
func withEmptyPage(
    _ configure: (inout HTTPServerConfiguration) -> Void,
    _ body: (UInt16, ServerCore) async throws -> Void
) async throws {
    try await withServer(
        configure, routes: { $0.get("/") { _ in HTTPResponse() } }, body)
}

/// A line of a request with the host that every request needs.
func head(_ line: String, _ fields: String...) -> String {
    "\(line) HTTP/1.1\r\nHost: localhost\r\n" + fields.map { "\($0)\r\n" }.joined() + "\r\n"
}

/// Waits for a condition that comes true sooner or later; other tasks run meanwhile.
func until(_ condition: () async -> Bool) async {
    while !(await condition()) { await Task.yield() }
}

/// A place where a task waits until another one opens it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Something that several tasks write and a test reads.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) {
        content = Mutex(value)
    }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }

    func update(_ body: (inout sending Value) -> Void) {
        content.withLock { body(&$0) }
    }
}

extension ServerCore {
    /// What lies in memory of the bodies under way, in bytes, and whether their senders wait.
    var incoming: (bytes: Int, isSuspended: Bool) {
        let exchanges = exchanges.values.compactMap(\.exchange)
        return (
            exchanges.reduce(0) { $0 + $1.body.bytes.count },
            connections.values.contains { $0.isSuspended }
        )
    }

    /// What lies in memory of the streams under way, in bytes, and how many writers wait.
    var outgoing: (bytes: Int, waiters: Int, suspended: Int) {
        let streams = exchanges.values.compactMap { $0.exchange?.stream }
        return (
            streams.reduce(0) { $0 + $1.waitingCount }, streams.reduce(0) { $0 + $1.waiters.count },
            connections.values.count { $0.isSuspended && $0.exchange?.isQueued == true }
        )
    }

    var exchangeCount: Int { exchanges.count }

    /// Whether a client has closed its side.
    var hasLostPeer: Bool { connections.values.contains(where: \.isPeerGone) }
}

/// Opens the first gate, and waits until the task is cancelled, which opens the second one.
func waitUntilCancelled(_ began: Gate, _ wasCancelled: Gate) async {
    await withTaskCancellationHandler {
        began.open()
        await wasCancelled.pass()
    } onCancel: {
        wasCancelled.open()
    }
}
