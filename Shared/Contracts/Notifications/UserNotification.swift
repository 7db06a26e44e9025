/// What the system tells one user. Nobody else reads it or marks it.
public struct UserNotification: Codable, Hashable, Sendable {
    /// The notification's id.
    public var id: NotificationID
    /// Whom it is for.
    public var userID: UserID
    /// The family that it is about.
    public var familyUnitID: FamilyID
    /// Why there is one.
    public var type: NotificationType
    /// The heading.
    public var title: String
    /// What happened.
    public var message: String?
    /// How soon it wants to be read.
    public var priority: NotificationPriority
    /// The kind of record that it is about.
    public var relatedEntityType: RelatedEntityType
    /// The record that it is about.
    public var relatedEntityID: RecordID
    /// From when on it is to be seen; lists are ordered by it.
    public var scheduledFor: Instant
    /// When the user first read it.
    public var readAt: Instant?

    enum CodingKeys: String, CodingKey {
        case id, type, title, message, priority
        case userID = "user_id"
        case familyUnitID = "family_unit_id"
        case relatedEntityType = "related_entity_type"
        case relatedEntityID = "related_entity_id"
        case scheduledFor = "scheduled_for"
        case readAt = "read_at"
    }

    /// A notification with these particulars.
    public init(
        id: NotificationID, userID: UserID, familyUnitID: FamilyID, type: NotificationType,
        title: String, message: String?, priority: NotificationPriority,
        relatedEntityType: RelatedEntityType, relatedEntityID: RecordID, scheduledFor: Instant,
        readAt: Instant?
    ) {
        self.id = id
        self.userID = userID
        self.familyUnitID = familyUnitID
        self.type = type
        self.title = title
        self.message = message
        self.priority = priority
        self.relatedEntityType = relatedEntityType
        self.relatedEntityID = relatedEntityID
        self.scheduledFor = scheduledFor
        self.readAt = readAt
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(userID, forKey: .userID)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(message, forKey: .message)
        try container.encode(priority, forKey: .priority)
        try container.encode(relatedEntityType, forKey: .relatedEntityType)
        try container.encode(relatedEntityID, forKey: .relatedEntityID)
        try container.encode(scheduledFor, forKey: .scheduledFor)
        try container.encode(readAt, forKey: .readAt)
    }
}

/// Why there is a notification.
public enum NotificationType: String, Codable, Sendable, CaseIterable, Hashable {
    /// A coach reached out.
    case inboundInteraction = "inbound_interaction"
}

/// How soon a notification wants to be read.
public enum NotificationPriority: String, Codable, Sendable, CaseIterable, Hashable {
    case low
    case normal
    case high
}

/// The kind of record that a notification is about.
public enum RelatedEntityType: String, Codable, Sendable, CaseIterable, Hashable {
    case interaction
}

/// How many notifications a user has.
public struct NotificationCounts: Codable, Hashable, Sendable {
    /// All.
    public var total: Int
    /// Those that were not read yet.
    public var unread: Int

    /// Counts with these values.
    public init(total: Int, unread: Int) {
        self.total = total
        self.unread = unread
    }
}

/// Limits of requests about notifications.
public enum NotificationLimit {
    /// Notifications that one request may name.
    public static let idsMax = 500
}
