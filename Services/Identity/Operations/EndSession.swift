import Contracts
import DataServiceKit
import ServiceKit

extension EndSession {
    /// Ends one of the caller's sessions. Another user's session or an ended one is reported as not
    /// found.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let user = try CurrentCaller(context, in: unit.transaction).account.user.id
        guard
            let owned = try SessionRepository().session(input.sessionID, in: unit.transaction),
            owned.owner == user, owned.isLive(at: unit.now), owned.purpose == .device
        else { throw ServiceError.notFound(.session) }
        try unit.endSession(owned.session.id, of: user, parts)
        return Response(ended: owned.session.id)
    }
}
