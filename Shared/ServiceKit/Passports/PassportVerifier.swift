public import Contracts
import Sodium
import Synchronization

/// Decides whether a passport counts: its signature, its time, and that it was not revoked.
public final class PassportVerifier: Sendable {
    /// How many verified passports are remembered, so that a signature is checked once.
    static let cacheEntriesMax = 4_096
    /// When to ask again while it is not known yet who signed out, in milliseconds.
    static let startRetryMilliseconds: UInt32 = 20

    private let keys: KeyStore
    private let revocations: RevocationList
    /// By the end of the signature, which is as good as random; the bytes decide.
    private let cache = Mutex<[UInt64: (bytes: [UInt8], passport: Passport)]>([:])

    /// A verifier with the public keys of this system and what is known of ended sign-ins.
    public init(keys: KeyStore, revocations: RevocationList) {
        self.keys = keys
        self.revocations = revocations
    }

    /// The principal that a passport's bytes speak for at this point of the machine's clock.
    /// Throws `unauthenticated` for anything that does not count, and `unavailable` for a person
    /// while it is not known who signed out; no bytes at all are nobody.
    public func principal(of bytes: [UInt8], at now: MachineTime) throws(ServiceError)
        -> Principal
    {
        guard !bytes.isEmpty else { return .anonymous }
        let passport = try verified(bytes)
        guard passport.isInForce(at: now) else {
            throw ServiceError(.unauthenticated, "Your passport has expired; sign in again")
        }
        switch passport.subject {
        case .user(let user, let session, let families):
            guard revocations.isComplete else {
                throw ServiceError(
                    .unavailable, "The service has just started; try again",
                    retryAfterMilliseconds: PassportVerifier.startRetryMilliseconds)
            }
            guard revocations.admits(user, session, generation: passport.generation) else {
                throw ServiceError(.unauthenticated, "You were signed out; sign in again")
            }
            return .user(UserPrincipal(userID: user, sessionID: session, families: families))
        case .service(let name):
            return .service(name)
        case .operator:
            return .operator
        }
    }

    private func verified(_ bytes: [UInt8]) throws(ServiceError) -> Passport {
        let mark = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if let known = cache.withLock({ $0[mark] }), known.bytes == bytes {
            return known.passport
        }
        guard let unverified = Passport.read(bytes),
            let key = publicKey(of: unverified.passport.subject),
            key.isValid(signature: unverified.signature, for: unverified.statement)
        else {
            throw ServiceError(.unauthenticated, "The passport is not valid; sign in again")
        }
        cache.withLock { cache in
            if cache.count >= PassportVerifier.cacheEntriesMax {
                cache.removeAll(keepingCapacity: true)
            }
            cache[mark] = (bytes, unverified.passport)
        }
        return unverified.passport
    }

    private func publicKey(of subject: Passport.Subject) -> VerifyingKey? {
        switch subject {
        case .user: keys.publicKey(of: .identity)
        case .service(let name): keys.publicKey(of: .service(name))
        case .operator: keys.publicKey(of: .operator)
        }
    }
}
