import Storage
import Synchronization

/// Lets any number of callers wait until a consumer has applied what its producer has committed by
/// now. One thread asks for all of them.
final class HeadAsking: Sendable {
    /// The longest time of one question, for all callers that were waiting when it began.
    static let roundMax = Duration.seconds(1)

    private struct Waiter {
        let deadline: ContinuousClock.Instant
        let completion: Completion<Void>
    }

    private struct State {
        var waiting: [Waiter] = []
        var isAsking = false
    }

    private let state = Mutex(State())

    /// Adds a caller. `ask` runs on the pool's thread and blocks until the given time at the
    /// latest.
    func wait(
        by deadline: ContinuousClock.Instant, on pool: JobPool,
        ask: @escaping @Sendable (ContinuousClock.Instant) throws -> Void,
        completion: @escaping Completion<Void>
    ) {
        let begins = state.withLock { state in
            state.waiting.append(Waiter(deadline: deadline, completion: completion))
            defer { state.isAsking = true }
            return !state.isAsking
        }
        guard begins, !pool.offer({ [self] in askForEverybody(ask) }) else { return }
        let refused = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for waiter in refused {
            waiter.completion(.failure(StorageError(code: .busy, message: "")))
        }
    }

    /// Asks as long as there are callers who came before the question.
    private func askForEverybody(_ ask: (ContinuousClock.Instant) throws -> Void) {
        while let asking = next() {
            let now = ContinuousClock.now
            let latest = asking.map(\.deadline).max() ?? now
            let result = Result { try ask(min(latest, now + Self.roundMax)) }
            for waiter in asking { waiter.completion(result) }
        }
    }

    private func next() -> [Waiter]? {
        state.withLock { state in
            defer { state.waiting = [] }
            state.isAsking = !state.waiting.isEmpty
            return state.isAsking ? state.waiting : nil
        }
    }
}
