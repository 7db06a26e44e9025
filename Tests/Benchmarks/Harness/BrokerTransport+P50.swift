import Contracts
import Dispatch
import ServiceKit
import Synchronization

/// A call that is measured.
struct TimedCall {
    let service: String
    let operation: String
    let payload: [UInt8]
    /// The size of the answer.
    let bytes: Int
}

extension BrokerTransport {
    /// Makes two calls in turn, so many times each, and returns the median time of each in
    /// microseconds. The machine is the same for both, whatever else it does meanwhile.
    func p50(
        _ one: TimedCall, _ other: TimedCall, calls: Int, _ options: Caller.Options
    ) throws -> (one: Double, other: Double) {
        var times: (one: [Double], other: [Double]) = ([], [])
        for _ in 0..<calls {
            times.one.append(try time(one, options))
            times.other.append(try time(other, options))
        }
        return (median(times.one), median(times.other))
    }

    /// Makes a call and returns its time in microseconds. Throws unless the answer has about as
    /// many bytes as expected.
    func time(_ timed: TimedCall, _ options: Caller.Options) throws -> Double {
        let call = OutgoingCall(
            service: timed.service, operation: timed.operation,
            requestID: .make(at: ProcessClock().now()), family: options.family,
            passport: options.passport, payload: timed.payload, budget: .seconds(5),
            isReadOnly: true)
        let done = DispatchSemaphore(value: 0)
        let answered = Mutex(0)
        let began = ContinuousClock.now
        send(call) { outcome in
            if case .success(let json, _) = outcome { answered.withLock { $0 = json.count } }
            done.signal()
        }
        done.wait()
        let time = (ContinuousClock.now - began) / .microseconds(1)
        // Times that pass meanwhile may change the length of some figures.
        guard abs(answered.withLock { $0 } - timed.bytes) <= timed.bytes / 20 else {
            throw BenchmarkFailure(description: "\(timed.operation) answered something else")
        }
        return time
    }
}
