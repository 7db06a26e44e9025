import Contracts
import ServiceKit
import Sodium
import Synchronization

/// The passports of the sessions that are in use, by the hash of their token.
final class Passports: Sendable {
    /// A passport is renewed if it expires within this time.
    static let reserve = Duration.seconds(15)
    /// The most passports kept. If more are in use, all are fetched anew.
    static let countMax = 10_000

    private let caller: Caller
    private let clock: ProcessClock
    private let kept = Mutex<[SHA256Digest: IssuePassport.Response]>([:])

    init(_ caller: Caller, _ clock: ProcessClock) {
        self.caller = caller
        self.clock = clock
    }

    /// Returns the passport of a session. Throws `unauthenticated` if the session has ended.
    func passport(of token: String) async throws -> IssuePassport.Response {
        let key = SHA256Digest(of: Array(token.utf8))
        let now = clock.now()
        if let known = kept.withLock({ $0[key] }), now.advanced(by: Self.reserve) < known.expiresAt,
            known.expiresAt <= now.advanced(by: Passport.lifetimeMax)
        {
            return known
        }
        let fresh = try await caller.response(IssuePassport.self, .init(token: token))
        kept.withLock { kept in
            if kept.count >= Self.countMax { kept = kept.filter { now < $0.value.expiresAt } }
            if kept.count >= Self.countMax { kept.removeAll() }
            kept[key] = fresh
        }
        return fresh
    }

    /// Forgets the passport of a session, after its rights changed or it ended.
    func forget(_ token: String) {
        kept.withLock { _ = $0.removeValue(forKey: SHA256Digest(of: Array(token.utf8))) }
    }
}
