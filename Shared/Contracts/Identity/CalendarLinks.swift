/// The secret address of a member's calendar, without the secret.
@JSONObject(nulls: true)
public struct CalendarLink: Hashable {
    public var createdAt: Instant
    /// The time at which a calendar program last fetched the calendar, to the minute; nil if none
    /// has.
    public var lastUsedAt: Instant?
}

/// The path of a calendar on the pages.
public enum CalendarPath {
    /// The ending of the file's name.
    private static let ending = ".ics"

    /// Returns the path of a calendar, without a slash at the beginning.
    public static func text(for secret: String) -> String { "calendar/\(secret)\(ending)" }

    /// Returns the secret in the file's name, the last part of the path; nil if there is none.
    public static func secret(inFile name: String) -> String? {
        guard name.hasSuffix(ending), name.utf8.count > ending.utf8.count else { return nil }
        return String(name.dropLast(ending.count))
    }
}

extension Operation {
    /// Whether the holder of a calendar link may call the operation: only what the calendar shows.
    public static var admitsCalendarLinks: Bool {
        name == ListEvents.name || name == ListFollowUps.name
    }
}

/// Creates the caller's calendar link in the family and returns its secret, once. An earlier link
/// ends.
public enum MakeCalendarLink: Operation {
    public static let definition = OperationDefinition(
        "calendar.link", of: .identity, .write, .members,
        "Create the secret address of your calendar", carriesSecrets: true)

    /// The link with its secret.
    @JSONObject
    public struct Response {
        /// The secret part of the address. It is returned only here and not stored.
        public var secret: String
        public var link: CalendarLink
        /// Whether an earlier link ended.
        public var replaced: Bool
    }
}

/// Shows whether the caller has a calendar link in the family.
public enum ShowCalendarLink: Operation {
    public static let definition = OperationDefinition(
        "calendar.show", of: .identity, .read, .members, "Show whether you have a calendar link",
        http: .get("/calendar"))

    /// The link, if there is one.
    @JSONObject(nulls: true)
    public struct Response {
        /// The caller's link; nil if there is none.
        public var link: CalendarLink?
    }
}

/// Ends the caller's calendar link in the family at once.
public enum RevokeCalendarLink: Operation {
    public static let definition = OperationDefinition(
        "calendar.revoke", of: .identity, .write, .members, "End your calendar link")

    /// The link that ended.
    @JSONObject
    public struct Response {
        public var revoked: CalendarLink
    }
}

/// Exchanges the secret of a calendar link for a passport that only opens the calendar.
public enum OpenCalendar: Operation {
    public static let definition = OperationDefinition(
        "calendar.open", of: .identity, .read, .everyone,
        "Exchange the secret of a calendar link for a passport valid for five minutes",
        carriesSecrets: true)

    /// The secret of a link.
    @JSONObject
    public struct Request: OperationRequest {
        public var secret: String
    }

    /// The passport with the member and the family that it names.
    @JSONObject
    public struct Response {
        /// The link's id, which is not its secret.
        public var id: SessionID
        /// The passport's bytes in Base64.
        public var passport: String
        /// The member whose link it is.
        public var user: User
        /// The family whose calendar it is.
        public var family: Membership
    }
}
