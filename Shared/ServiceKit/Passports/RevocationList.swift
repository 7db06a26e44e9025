public import Contracts
import Synchronization

/// What a service knows of sign-ins that ended before their passports did.
///
/// It is fed from identity's change feed, and consulted for every request.
public final class RevocationList: Sendable {
    private struct State {
        var sessions: Set<SessionID> = []
        var notBefore: [UserID: Instant] = [:]
        var isComplete = true
    }

    private let state = Mutex(State())

    /// A list on which nothing stands.
    public init() {}

    /// Whether nothing that ended is missing. While something may be, no person is let in: a
    /// service that was away would otherwise believe whoever signed out meanwhile (S15).
    public var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Says that something may be missing until `becameComplete`.
    public func awaitNews() { state.withLock { $0.isComplete = false } }

    /// Says that everything is on the list that had ended by now.
    public func becameComplete() { state.withLock { $0.isComplete = true } }

    /// From now on no passport of this session counts.
    public func revoke(session: SessionID) {
        state.withLock { _ = $0.sessions.insert(session) }
    }

    /// From now on no passport of this user counts that was issued at `instant` or before.
    public func revoke(user: UserID, issuedUpTo instant: Instant) {
        state.withLock { state in
            state.notBefore[user] = max(state.notBefore[user] ?? instant, instant)
        }
    }

    /// Whether a passport of this session and time still counts.
    public func admits(_ user: UserID, _ session: SessionID, issuedAt: Instant) -> Bool {
        state.withLock { state in
            if state.sessions.contains(session) { return false }
            guard let limit = state.notBefore[user] else { return true }
            return issuedAt > limit
        }
    }
}
