/// A person who uses the product.
@JSONObject
public struct User: JSONReadable, Hashable {
    public var id: UserID
    /// The address for signing in, in lower case.
    public var email: String
    /// The name that other family members see.
    public var fullName: String
    /// The role chosen at sign-up.
    public var role: Role
    /// The IANA zone in which the user reads dates.
    public var timeZone: String
    public var createdAt: Instant
}

/// A family as one of its members sees it.
@JSONObject
public struct Membership: JSONReadable, Hashable {
    public var familyUnitID: FamilyID
    public var name: String
    /// The reader's role in this family.
    public var role: Role
    /// The IANA zone of the family.
    public var timeZone: String
    /// Whether parents may log for the family's players; nil if the family has not decided, and the
    /// server's setting `parents_may_log` holds.
    public var parentsLog: Bool?
}

/// A member of a family as the other members see them.
@JSONObject
public struct Member: Hashable {
    public var userID: UserID
    public var fullName: String
    /// The role in this family.
    public var role: Role
    public var joinedAt: Instant
}

/// A sign-in on one device, as its owner sees it.
@JSONObject
public struct Session: Hashable {
    /// The session's id, which is not its token.
    public var id: SessionID
    /// The device's name for itself.
    public var device: String?
    public var createdAt: Instant
    public var lastUsedAt: Instant
    /// The time at which the session expires unless it is used.
    public var expiresAt: Instant
    /// Whether other people use the device, so that the session ends soon; nil for no.
    public var isShared: Bool?
}
