/// A user's notification settings and time zone.
@JSONObject
public struct Preferences: Hashable {
    /// Whether an inbound interaction creates a notification.
    public var inboundAlerts: Bool
    /// Whether an overdue follow-up creates a notification, once a week for each coach.
    public var followUpReminders = false
    /// Whether the user gets last week's digest on Mondays, by mail too if `mail.command` is set.
    public var weeklyDigest = false
    /// The IANA zone in which the user reads dates.
    public var timeZone: String
}

/// Shows the caller's preferences.
public enum ShowPreferences: Operation {
    public static let definition = OperationDefinition(
        "preferences.show", of: .identity, .read, .signedIn, "Show your preferences",
        http: .get("/preferences"))

    public typealias Response = Preferences
}

/// Changes the caller's preferences.
public enum UpdatePreferences: Operation {
    public static let definition = OperationDefinition(
        "preferences.update", of: .identity, .write, .signedIn, "Change your preferences")

    /// The changes; absent fields stay unchanged.
    @JSONObject
    public struct Request: OperationRequest {
        var inboundAlerts: FormField<Bool>
        var followUpReminders: FormField<Bool>
        var weeklyDigest: FormField<Bool>
        var timeZone: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    inboundAlerts: $0.optionalMark(inboundAlerts, named: "inbound_alerts"),
                    followUpReminders: $0.optionalMark(
                        followUpReminders, named: "follow_up_reminders"),
                    weeklyDigest: $0.optionalMark(weeklyDigest, named: "weekly_digest"),
                    timeZone: $0.chosenTimeZone(timeZone, named: "time_zone"))
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The new setting, if it changes.
        public let inboundAlerts: Bool?
        /// The new setting, if it changes.
        public let followUpReminders: Bool?
        /// The new setting, if it changes.
        public let weeklyDigest: Bool?
        /// The new zone, if it changes.
        public let timeZone: String?
    }

    public typealias Response = Preferences
}
