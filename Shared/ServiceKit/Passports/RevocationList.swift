public import Contracts
import Synchronization

/// What a service knows of sign-ins and passports that ended before their time.
///
/// It is fed from identity's change feed, and consulted for every request. What ended is told by
/// sequence, never by time: a session by its id, a user's passports by their generation, which
/// identity counts up in the order of its writes. An entry is forgotten when this process has known
/// it, on the machine's clock, for longer than any passport lasts: whatever it could concern has
/// expired by then. Its size is therefore bounded by the sign-outs of some minutes.
public final class RevocationList: Sendable {
    /// How long an entry is kept at least; longer than any passport lasts.
    public static let keptFor = Passport.lifetimeMax * 3

    /// Entries that were forgotten.
    public struct Forgotten: Sendable {
        /// Sessions.
        public var sessions: [SessionID] = []
        /// Users, by their ids.
        public var users: [UserID] = []

        /// How many there are.
        public var count: Int { sessions.count + users.count }
    }

    private struct Generation {
        var least: Int64
        var knownSince: MachineTime
    }

    private struct State {
        /// Since when this process knows that each session ended.
        var sessions: [SessionID: MachineTime] = [:]
        var users: [UserID: Generation] = [:]
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

    /// How many sessions and users stand on it.
    public var count: Int { state.withLock { $0.sessions.count + $0.users.count } }

    /// From now on no passport of this session counts.
    public func revoke(session: SessionID, at now: MachineTime) {
        state.withLock { $0.sessions[session] = now }
    }

    /// From now on no passport of this user counts that is of an earlier generation.
    public func revoke(user: UserID, before generation: Int64, at now: MachineTime) {
        state.withLock { state in
            let least = max(state.users[user]?.least ?? generation, generation)
            state.users[user] = Generation(least: least, knownSince: now)
        }
    }

    /// Whether a passport of this session and generation still counts.
    public func admits(_ user: UserID, _ session: SessionID, generation: Int64) -> Bool {
        state.withLock { state in
            if state.sessions[session] != nil { return false }
            guard let least = state.users[user]?.least else { return true }
            return generation >= least
        }
    }

    /// Forgets entries, at most so many, that were known for `keptFor` by now.
    public func forgetOld(at now: MachineTime, limit: Int) -> Forgotten {
        state.withLock { state in
            var gone = Forgotten()
            gone.sessions += state.sessions.lazy
                .filter { now.elapsed(since: $0.value) >= Self.keptFor }.map(\.key).prefix(limit)
            gone.users += state.users.lazy
                .filter { now.elapsed(since: $0.value.knownSince) >= Self.keptFor }.map(\.key)
                .prefix(limit - gone.sessions.count)
            for session in gone.sessions { state.sessions[session] = nil }
            for user in gone.users { state.users[user] = nil }
            return gone
        }
    }
}
