import Contracts
public import ServiceKit
public import Storage

extension CallContext {
    /// The family's scope, for operations whose access is `familyOrFormerPlayer`: a member's, or
    /// that of a player who left, who sees what they logged themselves. Throws `not_found` for
    /// everybody else. The service follows identity.
    public func familyOrFormerPlayer(in transaction: ReadTransaction) throws -> FamilyScope {
        if let family { return family }
        guard let user = principal.user, let namedFamily,
            try IdentityReplica.knowsPlayer(user.userID, of: namedFamily, in: transaction)
        else { throw ServiceError.notFound("Family") }
        return FamilyScope(formerPlayer: user, of: namedFamily)
    }
}
