public import Contracts

/// The caller, as proven by a verified passport.
public enum Principal: Hashable, Sendable {
    /// A caller who is not signed in.
    case anonymous
    /// A person with a session and a role in each family.
    case user(UserPrincipal)
    /// A service in its own name, without any user's rights.
    case service(ServiceName)
    /// The holder of the operator key.
    case `operator`

    /// The user, if the caller is a person.
    public var user: UserPrincipal? {
        if case .user(let user) = self { user } else { nil }
    }
}

/// A signed-in person.
@Memberwise
public struct UserPrincipal: Hashable, Sendable {
    public let userID: UserID
    public let sessionID: SessionID
    /// The role in each of the user's families.
    public let families: [FamilyID: Role]
    /// The rights of a program that acts for the person; nil if the person signed in.
    public var programRights: ProgramRights?
}

/// The access boundary: one family, and the member and role in which it is accessed.
///
/// Every repository of family data requires one. It is created from a member's passport, restored
/// for the later steps of a member's command, or created for a former player.
public struct FamilyScope: Hashable, Sendable {
    public let familyID: FamilyID
    /// The member who makes the call.
    public let userID: UserID
    public let role: Role

    /// Creates the scope of this principal in this family. Throws `not_found` for a non-member, for
    /// whom the family does not exist.
    public init(_ principal: Principal, in family: FamilyID) throws(ServiceError) {
        guard let user = principal.user, let role = user.families[family] else {
            throw ServiceError.notFound(.family)
        }
        self.familyID = family
        self.userID = user.userID
        self.role = role
    }

    /// Restores the scope in which a member's command was accepted, for steps that the service does
    /// later by itself. Pass only what the command stored.
    public init(resuming userID: UserID, as role: Role, in familyID: FamilyID) {
        self.familyID = familyID
        self.userID = userID
        self.role = role
    }

    /// Creates the scope of a player who has left the family, for reading what they logged
    /// themselves. Only for players that identity's feed has named as players of the family.
    public init(formerPlayer user: UserPrincipal, of family: FamilyID) {
        familyID = family
        userID = user.userID
        role = .player
    }
}
