public import Contracts
import Sodium
import Synchronization

/// Verifies passports: signature, validity period and revocation.
public final class PassportVerifier: Sendable {
    /// The number of verified passports to remember, so that each signature is checked once.
    static let cacheEntriesMax = 4_096
    /// The retry-after while revocations are not complete yet, in milliseconds.
    static let startRetryMilliseconds: UInt32 = 20

    private let keys: KeyStore
    private let revocations: RevocationList
    /// Keyed by the end of the signature, which is practically random; a match compares all bytes.
    private let cache = Mutex<[UInt64: (bytes: [UInt8], passport: Passport)]>([:])

    /// Creates a verifier with the system's public keys and the known revocations.
    public init(keys: KeyStore, revocations: RevocationList) {
        self.keys = keys
        self.revocations = revocations
    }

    /// Returns the principal of a passport at this point of the machine's clock; anonymous for an
    /// empty passport. Throws `unauthenticated` if the passport is invalid, and `unavailable` for a
    /// person while revocations are incomplete.
    public func principal(of bytes: [UInt8], at now: MachineTime) throws(ServiceError)
        -> Principal
    {
        guard !bytes.isEmpty else { return .anonymous }
        let passport = try verified(bytes)
        guard passport.isInForce(at: now) else {
            throw ServiceError(.unauthenticated, "Your passport has expired; sign in again")
        }
        switch passport.subject {
        case .user(let user, let session, let families, let rights):
            guard revocations.isComplete else {
                throw ServiceError(
                    .unavailable, "The service has just started; try again",
                    retryAfterMilliseconds: PassportVerifier.startRetryMilliseconds)
            }
            guard revocations.admits(user, session, generation: passport.generation) else {
                throw ServiceError(.unauthenticated, "You were signed out; sign in again")
            }
            return .user(
                UserPrincipal(
                    userID: user, sessionID: session, families: families, programRights: rights))
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
