import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension AddAccessToken {
    /// Creates a token, unless the user has as many as they may have.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try context.refuseDryRun("create an access token")
        let account = try CurrentCaller(context, in: unit.transaction).account
        let user = account.user.id
        let sessions = SessionRepository()
        guard
            try sessions.tokens(of: user, at: unit.now, in: unit.transaction).count
                < AccessTokenLimit.perUser
        else {
            throw ServiceError(
                .conflict,
                "You have \(AccessTokenLimit.perUser) access tokens; end one of them first")
        }
        let secret = try SessionToken.makeForProgram()
        let token = AccessToken(
            id: .make(at: unit.now), name: input.name, rights: input.rights, createdAt: unit.now,
            lastUsedAt: nil,
            expiresAt: unit.now.advanced(by: .seconds(input.days * SessionLifetime.secondsPerDay)))
        try sessions.insert(token, of: user, secret: secret, in: unit.transaction)
        try unit.recordAccessToken(IdentityFeed.accessTokenAdded, token, of: account)
        return Response(secret: secret, token: token)
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
