import Contracts
import DataServiceKit
import Synchronization

/// A caller waiting for the end of a deletion. It reads the deletion's state, and reads it again on
/// every call of `look`, until the deletion ends or the deadline passes.
final class DeletionWaiter: Sendable {
    /// Reads the state of the deletion; completes on any thread.
    typealias Reading = @Sendable (@escaping Completion<StoredDeletion?>) -> Void

    private struct State {
        var isLooking = false
        /// Whether `look` was called again since the current read began.
        var isOld = false
        var isParked = false
        var isGivenUp = false
        var isDone = false
    }

    /// What to do after a read.
    private enum Next { case finish, lookAgain, park, nothing }

    private let deadline: ContinuousClock.Instant
    private let read: Reading
    private let parked: @Sendable (DeletionWaiter) -> Void
    private let done: @Sendable (DeletionWaiter, Result<StoredDeletion?, any Error>) -> Void
    private let state = Mutex(State())

    /// Calls `parked` once, when there is nothing left to do but wait, and `done` once, at the end.
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

    /// Reads the deletion's state. Calls during a read are combined into one further read.
    func look() {
        let begins = state.withLock { state in
            guard !state.isDone else { return false }
            defer { (state.isOld, state.isLooking) = (state.isLooking, true) }
            return !state.isLooking
        }
        if begins { read { [self] result in looked(result) } }
    }

    /// Ends with the result of the next read.
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
