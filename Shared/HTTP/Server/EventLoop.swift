internal import Base
import CMicroHTTPD
import Glibc
import Synchronization

/// The thread of one server: it runs the jobs of the server's actor and waits for descriptors.
final class EventLoop: SerialExecutor {
    /// What happens on the thread when something was ready or is due.
    protocol Client: AnyObject, Sendable {
        /// Takes the numbers of the ready descriptors; returns for how many milliseconds the thread
        /// may wait, -1 for any time.
        func turn(_ ready: [UInt64]) -> CInt
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var client: (any Client)?
        var isEnding = false
    }

    /// The number under which the loop's own wake-up call is watched.
    static let wakeNumber = UInt64.max
    private static let companionNumber = UInt64.max - 2
    private static let readyMax = 64

    private let state = Mutex(State())
    private let poll: CInt
    private let wakeUp: CInt
    private let companion: (any CompanionInput)?
    private let thread = Mutex<WorkerThread?>(nil)

    /// Creates a loop and its thread.
    ///
    /// - Throws: `HTTPServerError` if the system has no descriptor or thread left.
    init(companion: (any CompanionInput)? = nil) throws(HTTPServerError) {
        self.companion = companion
        poll = compass_http_poll_open()
        wakeUp = compass_http_wake_open()
        guard poll >= 0, wakeUp >= 0 else {
            throw HTTPServerError(
                description: "No file descriptor is left; raise the limit (ulimit -n).")
        }
        compass_http_poll_input(poll, wakeUp, Self.wakeNumber)
        for descriptor in companion?.descriptors ?? [] {
            compass_http_poll_input(poll, descriptor, Self.companionNumber)
        }
        do {
            let started = try WorkerThread(named: "http") { self.run() }
            thread.withLock { $0 = started }
        } catch {
            throw HTTPServerError(description: "The server cannot start: \(error).")
        }
    }

    deinit {
        if wakeUp >= 0 { close(wakeUp) }
        if poll >= 0 { close(poll) }
    }

    /// Runs a job of the actor on the thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        // The thread itself looks again before it waits.
        if isFirst, !isCurrent { compass_http_wake(wakeUp) }
    }

    /// Stops the process unless the caller runs on the thread.
    func checkIsolated() {
        precondition(isCurrent, "not on the server's thread")
    }

    private var isCurrent: Bool { thread.withLock { $0?.isCurrent ?? false } }

    /// Whom the thread serves besides jobs.
    func serve(_ client: (any Client)?) {
        state.withLock { $0.client = client }
        compass_http_wake(wakeUp)
    }

    /// Lets the thread make a turn at once.
    func wake() {
        compass_http_wake(wakeUp)
    }

    /// Ends the thread when its jobs are done.
    func end() {
        state.withLock { $0.isEnding = true }
        compass_http_wake(wakeUp)
    }

    /// Watches a descriptor for input.
    func watchInput(_ descriptor: CInt, number: UInt64) {
        compass_http_poll_input(poll, descriptor, number)
    }

    /// Watches a descriptor for the end of what the peer sends. Closing it ends the watch.
    func watchHangUp(_ descriptor: CInt, number: UInt64) {
        compass_http_poll_hangup(poll, descriptor, number)
    }

    /// Ends the watch of a descriptor.
    func forget(_ descriptor: CInt) {
        compass_http_poll_forget(poll, descriptor)
    }

    private func run() {
        blockPipeSignals()
        var numbers = [UInt64](repeating: 0, count: Self.readyMax)
        var ready: [UInt64] = []
        var patience: CInt = -1
        while true {
            let count = unsafe compass_http_poll_wait(poll, &numbers, patience)
            var isCompanionReady = count <= 0
            ready.removeAll(keepingCapacity: true)
            for number in numbers.prefix(Int(max(count, 0))) {
                switch number {
                case Self.wakeNumber: compass_http_wake_clear(wakeUp)
                case Self.companionNumber: isCompanionReady = true
                default: ready.append(number)
                }
            }
            if isCompanionReady { _ = companion?.work(isReady: true) }
            let isIdle = !runJobs()
            let (client, isEnding) = state.withLock { ($0.client, $0.isEnding) }
            if isEnding && isIdle { return }
            patience = client?.turn(ready) ?? -1
            // Handlers that the turn has started. It sends what they have answered at once.
            if runJobs() { patience = 0 }
            if let due = companion?.work(isReady: false) {
                patience = patience < 0 ? CInt(clamping: due) : min(patience, CInt(clamping: due))
            }
            if isEnding || state.withLock({ !$0.jobs.isEmpty }) { patience = 0 }
        }
    }

    /// Runs the jobs that wait. Returns whether there were any.
    private func runJobs() -> Bool {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        return !jobs.isEmpty
    }

    /// A client that closes its connection must not end the process.
    private func blockPipeSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
