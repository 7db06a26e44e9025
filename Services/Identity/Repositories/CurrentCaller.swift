import Contracts
import ServiceKit
import Storage

/// A caller as identity's own tables know them now: a passport tells only what was true when it was
/// issued.
struct CurrentCaller {
    /// The caller's account.
    let account: Account
    /// The session of the call.
    let session: Session

    /// The user of this call. Throws `not_found` for a user whom a passport names and these tables
    /// do not, `unauthenticated` if the session has ended since.
    init(_ context: CallContext, in transaction: ReadTransaction) throws {
        let principal = try context.requireUser()
        guard let account = try AccountRepository().account(principal.userID, in: transaction)
        else { throw ServiceError.notFound("User") }
        guard
            let owned = try SessionRepository().session(principal.sessionID, in: transaction),
            owned.owner == account.user.id, owned.isLive(at: context.now)
        else {
            throw ServiceError(.unauthenticated, "You were signed out; sign in again")
        }
        self.account = account
        session = owned.session
    }

    /// The family of a call that is about one, once the caller's membership was looked up. Throws
    /// `unauthenticated` if it is not what the passport says: a new passport then tells.
    static func family(
        _ context: CallContext, in transaction: ReadTransaction
    ) throws -> (caller: CurrentCaller, family: FamilyRepository, membership: Membership) {
        let caller = try CurrentCaller(context, in: transaction)
        let scope = try context.requireFamily()
        let membership = try MembershipRepository(of: caller.account.user.id)
            .membership(in: scope.familyID, transaction)
        guard let membership, membership.role == scope.role else {
            throw ServiceError(
                .unauthenticated, "Your place in this family has changed; sign in again")
        }
        return (caller, FamilyRepository(scope), membership)
    }
}
