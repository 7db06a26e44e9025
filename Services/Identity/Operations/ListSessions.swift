import Contracts
import ServiceKit
import Storage

extension ListSessions {
    /// The caller's live sessions, last used first (S21).
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        let sessions = try SessionRepository()
            .live(of: caller.account.user.id, at: context.now, in: transaction)
        return Response(sessions: sessions, current: caller.session.id)
    }
}
