import Contracts
import ServiceKit
import Storage

extension WhoAmI {
    /// The caller, the families, the session.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        let families = try MembershipRepository(of: caller.account.user.id)
            .memberships(in: transaction)
        return Response(user: caller.account.user, families: families, session: caller.session)
    }
}
