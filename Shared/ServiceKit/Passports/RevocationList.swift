public import Contracts
import Synchronization

/// The sessions and passports that were revoked before their expiry.
///
/// Fed from identity's change feed and consulted for every request. Revocations are identified by
/// sequence, never by time: a session by its id, a user's passports by their generation, which
/// identity increments in the order of its writes. An entry is dropped once this process has known
/// it, on the machine's clock, for longer than any passport is valid, because every passport it
/// concerns has expired. The list is therefore bounded by the sign-outs of some minutes.
public final class RevocationList: Sendable {
    /// How long an entry is kept at least; longer than any passport is valid.
    public static let keptFor = Passport.lifetimeMax * 3

    /// Entries removed from the list.
    public struct Forgotten: Sendable {
        public var sessions: [SessionID] = []
        public var users: [UserID] = []

        /// The total number of entries.
        public var count: Int { sessions.count + users.count }
    }

    /// Whose passports were revoked.
    public enum Subject: Sendable {
        case session(SessionID)
        case user(UserID)
    }

    private struct Generation {
        var least: Int64
        var knownSince: MachineTime
    }

    private struct State {
        /// When this process learned that each session ended.
        var sessions: [SessionID: MachineTime] = [:]
        var users: [UserID: Generation] = [:]
        var isComplete = true
    }

    private let state = Mutex(State())
    private let observer = Mutex<(@Sendable (Subject) -> Void)?>(nil)

    public init() {}

    /// Calls `observe` after each revocation.
    public func observe(_ observe: @escaping @Sendable (Subject) -> Void) {
        observer.withLock { $0 = observe }
    }

    /// Whether all revocations are known. While some may be missing, no person is admitted: after
    /// an outage the service would otherwise accept users who signed out meanwhile.
    public var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Marks the list as possibly incomplete, until `becameComplete`.
    public func awaitNews() { state.withLock { $0.isComplete = false } }

    /// Marks the list as complete.
    public func becameComplete() { state.withLock { $0.isComplete = true } }

    /// The number of sessions and users on the list.
    public var count: Int { state.withLock { $0.sessions.count + $0.users.count } }

    /// Revokes all passports of this session.
    public func revoke(session: SessionID, at now: MachineTime) {
        state.withLock { $0.sessions[session] = now }
        observer.withLock { $0 }?(.session(session))
    }

    /// Revokes all passports of this user before this generation.
    public func revoke(user: UserID, before generation: Int64, at now: MachineTime) {
        state.withLock { state in
            let least = max(state.users[user]?.least ?? generation, generation)
            state.users[user] = Generation(least: least, knownSince: now)
        }
        observer.withLock { $0 }?(.user(user))
    }

    /// Returns whether a passport of this session and generation is not revoked.
    public func admits(_ user: UserID, _ session: SessionID, generation: Int64) -> Bool {
        state.withLock { state in
            if state.sessions[session] != nil { return false }
            guard let least = state.users[user]?.least else { return true }
            return generation >= least
        }
    }

    /// Removes at most `limit` entries known for at least `keptFor`.
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
