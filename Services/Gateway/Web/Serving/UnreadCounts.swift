import Contracts
import Synchronization

/// The numbers of unread notifications that pages have just shown, so that a reader who goes from
/// page to page does not ask for the same number each time.
final class UnreadCounts: Sendable {
    /// For how long a number is believed.
    static let lifetime = Duration.seconds(1)
    /// The most numbers kept. If more readers are busy, all are asked for anew.
    static let countMax = 10_000

    private struct Kept {
        var counts: [UserID: (count: Int, until: ContinuousClock.Instant)] = [:]
        /// Grows whenever a number is forgotten; one asked for earlier is not kept.
        var age = 0
    }

    private let kept = Mutex(Kept())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// The number for a user, which `ask` finds out if it is not known.
    func count(for user: UserID, ask: () async throws -> Int) async rethrows -> Int {
        let began = now()
        let (known, age) = kept.withLock { ($0.counts[user], $0.age) }
        if let known, began < known.until { return known.count }
        let count = try await ask()
        kept.withLock { kept in
            guard kept.age == age else { return }
            if kept.counts.count >= Self.countMax { kept.counts.removeAll() }
            kept.counts[user] = (count, began + Self.lifetime)
        }
        return count
    }

    /// Forgets a user's number, because something was changed.
    func forget(_ user: UserID) {
        kept.withLock { kept in
            kept.counts[user] = nil
            kept.age += 1
        }
    }
}
