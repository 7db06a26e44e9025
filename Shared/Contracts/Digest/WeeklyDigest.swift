/// What happened in a family's week, and what comes next (N-75). It contains what its reader may
/// see: a player's own contacts and queue, for parents those of all players.
@JSONObject(nulls: true)
public struct WeeklyDigest: Hashable {
    /// The week in the form of ISO 8601: `2026-W07`.
    public var week: String
    /// Its Monday.
    public var firstDay: CivilDay
    /// Its Sunday.
    public var lastDay: CivilDay
    /// The family's IANA zone, in which weeks and days are counted.
    public var timeZone: String
    public var familyName: String
    /// The day on which the digest was made.
    public var today: CivilDay
    /// The contacts of the week; nil if their service did not answer.
    public var contacts: DigestContacts?
    /// Who reached out in the week, the latest first; nil if their service did not answer.
    public var answers: [DigestAnswer]?
    /// The follow-ups that are overdue today, the longest first; nil for a week before the last
    /// one, and if their service did not answer.
    public var overdue: [FollowUp]?
    /// The events of the next `DigestLimit.daysAhead` days, from today; nil as for `overdue`.
    public var events: [Event]?
    /// The posts of the week; nil if their service did not answer.
    public var posts: DigestPosts?
    /// The services that did not answer.
    public var unavailable: [ServiceName]
}

/// The number of contacts of a week, in all and by kind and member.
@JSONObject
public struct DigestContacts: Hashable {
    public var total: Int
    public var outbound: Int
    public var inbound: Int
    /// The types that occurred, in the order of the forms.
    public var types: [TypeCount]
    /// The members who logged, by name.
    public var members: [MemberCount]

    /// The contacts of one type.
    @JSONObject
    public struct TypeCount: Hashable {
        public var type: InteractionType
        public var outbound: Int
        public var inbound: Int
    }

    /// The contacts that one member logged.
    @JSONObject
    public struct MemberCount: Hashable {
        public var userID: UserID
        /// The member's name, if it can be resolved.
        public var name: String?
        public var outbound: Int
        public var inbound: Int
    }
}

/// Somebody who reached out in a week.
@JSONObject(nulls: true)
public struct DigestAnswer: Hashable {
    /// The coach, if it is one of the family's.
    public var coachID: CoachID?
    /// The name of the coach, or else of the school.
    public var name: String
    /// The school's name, unless it is the one who reached out.
    public var schoolName: String?
    /// The number of contacts that they initiated.
    public var count: Int
    /// The day of the last one.
    public var lastOn: CivilDay
}

/// The posts of a week.
@JSONObject
public struct DigestPosts: Hashable {
    public var total: Int
    /// The newest, at most `DigestLimit.postsMax`.
    public var newest: [Post]
}

/// Limits of digests.
public enum DigestLimit {
    /// The hour on Mondays, in the family's zone, from which the last week's digest is made.
    public static let hour = 6
    /// How often a digest is given to the mail program until it is given up.
    public static let attemptsMax = 10
    /// How many days the next events reach ahead, today included.
    public static let daysAhead = 14
    /// The most coming events that are asked for, the next ones first.
    public static let eventsMax = 200
    /// The most posts that are named.
    public static let postsMax = 3
    /// The most rows of each part that texts and pages show; JSON has all.
    public static let rowsMax = 20
    /// The most characters of a post's text that are shown.
    public static let excerptMax = 80
}
