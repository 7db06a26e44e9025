import Contracts
public import ServiceKit
public import Storage

extension CallContext {
    /// Returns the scope for operations whose access is `familyOrFormerPlayer`: a member's, or that
    /// of a player who left and may read what they logged themselves. Throws `not_found` for all
    /// others. The service must follow identity.
    public func familyOrFormerPlayer(in transaction: ReadTransaction) throws -> FamilyScope {
        if let family { return family }
        guard let user = principal.user, let namedFamily,
            try IdentityReplica.knowsPlayer(user.userID, of: namedFamily, in: transaction)
        else { throw ServiceError.notFound(.family) }
        return FamilyScope(formerPlayer: user, of: namedFamily)
    }
}
