/// Lists the caller's notifications from all of the caller's families, newest first (D-46).
public enum ListNotifications: Operation {
    public static let name = "notifications.list"
    public static let service: ServiceName? = .notifications
    public static let isReadOnly = true
    public static let access = Access.signedIn
    public static let summary = "List your notifications, newest first"

    /// Which ones, and how many.
    public struct Request: OperationRequest {
        /// Whether only those that were not read yet are wanted.
        public var unread: FormField<Bool>
        /// How many rows at most; all by default. The counts always count all.
        public var limit: FormField<Int>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case unread, limit
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for these rows.
        public init(unread: Bool? = nil, limit: Int? = nil) {
            self.unread = FormField(unread)
            self.limit = FormField(limit)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            if unread.isMalformed {
                errors.refuse("unread", "Expected true or false")
            }
            if limit.isMalformed || limit.value.map({ $0 < 1 }) == true {
                errors.refuse("limit", "Limit must be a whole number from 1")
            }
            try errors.throwIfAny()
            return Input(isUnreadOnly: unread.value ?? false, limit: limit.value)
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// Whether only those that were not read yet are wanted.
        public let isUnreadOnly: Bool
        /// How many rows at most.
        public let limit: Int?
    }

    /// The rows and the counts over all of the caller's notifications.
    public struct Response: Codable, Sendable {
        /// The rows, newest first.
        public var notifications: [UserNotification]
        /// All of the caller's notifications.
        public var total: Int
        /// Those of them that were not read yet.
        public var unread: Int

        /// The answer with these rows and counts.
        public init(notifications: [UserNotification], counts: NotificationCounts) {
            self.notifications = notifications
            total = counts.total
            unread = counts.unread
        }
    }
}

/// Counts the caller's notifications.
public enum CountNotifications: Operation {
    public static let name = "notifications.counts"
    public static let service: ServiceName? = .notifications
    public static let isReadOnly = true
    public static let access = Access.signedIn
    public static let summary = "Count your notifications"

    public typealias Request = EmptyRequest
    public typealias Response = NotificationCounts
}
