import Contracts
import DataServiceKit
import ServiceKit

extension EndSession {
    /// Ends one of the caller's sessions. Somebody else's session does not exist, nor does one that
    /// is over.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let caller = try CurrentCaller(context, in: unit.transaction)
        let user = caller.account.user.id
        guard
            let owned = try SessionRepository().session(input.sessionID, in: unit.transaction),
            owned.owner == user, owned.isLive(at: unit.now)
        else { throw ServiceError.notFound("Session") }
        try unit.endSession(owned.session.id, of: user, parts)
        return Response(ended: owned.session.id)
    }
}
