import Contracts
import Synchronization

/// Work of readers that takes much time or memory: a little of it at once, a little more waits, and
/// of each reader at most one piece. Whoever leaves while waiting loses the place.
final class ReaderTurns: Sendable {
    /// The texts of refusals.
    struct Refusals: Sendable {
        /// The reader's last piece of work is not done.
        let own: String
        /// Too many others wait.
        let others: String
    }

    private struct State {
        var readers: Set<UserID> = []
        var running = 0
        /// Those who wait, the oldest first.
        var waiting: [(reader: UserID, turn: CheckedContinuation<Void, any Error>)] = []
    }

    private let runningMax: Int
    private let waitingMax: Int
    private let refusals: Refusals
    /// The retry-after of a refusal, in milliseconds.
    private let retryMilliseconds: UInt32
    private let state = Mutex(State())

    init(
        runningMax: Int, waitingMax: Int, retryMilliseconds: UInt32, _ refusals: Refusals
    ) {
        self.runningMax = runningMax
        self.waitingMax = waitingMax
        self.retryMilliseconds = retryMilliseconds
        self.refusals = refusals
    }

    /// The number of readers who wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Does work for a reader when it is its turn.
    ///
    /// - Throws: `busy` if the reader's last work is not done, or if too many wait;
    ///   `CancellationError` if the reader leaves while waiting.
    func take<Made: Sendable>(
        for reader: UserID, _ work: () async throws -> Made
    ) async throws -> Made {
        try await wait(for: reader)
        defer { end(reader) }
        return try await work()
    }

    private func wait(for reader: UserID) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.readers.contains(reader) { return .failure(refusal(refusals.own)) }
                    let isFree = state.running < runningMax
                    guard isFree || state.waiting.count < waitingMax else {
                        return .failure(refusal(refusals.others))
                    }
                    state.readers.insert(reader)
                    guard isFree else {
                        state.waiting.append((reader, turn))
                        return nil
                    }
                    state.running += 1
                    return .success(())
                }
                if let answer { turn.resume(with: answer) }
            }
        } onCancel: {
            let left = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let place = state.waiting.firstIndex(where: { $0.reader == reader }) else {
                    return nil
                }
                state.readers.remove(reader)
                return state.waiting.remove(at: place).turn
            }
            left?.resume(throwing: CancellationError())
        }
    }

    /// Gives the turn to the one that has waited longest.
    private func end(_ reader: UserID) {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.readers.remove(reader)
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().turn
        }
        next?.resume()
    }

    private func refusal(_ text: String) -> ServiceError {
        ServiceError(.busy, text, retryAfterMilliseconds: retryMilliseconds)
    }
}
