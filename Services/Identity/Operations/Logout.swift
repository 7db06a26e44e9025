import Contracts
import DataServiceKit
import ServiceKit

extension Logout {
    /// Ends the session of the call, or all of the user's sessions.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let caller = try CurrentCaller(context, in: unit.transaction)
        let user = caller.account.user.id
        guard input.everywhere == true else {
            try unit.endSession(caller.session.id, of: user, parts)
            return Response(ended: 1)
        }
        let live = try SessionRepository().all(of: user, at: unit.now, in: unit.transaction)
        for session in live.map(\.session) {
            try unit.endSession(session.id, of: user, parts)
        }
        try unit.revokePassports(of: caller.account, parts)
        return Response(ended: live.count)
    }
}
