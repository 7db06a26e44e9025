import Contracts
import DataServiceKit
import Synchronization

/// Somebody who waits for the end of a deletion: it looks how far that is, and looks again whenever
/// it is told to, until there is an end or the time is over.
final class DeletionWaiter: Sendable {
    /// Reads how far the deletion is; answers on any thread.
    typealias Reading = @Sendable (@escaping Completion<StoredDeletion?>) -> Void

    private struct State {
        var isLooking = false
        /// Whether something has changed since the look began.
        var isOld = false
        var isParked = false
        var isGivenUp = false
        var isDone = false
    }

    /// What is to be done after a look.
    private enum Next { case finish, lookAgain, park, nothing }

    private let deadline: ContinuousClock.Instant
    private let read: Reading
    private let parked: @Sendable (DeletionWaiter) -> Void
    private let done: @Sendable (DeletionWaiter, Result<StoredDeletion?, any Error>) -> Void
    private let state = Mutex(State())

    /// `parked` is called once, when there is nothing to do but wait; `done` once, at the end.
    init(
        deadline: ContinuousClock.Instant, read: @escaping Reading,
        parked: @escaping @Sendable (DeletionWaiter) -> Void,
        done: @escaping @Sendable (DeletionWaiter, Result<StoredDeletion?, any Error>) -> Void
    ) {
        self.deadline = deadline
        self.read = read
        self.parked = parked
        self.done = done
    }

    /// Looks how far the deletion is; of several calls during a look one counts.
    func look() {
        let begins = state.withLock { state in
            guard !state.isDone else { return false }
            defer { (state.isOld, state.isLooking) = (state.isLooking, true) }
            return !state.isLooking
        }
        if begins { read { [self] result in looked(result) } }
    }

    /// Ends with what the next look says.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
        look()
    }

    private func looked(_ result: Result<StoredDeletion?, any Error>) {
        let isRunning = (try? result.get())?.saga.phase.isRunning == true
        let isOver = ContinuousClock.now >= deadline
        var isFirstPark = false
        let next = state.withLock { state -> Next in
            guard !state.isDone else { return .nothing }
            if !isRunning || isOver || (state.isGivenUp && !state.isOld) {
                state.isDone = true
                return .finish
            }
            if state.isOld {
                state.isOld = false
                return .lookAgain
            }
            state.isLooking = false
            isFirstPark = !state.isParked
            state.isParked = true
            return .park
        }
        switch next {
        case .finish: done(self, result)
        case .lookAgain: read { [self] result in looked(result) }
        case .park: if isFirstPark { parked(self) }
        case .nothing: break
        }
    }
}
