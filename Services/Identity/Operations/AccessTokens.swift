import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension AddAccessToken {
    /// Creates a token, unless the user has as many as they may have. No secret is stored, so a
    /// repetition with the same idempotency key cannot be answered as before: it replaces the
    /// secret of the token, whose answer was lost.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try context.refuseDryRun("create an access token")
        let account = try CurrentCaller(context, in: unit.transaction).account
        let user = account.user.id
        // The id tells a repetition from a second request.
        let content = context.idempotencyKey.map { Array("token \($0.text)".utf8) }
        let sessions = SessionRepository()
        let secret = try SessionToken.makeForProgram()
        let earlier = try content.flatMap {
            try sessions.session(of: user, madeHashing: $0, in: unit.transaction)
        }
        if let earlier {
            let token = try repeated(earlier, input, at: unit.now)
            try sessions.replaceToken(of: token.id, by: secret, in: unit.transaction)
            return Response(secret: secret, token: token)
        }
        guard
            try sessions.tokens(of: user, at: unit.now, in: unit.transaction).count
                < AccessTokenLimit.perUser
        else {
            throw ServiceError(
                .conflict,
                "You have \(AccessTokenLimit.perUser) access tokens; end one of them first")
        }
        let token = AccessToken(
            id: content.map { .make(at: unit.now, hashing: $0) } ?? .make(at: unit.now),
            name: input.name, rights: input.rights, createdAt: unit.now, lastUsedAt: nil,
            expiresAt: end(of: input, createdAt: unit.now))
        try sessions.insert(token, of: user, secret: secret, in: unit.transaction)
        try unit.recordAccessToken(IdentityFeed.accessTokenAdded, token, of: account)
        return Response(secret: secret, token: token)
    }

    /// Returns the token that a request with this key created. Throws `key_reused` if that was
    /// another request, and `conflict` if the token has ended.
    private static func repeated(
        _ earlier: OwnedSession, _ input: Input, at now: Instant
    ) throws -> AccessToken {
        guard let token = earlier.accessToken, token.name == input.name,
            token.rights == input.rights,
            token.expiresAt == end(of: input, createdAt: token.createdAt)
        else {
            throw ServiceError(
                .keyReused, "This idempotency key was used for another request; use a new one")
        }
        guard earlier.isLive(at: now) else {
            throw ServiceError(.conflict, "This access token has ended; create another one")
        }
        return token
    }

    private static func end(of input: Input, createdAt: Instant) -> Instant {
        createdAt.advanced(by: .seconds(input.days * SessionLifetime.secondsPerDay))
    }
}

extension ListAccessTokens {
    /// Lists the caller's valid tokens, newest first.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        return Response(
            tokens: try SessionRepository().tokens(
                of: caller.account.user.id, at: context.now, in: transaction))
    }
}

extension RevokeAccessToken {
    /// Ends one of the caller's tokens. Another user's token is reported as not found.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let account = try CurrentCaller(context, in: unit.transaction).account
        let tokens = try SessionRepository().tokens(
            of: account.user.id, at: unit.now, in: unit.transaction)
        guard let token = tokens.first(where: { $0.id == input.id }) else {
            throw ServiceError.notFound(.token)
        }
        try unit.endSession(token.id, of: account.user.id, parts)
        try unit.recordAccessToken(IdentityFeed.accessTokenRevoked, token, of: account)
        return Response(revoked: token.id)
    }
}
