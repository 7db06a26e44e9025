public import Contracts

extension Change {
    /// Returns the member whom a change of identity is about, and whether they are in the family
    /// now; nil for changes of other kinds.
    public func member() throws -> (member: IdentityFeed.MemberPayload, isThere: Bool)? {
        guard type == IdentityFeed.memberChanged || type == IdentityFeed.memberRemoved else {
            return nil
        }
        return (try decodedPayload(), type == IdentityFeed.memberChanged)
    }
}
