/// A person who uses the product.
public struct User: Codable, Hashable, Sendable {
    /// The user's id.
    public var id: UserID
    /// The address that signs in, lower case.
    public var email: String
    /// The name that others of the family see.
    public var fullName: String
    /// What the user signed up as.
    public var role: Role
    /// The IANA zone in which the user reads dates.
    public var timeZone: String
    /// When the user signed up.
    public var createdAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, email, role
        case fullName = "full_name"
        case timeZone = "time_zone"
        case createdAt = "created_at"
    }

    /// A user with these particulars.
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
    /// The family's id.
    public var familyUnitID: FamilyID
    /// The family's name.
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

    /// A membership with these particulars.
    public init(familyUnitID: FamilyID, name: String, role: Role, timeZone: String) {
        self.familyUnitID = familyUnitID
        self.name = name
        self.role = role
        self.timeZone = timeZone
    }
}

/// A member of a family as the others see them.
public struct Member: Codable, Hashable, Sendable {
    /// The user's id.
    public var userID: UserID
    /// The user's name.
    public var fullName: String
    /// The role in this family.
    public var role: Role
    /// When the user joined.
    public var joinedAt: Instant

    enum CodingKeys: String, CodingKey {
        case role
        case userID = "user_id"
        case fullName = "full_name"
        case joinedAt = "joined_at"
    }

    /// A member with these particulars.
    public init(userID: UserID, fullName: String, role: Role, joinedAt: Instant) {
        self.userID = userID
        self.fullName = fullName
        self.role = role
        self.joinedAt = joinedAt
    }
}

/// A sign-in on one device, as its owner sees it.
public struct Session: Codable, Hashable, Sendable {
    /// The session's id; not the token.
    public var id: SessionID
    /// What the device calls itself.
    public var device: String?
    /// When the user signed in.
    public var createdAt: Instant
    /// When the session was last used.
    public var lastUsedAt: Instant
    /// When the session ends by itself unless it is used.
    public var expiresAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, device
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
        case expiresAt = "expires_at"
    }

    /// A session with these particulars.
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
