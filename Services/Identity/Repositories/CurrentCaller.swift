import Contracts
import ServiceKit
import Storage

/// The caller according to identity's current tables; a passport only states what was true when it
/// was issued.
struct CurrentCaller {
    let account: Account
    let session: Session

    /// Looks up the caller. Throws `not_found` if the passport's user does not exist, and
    /// `unauthenticated` if the session has ended.
    init(_ context: CallContext, in transaction: ReadTransaction) throws {
        let principal = try context.requireUser()
        guard let account = try AccountRepository().account(principal.userID, in: transaction)
        else { throw ServiceError.notFound(.user) }
        guard
            let owned = try SessionRepository().session(principal.sessionID, in: transaction),
            owned.owner == account.user.id, owned.isLive(at: context.now)
        else {
            throw ServiceError(.unauthenticated, "You were signed out; sign in again")
        }
        self.account = account
        session = owned.session
    }

    /// Returns the caller as they are now. Throws `conflict` if their password is no longer the one
    /// that was checked.
    func unchanged(
        _ context: CallContext, in transaction: ReadTransaction
    ) throws -> CurrentCaller {
        let present = try CurrentCaller(context, in: transaction)
        guard present.account.passwordHash == account.passwordHash else {
            throw ServiceError(.conflict, "Your password was changed in the meantime")
        }
        return present
    }

    /// Returns the family of the call after checking the caller's membership. Throws
    /// `unauthenticated` if the membership differs from the passport, which makes the client
    /// request a new one.
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
