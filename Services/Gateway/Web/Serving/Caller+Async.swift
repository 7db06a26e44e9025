import Contracts
import ServiceKit
import Synchronization

extension Caller {
    /// Calls an operation without occupying a thread. Throws the service's error.
    func response<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) async throws -> Op.Response {
        let json = try await response(
            of: operation, payload: try JSONCoding.encode(request), at: service, options: options)
        return try JSONCoding.decodeResponse(Op.Response.self, from: json)
    }

    /// The same for an encoded request. Returns the response's JSON.
    func response<Op: Operation>(
        of operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) async throws -> [UInt8] {
        try await sent(operation, payload: payload, at: service, options: options).json()
    }

    /// Sends a call whose response is awaited later, so that others can be sent meanwhile. Unlike
    /// with `async let`, the caller stays on its thread.
    func sent<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) -> SentCall {
        let call = SentCall()
        send(operation, payload: payload, at: service, options: options) { call.deliver($0) }
        return call
    }
}

extension CallTransport {
    /// Sends a call whose response is awaited later, so that others can be sent meanwhile.
    func sent(_ outgoing: OutgoingCall) -> SentCall {
        let call = SentCall()
        send(outgoing) { call.deliver($0) }
        return call
    }
}

/// A call that was sent. Its response is awaited by one task.
///
/// The task waits by a switch to this actor, whose executor runs it once the outcome is there. A
/// continuation would resume on a thread of Swift's pool, which would only pass the task on to the
/// server's thread.
actor SentCall {
    private nonisolated let arrival = Arrival()
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe arrival.asUnownedSerialExecutor()
    }

    /// The response's JSON. Throws the service's error.
    nonisolated func json() async throws -> [UInt8] {
        switch await outcome() {
        case .success(let json, _): return json
        case .failure(let error, _): throw error
        }
    }

    private nonisolated func outcome() async -> Outcome {
        while true {
            if let outcome = arrival.outcome { return outcome }
            await arrive()
        }
    }

    /// Runs on this actor, that is, when the outcome is there.
    private func arrive() { arrival.pass() }

    nonisolated fileprivate func deliver(_ outcome: Outcome) { arrival.deliver(outcome) }
}

/// Holds the jobs of a call's actor until the outcome is there, and runs them on the thread that
/// delivers it.
private final class Arrival: SerialExecutor {
    private struct State {
        var outcome: Outcome?
        var jobs: [UnownedJob] = []
    }

    private let state = Mutex(State())

    var outcome: Outcome? { state.withLock { $0.outcome } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isThere = state.withLock { state in
            if state.outcome == nil { state.jobs.append(job) }
            return state.outcome != nil
        }
        if isThere { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func deliver(_ outcome: Outcome) {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            state.outcome = outcome
            return state.jobs
        }
        for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Does nothing, out of sight of the optimizer, which would leave out a switch to an actor that
    /// has nothing to do.
    @inline(never)
    func pass() {}
}
