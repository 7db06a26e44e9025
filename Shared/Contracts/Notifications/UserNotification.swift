/// A message from the system to one user. Only that user can read it or mark it as read.
public struct UserNotification: Codable, Hashable, Sendable {
    public var id: NotificationID
    /// The recipient.
    public var userID: UserID
    /// The family that it is about.
    public var familyUnitID: FamilyID
    public var type: NotificationType
    public var title: String
    public var message: String?
    public var priority: NotificationPriority
    /// The kind of record that it is about.
    public var relatedEntityType: RelatedEntityType
    /// The record that it is about.
    public var relatedEntityID: RecordID
    /// The time from which it is visible; lists are ordered by it.
    public var scheduledFor: Instant
    /// The time at which the user first read it.
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

    /// Writes every key; missing values are `null`.
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

/// The reason for a notification.
public enum NotificationType: String, Codable, Sendable, CaseIterable, Hashable {
    /// A coach initiated a contact.
    case inboundInteraction = "inbound_interaction"
}

/// The urgency of a notification.
public enum NotificationPriority: String, Codable, Sendable, CaseIterable, Hashable {
    case low
    case normal
    case high
}

/// The kind of record that a notification is about.
public enum RelatedEntityType: String, Codable, Sendable, CaseIterable, Hashable {
    case interaction
}

/// The number of a user's notifications.
public struct NotificationCounts: Codable, Hashable, Sendable {
    public var total: Int
    public var unread: Int

    public init(total: Int, unread: Int) {
        self.total = total
        self.unread = unread
    }
}

/// Limits of requests about notifications.
public enum NotificationLimit {
    /// The maximum number of notifications that one request may name.
    public static let idsMax = 500
}
