import Dispatch
import Foundation
import Synchronization

/// Compares answers with the model, on its own thread: decoding one takes a millisecond or more,
/// which would delay the sending threads.
final class AnswerChecks: Sendable {
    /// The most answers queued; further ones are counted without being compared.
    static let waitingMax = 1_000

    /// An answer with a success status, and what to compare it with.
    struct Answer: Sendable {
        let operation: Int
        let expectation: Expectation
        let bytes: [UInt8]
        let planned: Nanoseconds
        let sent: Nanoseconds
        let ended: Nanoseconds
        /// The start of the run.
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

    /// Starts the thread, for a scenario with this many operations. Call it on a thread that does
    /// not send: a thread started by a sending one, or a Dispatch queue used by it, would inherit
    /// its priority.
    init(operations: Int) {
        measurement = Mutex(Measurement(operations: operations))
        let thread = Thread { [self] in
            work()
            ended.signal()
        }
        thread.name = "checks"
        thread.start()
    }

    /// Queues an answer, which is counted once it is compared. Returns false if too many are
    /// queued.
    func take(_ answer: Answer) -> Bool {
        let isTaken = state.withLock { state in
            guard state.waiting.count < AnswerChecks.waitingMax else { return false }
            state.waiting.append(answer)
            return true
        }
        if isTaken { available.signal() }
        return isTaken
    }

    /// Compares the queued answers and returns the results of all. Call it once, after the last
    /// answer.
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
