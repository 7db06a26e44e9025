import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension IssuePassport {
    /// Exchanges a token for a passport. Runs on the writer thread, so that no passport with old
    /// rights is issued while rights change. Writes at most once a minute per session. The secret
    /// of a calendar link is no token.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: WriteTransaction,
        _ parts: IdentityParts
    ) throws -> Response {
        let sessions = SessionRepository()
        guard let digest = SessionToken.digest(of: input.token),
            let owned = try sessions.session(tokenDigest: digest, in: transaction),
            owned.isLive(at: context.now), owned.calendarLink == nil,
            let account = try AccountRepository().account(owned.owner, in: transaction)
        else {
            throw ServiceError(.unauthenticated, AccessCheck.signInText)
        }
        try account.requireActive()
        try parts.admitPassport(of: owned.session.id, context)
        let memberships = MembershipRepository(of: owned.owner)
        let families = try memberships.memberships(in: transaction)
        let left = try memberships.left(in: transaction)
        let wasMember =
            try families.isEmpty
            && (!left.isEmpty || memberships.wasParent(in: transaction))
        try sessions.touchIfDue(owned.session, at: context.now, in: transaction)
        let passport = try parts.issuer.issue(
            to: account, owned.session, families, at: context.now, parts.clock.machineTime(),
            program: owned.accessToken.map { ProgramRights($0.rights) })
        return Response(
            passport: Data(passport.bytes).base64EncodedString(), expiresAt: passport.expiresAt,
            user: account.user, families: families, leftFamilies: left.isEmpty ? nil : left,
            wasMember: wasMember ? true : nil)
    }
}

extension DataService {
    /// Registers an operation that issues passports outside of the command log, since its reply is
    /// a secret.
    func issuer<Op: Contracts.Operation>(
        _ operation: Op.Type, host: ServiceHost,
        _ handle:
            @escaping @Sendable (
                Op.Request.Input, CallContext, WriteTransaction
            ) throws -> Op.Response
    ) {
        host.register(operation) { [database] call, responder in
            do throws(ServiceError) {
                let input = try call.input()
                database.write(
                    deadline: call.context.deadline, isRepeatable: true, need: .mustGoOn
                ) { transaction in
                    try handle(input, call.context, transaction)
                } completion: { result in
                    switch result {
                    case .success(let response): responder.succeed(response)
                    case .failure(let error): responder.fail(Self.refusal(for: error))
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
