public import Contracts
import Synchronization

/// What a service knows of sign-ins that ended before their passports did.
///
/// It is fed from identity's change feed, and consulted for every request. An entry is forgotten
/// when every passport that it could concern has long expired, so its size is bounded by the
/// sign-outs of some minutes. Time comes with the entries: it is identity's, which also dates the
/// passports.
public final class RevocationList: Sendable {
    /// How long an entry is kept at least; longer than any passport lasts.
    public static let keptFor = Passport.lifetimeMax * 3

    private struct State {
        /// When each session ended.
        var sessions: [SessionID: Instant] = [:]
        var notBefore: [UserID: Instant] = [:]
        var isComplete = true
        var newest = Instant.earliest
        var nextSweep = Instant.earliest

        /// Looks through the list once in the life of a passport, not at every entry.
        mutating func timePassed(to instant: Instant) {
            newest = max(newest, instant)
            guard newest >= nextSweep else { return }
            nextSweep = newest.advanced(by: Passport.lifetimeMax)
            let limit = newest.advanced(by: .zero - RevocationList.keptFor)
            sessions = sessions.filter { $0.value >= limit }
            notBefore = notBefore.filter { $0.value >= limit }
        }
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

    /// How many sessions and users stand on it.
    public var count: Int { state.withLock { $0.sessions.count + $0.notBefore.count } }

    /// From now on no passport of this session counts, which ended at `instant`.
    public func revoke(session: SessionID, endedAt instant: Instant) {
        state.withLock { state in
            state.timePassed(to: instant)
            state.sessions[session] = max(state.sessions[session] ?? instant, instant)
        }
    }

    /// From now on no passport of this user counts that was issued at `instant` or before.
    public func revoke(user: UserID, issuedUpTo instant: Instant) {
        state.withLock { state in
            state.timePassed(to: instant)
            state.notBefore[user] = max(state.notBefore[user] ?? instant, instant)
        }
    }

    /// Whether a passport of this session and time still counts.
    public func admits(_ user: UserID, _ session: SessionID, issuedAt: Instant) -> Bool {
        state.withLock { state in
            if state.sessions[session] != nil { return false }
            guard let limit = state.notBefore[user] else { return true }
            return issuedAt > limit
        }
    }
}
