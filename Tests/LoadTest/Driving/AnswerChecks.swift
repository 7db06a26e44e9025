import Dispatch
import Foundation
import Synchronization

/// Compares answers with what the model says, on a thread of its own: reading one costs a
/// millisecond and more, in which the threads that send would be late.
final class AnswerChecks: Sendable {
    /// Answers that may wait; one more is counted without being compared.
    static let waitingMax = 1_000

    /// A right answer as far as its status says, and what it is compared with.
    struct Answer: Sendable {
        let operation: Int
        let expectation: Expectation
        let bytes: [UInt8]
        let planned: Nanoseconds
        let sent: Nanoseconds
        let ended: Nanoseconds
        /// When the run began.
        let began: Nanoseconds
    }

    private struct State {
        var waiting: [Answer] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let measurement: Mutex<Measurement>
    private let available = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the thread, for a scenario with so many operations. To be called on a thread that
    /// does not send: one that those start, as a queue of Dispatch would, takes over their urgency.
    init(operations: Int) {
        measurement = Mutex(Measurement(operations: operations))
        let thread = Thread { [self] in
            work()
            ended.signal()
        }
        thread.name = "checks"
        thread.start()
    }

    /// Takes an answer, which is counted when it was compared; false when too many wait.
    func take(_ answer: Answer) -> Bool {
        let isTaken = state.withLock { state in
            guard state.waiting.count < AnswerChecks.waitingMax else { return false }
            state.waiting.append(answer)
            return true
        }
        if isTaken { available.signal() }
        return isTaken
    }

    /// Compares what still waits and tells what all of it came to. To be called once, after the
    /// last answer.
    func finish() -> Measurement {
        state.withLock { $0.isOver = true }
        available.signal()
        ended.wait()
        return measurement.withLock { $0 }
    }

    private func work() {
        while true {
            available.wait()
            let (batch, isOver) = state.withLock { state in
                defer { state.waiting.removeAll() }
                return (state.waiting, state.isOver)
            }
            for answer in batch { compare(answer) }
            if isOver { return }
        }
    }

    private func compare(_ answer: Answer) {
        let problem = answer.expectation(answer.bytes)
        measurement.withLock { measurement in
            measurement.tallies[answer.operation].checked += 1
            if let problem { measurement.note(problem) }
            measurement.record(
                answer.operation, problem == nil ? .ok : .wrong, planned: answer.planned,
                sent: answer.sent, ended: answer.ended, began: answer.began)
        }
    }
}
