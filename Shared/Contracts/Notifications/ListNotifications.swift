/// Lists the caller's notifications from all of the caller's families, newest first (D-46).
public enum ListNotifications: Operation {
    public static let definition = OperationDefinition(
        "notifications.list", of: .notifications, .read, .signedIn,
        "List your notifications, newest first", http: .get("/notifications"))

    /// Filter and limit of the list.
    @JSONObject
    public struct Request: OperationRequest {
        /// Whether to return only unread notifications.
        public var unread: FormField<Bool>
        /// The maximum number of rows; all by default. It does not affect the counts.
        public var limit: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    isUnreadOnly: $0.optionalMark(unread, named: "unread") ?? false,
                    limit: $0.optionalNumber(limit, named: "limit", title: "Limit", from: 1))
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let isUnreadOnly: Bool
        /// The maximum number of rows.
        public let limit: Int?
    }

    /// The notifications, with counts over all of the caller's notifications.
    @JSONObject
    public struct Response: JSONReadable {
        /// The notifications, newest first.
        public var notifications: [UserNotification]
        /// The number of all of the caller's notifications.
        public var total: Int
        /// The number of unread ones among them.
        public var unread: Int

        public init(notifications: [UserNotification], counts: NotificationCounts) {
            self.notifications = notifications
            total = counts.total
            unread = counts.unread
        }
    }
}

/// Counts the caller's notifications.
public enum CountNotifications: Operation {
    public static let definition = OperationDefinition(
        "notifications.counts", of: .notifications, .read, .signedIn, "Count your notifications",
        http: .get("/notifications/counts"))

    public typealias Response = NotificationCounts
}
