public import Contracts

/// Who asks, once the passport was believed.
public enum Principal: Hashable, Sendable {
    /// Nobody who is signed in.
    case anonymous
    /// A person with a session and a role in each family.
    case user(UserPrincipal)
    /// A service in its own name; it has no user's rights.
    case service(ServiceName)
    /// Whoever holds the operator key.
    case `operator`

    /// The person, if it is one.
    public var user: UserPrincipal? {
        if case .user(let user) = self { user } else { nil }
    }
}

/// A person with a session.
public struct UserPrincipal: Hashable, Sendable {
    /// The user.
    public let userID: UserID
    /// The session.
    public let sessionID: SessionID
    /// The role in each of the user's families.
    public let families: [FamilyID: Role]

    /// A person with this session and these families.
    public init(userID: UserID, sessionID: SessionID, families: [FamilyID: Role]) {
        self.userID = userID
        self.sessionID = sessionID
        self.families = families
    }
}

/// The border of access: one family, and who looks into it in which role.
///
/// A repository of family data takes one, and there is none without a member's passport.
public struct FamilyScope: Hashable, Sendable {
    /// The family.
    public let familyID: FamilyID
    /// The member who asks.
    public let userID: UserID
    /// The member's role in this family.
    public let role: Role

    /// The scope of this principal in this family. A family of which the principal is no member
    /// does not exist for them: the error is `not_found`.
    public init(_ principal: Principal, in family: FamilyID) throws(ServiceError) {
        guard let user = principal.user, let role = user.families[family] else {
            throw ServiceError.notFound("Family")
        }
        self.familyID = family
        self.userID = user.userID
        self.role = role
    }

    /// The scope in which a command of this member was accepted, for those of its steps that the
    /// service does later by itself. Only what the command stored may be given.
    public init(resuming userID: UserID, as role: Role, in familyID: FamilyID) {
        self.familyID = familyID
        self.userID = userID
        self.role = role
    }

    /// The scope of a player who has left the family, as far as a player sees it: to read what they
    /// logged themselves. Only for those whom identity's feed has named as a player of it.
    public init(formerPlayer user: UserPrincipal, of family: FamilyID) {
        familyID = family
        userID = user.userID
        role = .player
    }
}
