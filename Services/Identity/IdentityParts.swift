import Contracts
import ServiceKit
import Synchronization

/// What the handlers share besides the database.
final class IdentityParts: Sendable {
    /// Passwords.
    let passwords: PasswordKeeper
    /// Passports.
    let issuer: PassportIssuer
    /// The sign-ins that ended early, as this process's own access check consults them.
    let revocations: RevocationList
    /// The clock: what is slowed down waits by the machine's time.
    let clock: ProcessClock
    /// The log.
    let logger: Logger
    private let signInThrottle = Mutex(SignInThrottle())
    private let joinAttempts = Mutex(JoinAttempts())

    /// The parts of one process.
    init(
        passwords: PasswordKeeper, issuer: PassportIssuer, revocations: RevocationList,
        clock: ProcessClock, logger: Logger
    ) {
        self.passwords = passwords
        self.issuer = issuer
        self.revocations = revocations
        self.clock = clock
        self.logger = logger
    }

    /// Admits an attempt to sign in, or throws `busy` with the time to wait.
    func admitSignIn(_ key: SignInThrottle.Key, _ context: CallContext) throws(ServiceError) {
        let now = clock.machineTime()
        let wait = signInThrottle.withLock { $0.wait(beforeAttempt: key, at: now) }
        guard let wait else { return }
        let error = IdentityParts.busy("Too many failed sign-ins", after: wait)
        logger.info(
            "sign-in delayed",
            [
                "request.id": context.requestID.text,
                "retry.after.ms": "\(error.retryAfterMilliseconds ?? 0)",
            ])
        throw error
    }

    /// An admitted attempt found the right password.
    func signInSucceeded(_ key: SignInThrottle.Key) {
        signInThrottle.withLock { $0.succeeded(key) }
    }

    /// Counts a try of a family code, or throws `busy` with the time to wait.
    func admitJoin(of user: UserID) throws(ServiceError) {
        let now = clock.machineTime()
        if let wait = joinAttempts.withLock({ $0.wait(beforeAttemptOf: user, at: now) }) {
            throw IdentityParts.busy("Too many family codes tried", after: wait)
        }
    }

    private static func busy(_ what: String, after wait: Duration) -> ServiceError {
        let milliseconds = max(1, wait.wholeMilliseconds)
        let wholeSeconds = milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0)
        return ServiceError(
            .busy, "\(what); try again in \(wholeSeconds) s",
            retryAfterMilliseconds: UInt32(clamping: milliseconds))
    }
}
