import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension Login {
    /// The same message for an unknown address and a wrong password, so that it does not reveal
    /// which.
    static let refusalText = "Wrong e-mail address or password"

    /// The records read before the password is checked.
    private struct Known: Sendable {
        let account: Account?
        /// The device's earlier session, if it is live. It ends even if it is another user's: the
        /// device has its token.
        let prior: OwnedSession?
        let hasSecondFactor: Bool

        /// The earlier session if it is the account's, which makes the device a known one.
        var ownPrior: OwnedSession? { prior?.owner == account?.user.id ? prior : nil }
    }

    /// Signs in, even if the disk is full: the session is written to the reserve. Unknown users
    /// take the same code path and cost the same work as known ones.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        try context.refuseDryRun("sign in")
        let known = try service.database.read(deadline: context.deadline) {
            try lookUp(input, at: context.now, in: $0)
        }
        let key =
            known.ownPrior.map { SignInThrottle.Key.device($0.session.id) }
            ?? .address(input.email)
        try parts.admitSignIn(key, context)
        var account = try checked(known.account, input, parts)
        parts.signInSucceeded(key)
        // An attempt with a code counts as failed until it succeeds.
        if known.hasSecondFactor, input.code != nil {
            try parts.admitSignIn(.code(input.email), context, "Too many wrong codes")
        }
        let token = try SessionToken.make()
        let session = Session(
            id: .make(at: context.now), device: input.device, createdAt: context.now,
            lastUsedAt: context.now,
            expiresAt: SessionLifetime.end(
                createdAt: context.now, lastUsedAt: context.now, isShared: input.isShared),
            isShared: input.isShared ? true : nil)
        while true {
            let newHash =
                parts.passwords.isOutgrown(account.passwordHash)
                ? try parts.passwords.hash(input.password) : nil
            let hasBegun = try service.write(context, need: .mustGoOn) { [account] unit in
                try signIn(
                    session, token, of: account, newHash: newHash, known, input.code, unit, parts)
            }
            if hasBegun { break }
            // The stored hash changed while the password was checked. Another sign-in may have
            // made it anew, so the password is checked again; if it was replaced, this one is
            // refused.
            let user = account.user.id
            let present = try service.database.read(deadline: context.deadline) {
                try AccountRepository().account(user, in: $0)
            }
            account = try checked(present, input, parts)
        }
        if known.hasSecondFactor { parts.signInSucceeded(.code(input.email)) }
        return Response(token: token, session: session, user: account.user)
    }

    /// Returns the account if the password is its own, and throws the refusal otherwise. Costs one
    /// hash in both cases.
    private static func checked(
        _ account: Account?, _ input: Input, _ parts: IdentityParts
    ) throws -> Account {
        let isRight = parts.passwords.isRight(input.password, for: account?.passwordHash)
        guard isRight, let account else { throw ServiceError(.unauthenticated, refusalText) }
        return account
    }

    /// Uses up the code of the second factor and stores the session. Returns false, and changes
    /// nothing, if the account's hash is no longer the one that was checked.
    private static func signIn(
        _ session: Session, _ token: String, of account: Account, newHash: String?,
        _ known: Known, _ code: SecondFactorCode?, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Bool {
        let user = account.user.id
        let present = try AccountRepository().account(user, in: unit.transaction)
        guard let present, present.passwordHash == account.passwordHash else { return false }
        try present.requireActive()
        try unit.useSecondFactor(known.hasSecondFactor ? code : nil, of: present.user)
        if let newHash {
            try AccountRepository().replaceHash(
                of: user, account.passwordHash, by: newHash, in: unit.transaction)
        }
        let others = try begin(session, of: user, token: token, replacing: known.prior, unit, parts)
        // Whoever guards the account with a second factor is told of each device (N-74).
        if known.hasSecondFactor, known.ownPrior == nil, others > 0 {
            try unit.recordDevice(session, of: present)
        }
        return true
    }

    /// Looks up the account of the address, and the device's earlier session if it is live. The
    /// token of a program or a calendar is no sign-in.
    private static func lookUp(
        _ input: Input, at now: Instant, in transaction: ReadTransaction
    ) throws -> Known {
        let account = try AccountRepository().account(email: input.email, in: transaction)
        let prior = try input.priorToken.flatMap(SessionToken.digest).flatMap {
            try SessionRepository().session(tokenDigest: $0, in: transaction)
        }
        let counts = prior.map { $0.isLive(at: now) && $0.purpose == .device } ?? false
        let factor = try account.flatMap {
            try SecondFactorRepository(of: $0.user.id).find(in: transaction)
        }
        return Known(
            account: account, prior: counts ? prior : nil,
            hasSecondFactor: factor?.confirmedAt != nil)
    }

    /// Stores the new session. Ends the device's earlier session, and the least recently used ones
    /// above the limit. Returns the number of the other live sessions on devices before.
    private static func begin(
        _ session: Session, of user: UserID, token: String, replacing prior: OwnedSession?,
        _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Int {
        let sessions = SessionRepository()
        // A clock that is ahead must not make sessions look old, so the earlier of both times
        // counts.
        try sessions.removeForgotten(
            of: user, at: min(unit.now, unit.housekeepingTime), in: unit.transaction)
        if let prior {
            try unit.endSession(prior.session.id, of: prior.owner, parts)
        }
        let live = try sessions.live(of: user, at: unit.now, in: unit.transaction)
        for surplus in live.dropFirst(SessionLifetime.sessionsPerUserMax - 1) {
            try unit.endSession(surplus.id, of: user, parts)
        }
        let digest = try SessionToken.madeDigest(of: token)
        try sessions.insert(session, of: user, tokenDigest: digest, in: unit.transaction)
        return live.count
    }
}
