/// A person who uses the product.
public struct User: Codable, Hashable, Sendable {
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

    enum CodingKeys: String, CodingKey {
        case id, email, role
        case fullName = "full_name"
        case timeZone = "time_zone"
        case createdAt = "created_at"
    }

    public init(
        id: UserID, email: String, fullName: String, role: Role, timeZone: String,
        createdAt: Instant
    ) {
        self.id = id
        self.email = email
        self.fullName = fullName
        self.role = role
        self.timeZone = timeZone
        self.createdAt = createdAt
    }
}

/// A family as one of its members sees it.
public struct Membership: Codable, Hashable, Sendable {
    public var familyUnitID: FamilyID
    public var name: String
    /// The reader's role in this family.
    public var role: Role
    /// The IANA zone of the family.
    public var timeZone: String

    enum CodingKeys: String, CodingKey {
        case name, role
        case familyUnitID = "family_unit_id"
        case timeZone = "time_zone"
    }

    public init(familyUnitID: FamilyID, name: String, role: Role, timeZone: String) {
        self.familyUnitID = familyUnitID
        self.name = name
        self.role = role
        self.timeZone = timeZone
    }
}

/// A member of a family as the other members see them.
public struct Member: Codable, Hashable, Sendable {
    public var userID: UserID
    public var fullName: String
    /// The role in this family.
    public var role: Role
    public var joinedAt: Instant

    enum CodingKeys: String, CodingKey {
        case role
        case userID = "user_id"
        case fullName = "full_name"
        case joinedAt = "joined_at"
    }

    public init(userID: UserID, fullName: String, role: Role, joinedAt: Instant) {
        self.userID = userID
        self.fullName = fullName
        self.role = role
        self.joinedAt = joinedAt
    }
}

/// A sign-in on one device, as its owner sees it.
public struct Session: Codable, Hashable, Sendable {
    /// The session's id, which is not its token.
    public var id: SessionID
    /// The device's name for itself.
    public var device: String?
    public var createdAt: Instant
    public var lastUsedAt: Instant
    /// The time at which the session expires unless it is used.
    public var expiresAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, device
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
        case expiresAt = "expires_at"
    }

    public init(
        id: SessionID, device: String?, createdAt: Instant, lastUsedAt: Instant, expiresAt: Instant
    ) {
        self.id = id
        self.device = device
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}
