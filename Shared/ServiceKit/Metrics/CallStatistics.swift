import Contracts
import Synchronization

/// Counts the calls of a service's operations since its start.
final class CallStatistics: Sendable {
    private struct Figures {
        var requests = 0
        var errors: [String: Int] = [:]
        var replayed = 0
        var histogram = LatencyHistogram()
        /// The time in the handler, without the wait for its thread.
        var work = LatencyHistogram()
        /// The total time before the handler, in microseconds.
        var queued = 0

        mutating func count(_ outcome: Outcome, microseconds: Int) {
            requests += 1
            switch outcome {
            case .success(_, replayed: true): replayed += 1
            case .success(_, replayed: false): break
            case .failure(let error, _): errors[error.code.rawValue, default: 0] += 1
            }
            histogram.record(microseconds: microseconds)
        }
    }

    private struct State {
        var inFlight = 0
        var operations: [String: Figures] = [:]
    }

    private let state = Mutex(State())

    var inFlight: Int { state.withLock { $0.inFlight } }

    func began() {
        state.withLock { $0.inFlight += 1 }
    }

    /// Records the end of a handler and its wait since the request's arrival.
    func worked(on operation: String, for duration: Duration, after wait: Duration) {
        let microseconds = duration.wholeMicroseconds
        let waited = wait.wholeMicroseconds
        state.withLock { state in
            // Update in place: a copy of the figures would copy their histogram.
            state.operations[operation, default: Figures()].work.record(microseconds: microseconds)
            state.operations[operation, default: Figures()].queued &+= waited
        }
    }

    func ended(_ operation: String, outcome: Outcome, after duration: Duration) {
        let microseconds = duration.wholeMicroseconds
        state.withLock { state in
            state.inFlight -= 1
            // Update in place: a copy of the figures would copy their histogram.
            state.operations[operation, default: Figures()]
                .count(outcome, microseconds: microseconds)
        }
    }

    func snapshot() -> [ServiceStatistics.OperationStatistics] {
        state.withLock { state in
            state.operations.sorted { $0.key < $1.key }.map { name, figures in
                ServiceStatistics.OperationStatistics(
                    name: name, requests: figures.requests, errors: figures.errors,
                    replayed: figures.replayed,
                    p50Microseconds: figures.histogram.percentile(0.5),
                    p95Microseconds: figures.histogram.percentile(0.95),
                    p99Microseconds: figures.histogram.percentile(0.99),
                    maxMicroseconds: figures.histogram.max,
                    workP50Microseconds: figures.work.percentile(0.5),
                    workP99Microseconds: figures.work.percentile(0.99),
                    totalMicroseconds: figures.histogram.sum, queueMicroseconds: figures.queued,
                    workMicroseconds: figures.work.sum)
            }
        }
    }
}

extension Duration {
    /// The whole microseconds, rounded toward zero.
    fileprivate var wholeMicroseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) &* 1_000_000
            &+ Int(clamping: attoseconds / 1_000_000_000_000)
    }
}
