import Contracts
import Dispatch
import ServiceKit
import Synchronization

/// Commands of one operation, a fixed number of which are in flight until all are answered.
struct CallsInFlight {
    private struct State {
        var sent = 0
        var answered = 0
        var failure: String?
    }

    let transport: BrokerTransport
    let service: String
    let operation: String
    /// The caller's passport and family. Each command gets an idempotency key of its own.
    let options: Caller.Options

    /// Sends a command for each payload, at most `count` at once. Returns commands per second, or
    /// throws if one failed.
    func perSecond(_ payloads: [[UInt8]], atOnce count: Int) throws -> Double {
        let state = Mutex(State())
        let done = DispatchSemaphore(value: 0)
        @Sendable func sendNext() {
            let next = state.withLock { state -> [UInt8]? in
                guard state.sent < payloads.count else { return nil }
                state.sent += 1
                return payloads[state.sent - 1]
            }
            guard let next else { return }
            transport.send(outgoing(next)) { outcome in
                let isLast = state.withLock { state in
                    state.answered += 1
                    if case .failure(let error, _) = outcome { state.failure = error.message }
                    return state.answered == payloads.count
                }
                if isLast { done.signal() }
                sendNext()
            }
        }
        let began = ContinuousClock.now
        for _ in 0..<count { sendNext() }
        done.wait()
        let elapsed = ContinuousClock.now - began
        if let failure = state.withLock({ $0.failure }) {
            throw BenchmarkFailure(description: "\(operation) failed: \(failure)")
        }
        return Double(payloads.count) / (elapsed / .seconds(1))
    }

    private func outgoing(_ payload: [UInt8]) -> OutgoingCall {
        let now = ProcessClock().now()
        return OutgoingCall(
            service: service, operation: operation, requestID: .make(at: now),
            family: options.family, idempotencyKey: .make(at: now), passport: options.passport,
            payload: payload, budget: .seconds(30), isReadOnly: false)
    }
}
