import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension IssuePassport {
    /// Exchanges a token for a passport. Runs on the writer thread, so that no passport with old
    /// rights is issued while rights change. Writes at most once a minute per session.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: WriteTransaction,
        _ parts: IdentityParts
    ) throws -> Response {
        let sessions = SessionRepository()
        guard let digest = SessionToken.digest(of: input.token),
            let owned = try sessions.session(tokenDigest: digest, in: transaction),
            owned.isLive(at: context.now),
            let account = try AccountRepository().account(owned.owner, in: transaction)
        else {
            throw ServiceError(.unauthenticated, AccessCheck.signInText)
        }
        try parts.admitPassport(of: owned.session.id, context)
        let families = try MembershipRepository(of: owned.owner).memberships(in: transaction)
        let session = owned.session
        // A full disk must not prevent reading: the time of use is then not stored.
        if !transaction.isOutOfSpace,
            SessionLifetime.isTouchDue(lastUsedAt: session.lastUsedAt, now: context.now)
        {
            try sessions.touch(session.id, at: context.now, in: transaction)
        }
        let passport = try parts.issuer.issue(
            to: account, session, families, at: context.now, parts.clock.machineTime(),
            token: owned.tokenRights)
        return Response(
            passport: Data(passport.bytes).base64EncodedString(), expiresAt: passport.expiresAt,
            user: account.user, families: families)
    }

    /// Registers the operation outside of the command log, since its reply is a secret.
    static func serve(on service: DataService, host: ServiceHost, _ parts: IdentityParts) {
        host.register(IssuePassport.self) { call, responder in
            let database = service.database
            do throws(ServiceError) {
                let input = try call.input()
                database.write(
                    deadline: call.context.deadline, isRepeatable: true, need: .mustGoOn
                ) { transaction in
                    try handle(input, call.context, transaction, parts)
                } completion: { result in
                    switch result {
                    case .success(let response): responder.succeed(response)
                    case .failure(let error): responder.fail(IssuePassport.refusal(for: error))
                    }
                }
            } catch {
                responder.fail(error)
            }
        }
    }

    private static func refusal(for error: any Error) -> ServiceError {
        switch error {
        case let error as ServiceError: error
        case let error as StorageError where error.code == .deadlineExceeded:
            ServiceError(.timeout, "Connection timed out")
        case let error as StorageError where error.code == .noSpace:
            ServiceError(.unavailable, error.message)
        case let error as StorageError where error.isRetryable:
            ServiceError(.busy, "The service is busy; try again")
        case is StorageError:
            ServiceError(.unavailable, "The service is restarting; try again")
        default: ServiceError(.internal, "No passport could be signed")
        }
    }
}
