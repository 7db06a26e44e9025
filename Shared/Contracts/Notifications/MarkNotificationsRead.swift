/// Marks the caller's notifications as read: some by their ids, or all. Notifications that are
/// already read keep their time of reading, so a retry changes nothing.
public enum MarkNotificationsRead: Operation {
    public static let definition = OperationDefinition(
        "notifications.markRead", of: .notifications, .write, .signedIn,
        "Mark notifications as read", http: .post("/notifications/mark-read"))

    /// The error texts.
    enum Refusal {
        static let nothing = "Please choose notifications, or all of them"
        static let both = "Please choose either some notifications or all of them"
        static let malformed = "Notifications must be given by their ids"
        static let tooMany =
            "At most \(NotificationLimit.idsMax) notifications can be marked at a time"
    }

    /// The ids of the notifications, or all.
    @JSONObject
    public struct Request: OperationRequest {
        /// The notifications, 1 to `NotificationLimit.idsMax`.
        public var ids: FormField<[String]>
        /// Whether to mark all notifications.
        public var all: FormField<Bool>

        public init(ids: [NotificationID]) {
            self.ids = FormField(ids.map(\.text))
            all = FormField(nil)
        }

        /// The request to mark all notifications.
        public static var everything: Request {
            var request = Request(ids: [])
            request.ids = FormField(nil)
            request.all = FormField(true)
            return request
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let isEverything = errors.optionalMark(all, named: "all") ?? false
            var found: [NotificationID] = []
            if ids.isMalformed {
                errors.refuse("ids", Refusal.malformed)
            } else if let texts = ids.value {
                found = texts.compactMap { NotificationID(text: $0) }
                if isEverything {
                    errors.refuse("ids", Refusal.both)
                } else if texts.isEmpty {
                    errors.refuse("ids", Refusal.nothing)
                } else if texts.count > NotificationLimit.idsMax {
                    errors.refuse("ids", Refusal.tooMany)
                } else if found.count < texts.count {
                    errors.refuse("ids", Refusal.malformed)
                }
            } else if !isEverything, !all.isMalformed {
                errors.refuse("ids", Refusal.nothing)
            }
            try errors.throwIfAny()
            return isEverything ? .all : .some(found)
        }
    }

    /// The validated request.
    public enum Input: Hashable, Sendable {
        /// All of the caller's notifications.
        case all
        case some([NotificationID])
    }

    /// The number of notifications marked, and of those still unread.
    @JSONObject
    public struct Response {
        /// The number of notifications that became read.
        public var marked: Int
        /// The number of the caller's notifications that are still unread.
        public var unread: Int
    }
}
