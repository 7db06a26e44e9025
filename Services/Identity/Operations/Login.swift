import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension Login {
    /// The one text for a wrong address and a wrong password (S25).
    static let refusalText = "Wrong e-mail address or password"

    /// What is known before the password is checked.
    private struct Known: Sendable {
        let account: Account?
        let prior: OwnedSession?
    }

    /// Signs in, on a full disk too: the session is written into the reserve. Unknown users take
    /// the same way and the same work as known ones.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        guard !context.isDryRun else {
            throw ServiceError(.validationFailed, "A sign-in cannot be rehearsed")
        }
        let known = try service.database.read(deadline: context.deadline) {
            try lookUp(input, at: context.now, in: $0)
        }
        let key =
            known.prior.map { SignInThrottle.Key.device($0.session.id) }
            ?? .address(input.email)
        try parts.admitSignIn(key, context)
        let isRight = parts.passwords.isRight(input.password, for: known.account?.passwordHash)
        guard isRight, let account = known.account else {
            throw ServiceError(.unauthenticated, refusalText)
        }
        parts.signInSucceeded(key)
        let newHash =
            parts.passwords.isOutgrown(account.passwordHash)
            ? try parts.passwords.hash(input.password) : nil
        let token = try SessionToken.make()
        let session = Session(
            id: .make(at: context.now), device: input.device, createdAt: context.now,
            lastUsedAt: context.now,
            expiresAt: SessionLifetime.end(createdAt: context.now, lastUsedAt: context.now))
        try service.write(context, need: .mustGoOn) { unit in
            if let newHash {
                try AccountRepository().replaceHash(
                    of: account.user.id, account.passwordHash, by: newHash, in: unit.transaction)
            }
            try begin(
                session, of: account.user.id, token: token, replacing: known.prior, unit, parts)
        }
        return Response(token: token, session: session, user: account.user)
    }

    /// The account of the address, and the device's earlier session if it is a live one of it.
    private static func lookUp(
        _ input: Input, at now: Instant, in transaction: ReadTransaction
    ) throws -> Known {
        let account = try AccountRepository().account(email: input.email, in: transaction)
        let prior = try input.priorToken.flatMap(SessionToken.digest).flatMap {
            try SessionRepository().session(tokenDigest: $0, in: transaction)
        }
        let counts = prior.map { $0.isLive(at: now) && $0.owner == account?.user.id } ?? false
        return Known(account: account, prior: counts ? prior : nil)
    }

    /// Stores the new session. The device's earlier one ends (S18), and so do the ones unused for
    /// longest if there are too many.
    private static func begin(
        _ session: Session, of user: UserID, token: String, replacing prior: OwnedSession?,
        _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws {
        let sessions = SessionRepository()
        // Neither a clock that is ahead nor time that did not pass makes a session old.
        try sessions.removeForgotten(
            of: user, at: min(unit.now, unit.housekeepingTime), in: unit.transaction)
        if let prior {
            try unit.endSession(prior.session.id, of: user, parts)
        }
        let live = try sessions.live(of: user, at: unit.now, in: unit.transaction)
        for surplus in live.dropFirst(SessionLifetime.sessionsPerUserMax - 1) {
            try unit.endSession(surplus.id, of: user, parts)
        }
        guard let digest = SessionToken.digest(of: token) else {
            throw ServiceError(.internal, "A token has another form than it should")
        }
        try sessions.insert(session, of: user, tokenDigest: digest, in: unit.transaction)
    }
}
