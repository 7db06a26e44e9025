import Contracts
import Synchronization

/// What pages have just shown beside their content, so that a reader who goes from page to page
/// does not ask for the same each time.
final class RecentAnswers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct Kept {
        var answers: [UserID: [Question: (answer: Answer, until: ContinuousClock.Instant)]] = [:]
        /// Grows whenever answers are forgotten; one asked for earlier is not kept.
        var age = 0
    }

    private let lifetime: Duration
    private let readersMax: Int
    private let kept = Mutex(Kept())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - lifetime: For how long an answer is believed.
    ///   - readersMax: The most readers whose answers are kept. If more are busy, all are asked for
    ///     anew.
    init(
        lifetime: Duration, readersMax: Int,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.lifetime = lifetime
        self.readersMax = readersMax
        self.now = now
    }

    /// The answer for a user, which `ask` finds out if it is not known.
    func answer(
        to question: Question, for user: UserID, ask: () async throws -> Answer
    ) async rethrows -> Answer {
        let began = now()
        let (known, age) = kept.withLock { ($0.answers[user]?[question], $0.age) }
        if let known, began < known.until { return known.answer }
        let answer = try await ask()
        kept.withLock { kept in
            guard kept.age == age else { return }
            if kept.answers[user] == nil, kept.answers.count >= readersMax {
                kept.answers.removeAll()
            }
            kept.answers[user, default: [:]][question] = (answer, began + lifetime)
        }
        return answer
    }

    /// Forgets a user's answers, because something was changed.
    func forget(_ user: UserID) {
        kept.withLock { kept in
            kept.answers[user] = nil
            kept.age += 1
        }
    }
}
