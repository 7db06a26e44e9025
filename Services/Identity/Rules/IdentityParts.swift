import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Synchronization

/// The state that handlers share besides the database.
final class IdentityParts: Sendable {
    let passwords: PasswordHasher
    let signUpMode: SignUpMode
    let issuer: PassportIssuer
    /// The revocations that this process's own access check consults.
    let revocations: RevocationList
    /// Rate limits use the machine's monotonic time, except those that use the call's arrival.
    let clock: ProcessClock
    let logger: Logger
    /// The interval after which one more sign-up is allowed.
    static let signUpInterval = Duration.seconds(60)

    private let signUps: Mutex<RateLimit>
    private let passportRequests = Mutex(PassportRequests())
    private let signInThrottle = Mutex(SignInThrottle())
    private let joinAttempts = Mutex(JoinAttempts())

    /// `signUpsAtOnce` is the number of sign-ups allowed in a burst.
    init(
        passwords: PasswordHasher, issuer: PassportIssuer, revocations: RevocationList,
        clock: ProcessClock, logger: Logger, signUpsAtOnce: Int, signUpMode: SignUpMode
    ) {
        self.signUpMode = signUpMode
        signUps = Mutex(RateLimit(atOnce: signUpsAtOnce, interval: Self.signUpInterval))
        self.passwords = passwords
        self.issuer = issuer
        self.revocations = revocations
        self.clock = clock
        self.logger = logger
    }

    /// Admits a sign-up, or throws `busy` with the time to wait.
    func admitSignUp(_ context: CallContext) throws(ServiceError) {
        if let wait = signUps.withLock({ $0.wait(at: context.arrivedAt) }) {
            throw IdentityParts.busy("Too many sign-ups", after: wait)
        }
    }

    /// Admits a request for a passport of this session, or throws `busy` with the time to wait.
    func admitPassport(
        of session: SessionID, _ context: CallContext
    ) throws(ServiceError) {
        let wait = passportRequests.withLock {
            $0.wait(beforePassportOf: session, at: context.arrivedAt)
        }
        if let wait { throw IdentityParts.busy("Too many passport requests", after: wait) }
    }

    /// Throws `validation_failed` for this field unless the password is the caller's own. The same
    /// limit applies as to sign-ins on a known device.
    func requirePassword(
        _ password: String, of caller: CurrentCaller, field: String, _ context: CallContext
    ) throws(ServiceError) {
        let key = SignInThrottle.Key.device(caller.session.id)
        try admitSignIn(key, context, "Too many wrong passwords")
        guard passwords.isRight(password, for: caller.account.passwordHash) else {
            throw ServiceError.invalid(field, "This is not your current password")
        }
        signInSucceeded(key)
    }

    /// Returns the caller, whose own password the request repeats in `field`. A dry run is refused:
    /// of `what` follows, such as "change a password", it could not end with a result that counts.
    func caller(
        repeating password: String, in field: String = "password", _ context: CallContext,
        _ service: DataService, dryRun what: String
    ) throws -> CurrentCaller {
        try context.refuseDryRun(what)
        let caller = try service.database.read(deadline: context.deadline) {
            try CurrentCaller(context, in: $0)
        }
        try requirePassword(password, of: caller, field: field, context)
        return caller
    }

    /// Forgets the failed sign-ins.
    func forgetSignIns(_ key: SignInThrottle.Key) {
        signInThrottle.withLock { $0.forget(key) }
    }

    /// Admits a sign-in attempt, or throws `busy` with the time to wait.
    func admitSignIn(
        _ key: SignInThrottle.Key, _ context: CallContext,
        _ text: String = "Too many failed sign-ins"
    ) throws(ServiceError) {
        let now = clock.machineTime()
        let wait = signInThrottle.withLock { $0.wait(beforeAttempt: key, at: now) }
        guard let wait else { return }
        let error = IdentityParts.busy(text, after: wait)
        logger.info(
            "sign-in delayed",
            [
                "request.id": context.requestID.text,
                "retry.after.ms": "\(error.retryAfterMilliseconds ?? 0)",
            ])
        throw error
    }

    /// Records that an admitted attempt had the right password.
    func signInSucceeded(_ key: SignInThrottle.Key) {
        signInThrottle.withLock { $0.succeeded(key) }
    }

    /// Counts an attempt with a family code, or throws `busy` with the time to wait.
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
            subject: .tooManyAttempts,
            retryAfterMilliseconds: UInt32(clamping: milliseconds))
    }
}
