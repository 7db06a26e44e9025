import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension CallContext {
    /// Throws `forbidden` unless the operator calls.
    func requireOperator() throws(ServiceError) {
        guard principal == .operator else {
            throw ServiceError.forbidden("Only the system's operator can do that")
        }
    }
}

extension InviteUser {
    /// Creates an invitation. Its code is not stored, so a repetition creates another one.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try context.requireOperator()
        try context.refuseDryRun("invite somebody")
        let invitations = UserInvitationRepository()
        guard
            try invitations.openCount(at: unit.now, in: unit.transaction)
                < UserInvitationLimit.openMax
        else {
            throw ServiceError(
                .conflict,
                "There are \(UserInvitationLimit.openMax) open invitations; take some back first")
        }
        let invitation = UserInvitation(
            id: .make(at: unit.now), note: input.note, createdAt: unit.now,
            expiresAt: unit.now.advanced(
                by: .seconds(input.days * SessionLifetime.secondsPerDay)))
        let code = InvitationCode.random()
        try invitations.insert(invitation, code: code, in: unit.transaction)
        try unit.record(invitation.id, IdentityFeed.userInvited)
        return Response(code: code.description, invitation: invitation)
    }
}

extension ListUserInvitations {
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        try context.requireOperator()
        return Response(invitations: try UserInvitationRepository().list(in: transaction))
    }
}

extension RevokeUserInvitation {
    /// Takes an open invitation back. One that is over stays as it is.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try context.requireOperator()
        let invitations = UserInvitationRepository()
        if try invitations.revoke(input.id, at: unit.now, in: unit.transaction) {
            try unit.record(input.id, IdentityFeed.invitationRevoked, version: 2)
        }
        guard let invitation = try invitations.find(input.id, in: unit.transaction) else {
            throw ServiceError.notFound(.invitation)
        }
        if let user = invitation.usedBy {
            throw ServiceError(.conflict, "\(user) has used this invitation")
        }
        return Response(invitation: invitation)
    }
}

extension UnitOfWork {
    fileprivate func record(
        _ invitation: UserInvitationID, _ type: String, version: Int64 = 1
    ) throws {
        try record(
            NewChange(
                type, of: "invitation", invitation, version: version, family: nil,
                payload: IdentityFeed.InvitationPayload(invitationID: invitation)))
    }
}
