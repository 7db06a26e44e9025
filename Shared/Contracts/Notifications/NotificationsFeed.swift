/// The types of changes that notifications publishes, and their payloads.
public enum NotificationsFeed {
    /// A user marked notifications as read: `ReadPayload`. For the audit.
    public static let read = "notification.read"

    /// The number of notifications that a user marked as read.
    @JSONObject
    public struct ReadPayload: Hashable {
        public var userID: UserID
        public var marked: Int
    }
}
