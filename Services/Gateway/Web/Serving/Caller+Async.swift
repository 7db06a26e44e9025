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

/// A call that was sent. Its response is awaited by one task.
final class SentCall: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Outcome, Never>)
        case over(Outcome)
    }

    private let state = Mutex(State.pending)

    /// The response's JSON. Throws the service's error.
    func json() async throws -> [UInt8] {
        let outcome = await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Outcome? in
                if case .over(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
        switch outcome {
        case .success(let json, _): return json
        case .failure(let error, _): throw error
        }
    }

    fileprivate func deliver(_ outcome: Outcome) {
        let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            defer { state = .over(outcome) }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: outcome)
    }
}
