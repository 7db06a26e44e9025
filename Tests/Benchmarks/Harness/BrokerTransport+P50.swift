import Contracts
import Dispatch
import ServiceKit
import Synchronization

extension BrokerTransport {
    /// Calls an operation so many times, one call after another, and returns the median time in
    /// microseconds. Throws unless each answer has about so many bytes.
    func p50(
        _ calls: Int, _ bytes: Int, _ service: String, _ operation: String, _ payload: [UInt8],
        _ options: Caller.Options
    ) throws -> Double {
        var times: [Double] = []
        for _ in 0..<calls {
            let call = OutgoingCall(
                service: service, operation: operation, requestID: .make(at: ProcessClock().now()),
                family: options.family, passport: options.passport, payload: payload,
                budget: .seconds(5), isReadOnly: true)
            let done = DispatchSemaphore(value: 0)
            let answered = Mutex(0)
            let began = ContinuousClock.now
            send(call) { outcome in
                if case .success(let json, _) = outcome { answered.withLock { $0 = json.count } }
                done.signal()
            }
            done.wait()
            times.append((ContinuousClock.now - began) / .microseconds(1))
            // Times that pass meanwhile may change the length of some figures.
            guard abs(answered.withLock { $0 } - bytes) <= bytes / 20 else {
                throw BenchmarkFailure(description: "\(operation) answered something else")
            }
        }
        return median(times)
    }
}
