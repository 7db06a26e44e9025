/// A message from the system to one user. Only that user can read it or mark it as read.
@JSONObject(nulls: true)
public struct UserNotification: JSONReadable, Hashable {
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
}

/// The reason for a notification.
public enum NotificationType: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    /// A coach initiated a contact.
    case inboundInteraction = "inbound_interaction"
    /// A follow-up is overdue (N-19).
    case followUpReminder = "follow_up_reminder"
    /// The user signed in on another device (N-74).
    case newDevice = "new_device"
    /// A change hook of the user's was switched off (N-118).
    case hookOff = "hook_off"
    /// Something was done to the user's account.
    case account
    /// Somebody joined or left the family, or its changes are sent somewhere.
    case members
    /// The digest of the last week is there (N-120).
    case weeklyDigest = "weekly_digest"
}

/// The urgency of a notification.
public enum NotificationPriority: String, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable, Hashable
{
    case low
    case normal
    case high
}

/// The kind of record that a notification is about.
public enum RelatedEntityType: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case interaction
    /// The reminders of a follow-up, which the queue shows.
    case followUp = "follow_up"
    /// The session of a sign-in.
    case session
    /// A change hook.
    case hook
    /// A change of the user's account, with its id in the history.
    case account
    /// A change of the family, with its id in the history.
    case family
    /// The digest of a week.
    case digest

    /// Whether it is the user's own and no family's.
    public var isOfUser: Bool { self == .session || self == .account }
}

/// The number of a user's notifications.
@JSONObject
public struct NotificationCounts: Hashable {
    public var total: Int
    public var unread: Int
}

/// Limits of requests about notifications.
public enum NotificationLimit {
    /// The maximum number of notifications that one request may name.
    public static let idsMax = 500
}

/// The texts of the list of notifications.
public enum NotificationListText {
    public static let nothingYet = (
        title: "No notifications yet", line: "Alerts about coaches who reach out appear here"
    )
    public static let nothingUnread = "You have read everything"
    /// The heading and the text about an overdue follow-up. Parents are told whose it is.
    public static func reminder(
        _ nudge: InteractionsFeed.NudgePayload, to user: UserID
    ) -> (title: String, message: String) {
        let due = "\(nudge.reason.label): due since \(nudge.dueOn.label)"
        return (
            "Follow up with \(nudge.whom)",
            user == nudge.playerID ? "\(due)." : "\(due), for \(nudge.playerName ?? "a player")."
        )
    }
    /// The heading and the text about a sign-in on a device, which may not have named itself.
    public static func newDevice(_ name: String?) -> (title: String, message: String) {
        (
            "New sign-in on \(name ?? "another device")",
            "If this was not you, sign that device out and change your password."
        )
    }
    /// The heading and the text about a change hook that was switched off.
    public static func hookOff(_ origin: String) -> (title: String, message: String) {
        (
            "The change hook to \(origin) is off",
            "Nothing could be delivered for \(HookLimit.failingDays) days. Its changes are kept "
                + "for \(HookLimit.keptDays) days; replay it once the receiver works again."
        )
    }
}
