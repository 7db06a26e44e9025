/// Waits for a change that the caller may see in the history. Pages use it to show what others log
/// without a reload.
public enum WatchChanges: Operation {
    public static let definition = OperationDefinition(
        "changes.watch", of: nil, .read, .members, "Wait for a change of your family's records",
        budget: WatchLimit.budget)

    /// The change that the caller knows, and the wait.
    @JSONObject
    public struct Request: WatchRequest {
        /// The newest change that the caller knows; nil for none.
        public var newest: ChangeID?
        /// How long to wait for another one, in milliseconds, 0 to `WatchLimit.millisecondsMax`.
        @Key("wait_ms") public var waitMilliseconds: Int
    }

    /// The newest change.
    @JSONObject(nulls: true)
    public struct Response {
        /// The newest change that the caller may see; nil if there is none. It equals the known one
        /// if the wait is over.
        public var newest: ChangeID?
    }
}

/// Waits until the number of the caller's unread notifications changes.
public enum WatchNotifications: Operation {
    public static let definition = OperationDefinition(
        "notifications.watch", of: .notifications, .read, .members,
        "Wait until your number of unread notifications changes", budget: WatchLimit.budget)

    /// The number that the caller knows, and the wait.
    @JSONObject
    public struct Request: WatchRequest {
        /// The number of unread notifications that the caller knows; nil for none.
        public var unread: Int?
        /// How long to wait for another one, in milliseconds, 0 to `WatchLimit.millisecondsMax`.
        @Key("wait_ms") public var waitMilliseconds: Int
    }

    /// The caller's counts; unchanged if the wait is over.
    public typealias Response = NotificationCounts
}

/// A request to wait for a change.
public protocol WatchRequest: OperationRequest where Input == Self {
    /// How long to wait, in milliseconds, 0 to `WatchLimit.millisecondsMax`.
    var waitMilliseconds: Int { get }
}

extension WatchRequest {
    /// Refuses a wait that is too long.
    public func validated() throws(ServiceError) -> Self {
        try FieldErrors.check(waitMilliseconds, named: "wait_ms", to: WatchLimit.millisecondsMax)
        return self
    }
}

/// The limits of operations that wait for a change.
public enum WatchLimit {
    /// The longest wait, in milliseconds.
    public static let millisecondsMax = 25_000
    /// How long callers wait for an answer: longer than the service.
    static let budget = Duration.seconds(30)
}
