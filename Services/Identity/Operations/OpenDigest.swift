import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension OpenDigest {
    /// Issues a passport that names one family and opens the lists of a digest, to the service that
    /// makes digests. A user who is not a member, is suspended, or wants no digest, is not found.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: WriteTransaction,
        _ parts: IdentityParts
    ) throws -> Response {
        guard context.principal == .service(.notifications) else {
            throw ServiceError.forbidden("Only the service that makes digests can do that")
        }
        guard let account = try AccountRepository().account(input.userID, in: transaction),
            account.weeklyDigest, account.suspendedAt == nil,
            let membership = try MembershipRepository(of: input.userID)
                .membership(in: input.familyUnitID, transaction)
        else { throw ServiceError.notFound(.member) }
        // No session stands behind it: it ends after five minutes, or with the user's passports.
        let session = Session(
            id: .make(at: context.now), device: nil, createdAt: context.now,
            lastUsedAt: context.now, expiresAt: context.now.advanced(by: .seconds(86_400)))
        let passport = try parts.issuer.issue(
            to: account, session, [membership], at: context.now, parts.clock.machineTime(),
            program: .digest)
        return Response(
            passport: Data(passport.bytes).base64EncodedString(), user: account.user,
            family: membership)
    }
}
