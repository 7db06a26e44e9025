import Storage
import Synchronization

/// Those who wait until a consumer has applied what its producer has committed by now. However many
/// they are, one thread asks for all of them.
final class HeadAsking: Sendable {
    /// How long one question may take for everybody who was there when it began.
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

    /// Adds somebody who waits. `ask` is called on the pool's thread; it blocks until the time it
    /// is given at the latest.
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

    /// Asks as long as there is somebody who came before the question did.
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
