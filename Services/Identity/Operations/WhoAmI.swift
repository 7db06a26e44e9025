import Contracts
import ServiceKit
import Storage

extension WhoAmI {
    /// The caller, the families, the session.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        let memberships = MembershipRepository(of: caller.account.user.id)
        return Response(
            user: caller.account.user, families: try memberships.memberships(in: transaction),
            session: caller.session, leftFamilies: try memberships.left(in: transaction))
    }
}
