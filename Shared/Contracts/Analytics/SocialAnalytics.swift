/// Returns all figures of the page Social Analytics in one reply (T-10).
public enum SocialAnalytics: Operation {
    //
    public static let definition = OperationDefinition(
        "analytics.social", of: .analytics, .read, .members,
        "Show statistics on posts by coaches and programs", http: .get("/analytics/social"))

    /// How long a client may reuse a reply before it requests a new one (SA-36).
    public static let freshFor = Duration.seconds(300)
    /// The number of schools in the ranking (SA-24).
    public static let schoolsMax = 5
    /// The number of recent recruiting posts (SA-28).
    public static let recentMax = 5
    /// Up to this many days of posts, a bucket is a day (T-02).
    public static let dayBucketsMax = 366
    /// Up to this many days of posts, five years, a bucket is a week.
    public static let weekBucketDaysMax = 1_827

    /// The range and the zone.
    @JSONObject
    public struct Request: OperationRequest {
        /// `7`, `30`, `90` or `all`; 30 days by default (SA-04).
        public var range: FormField<String>
        /// The reader's IANA zone; the family's by default (T-04).
        public var timeZone: FormField<String>

        public init(range: AnalyticsRange? = nil, timeZone: String? = nil) {
            self.range = FormField(range?.rawValue)
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    range: $0.optionalWord(
                        range, named: "range", "Range must be one of 7, 30, 90, all") ?? .standard,
                    timeZone: $0.timeZone(timeZone, named: "time_zone"))
            }
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        public let range: AnalyticsRange
        /// The reader's zone, if given.
        public let timeZone: String?
    }

    /// The figures of the page.
    @JSONObject
    public struct Response: Hashable {
        public var range: AnalyticsRange
        /// The zone of all days.
        public var timeZone: String
        /// The instant for which the figures are correct.
        public var asOf: Instant
        /// The time at which the figures were computed. The service's own figures are never
        /// outdated; a client that reuses a reply derives its age from this.
        public var computedAt: Instant
        /// Whether the reply is older than `freshFor`. Set only by clients that reuse a reply.
        public var stale: Bool
        /// The number of imported posts without a readable date, which are in no figure (T-07).
        public var skipped: Int
        /// The figures of the four cards.
        public var summary: AnalyticsSummary
        /// Always four rows (SA-13).
        public var sentiment: [SentimentShare]
        /// One row for each network (SA-17).
        public var platforms: [PlatformCount]
        /// The period that a bucket of the chart covers.
        public var bucket: AnalyticsBucket
        /// The chart, oldest bucket first; empty if the range All Time has no posts.
        public var activity: [ActivityBucket]
        /// The number of posts in the range before the chart's first day (T-03).
        public var beforeFirstBucket: Int
        /// The number of posts after the chart's last day, which is today: posts with future dates
        /// (D-08).
        public var afterLastBucket: Int
        /// The most active schools, ordered by number of posts, then name, then id (T-06).
        public var topSchools: [SchoolActivity]
        /// The newest posts about recruiting.
        public var recentRecruitingPosts: [Post]

        /// Creates a reply without posts.
        public init(range: AnalyticsRange, timeZone: String, asOf: Instant) {
            self.range = range
            self.timeZone = timeZone
            self.asOf = asOf
            computedAt = asOf
            stale = false
            skipped = 0
            summary = AnalyticsSummary()
            sentiment = Sentiment.allCases.map { SentimentShare($0, count: 0, of: 0) }
            platforms = SocialPlatform.allCases.map { PlatformCount($0, count: 0) }
            bucket = .day
            activity = []
            beforeFirstBucket = 0
            afterLastBucket = 0
            topSchools = []
            recentRecruitingPosts = []
        }
    }
}

/// The ranges of the page (SA-03).
public enum AnalyticsRange: String, Codable, JSONWritable, Sendable, CaseIterable, Hashable {
    case week = "7"
    case month = "30"
    case quarter = "90"
    case all

    /// The default range (SA-04).
    public static let standard = AnalyticsRange.month

    /// The range in calendar days; nil for all time.
    public var days: Int? { Int(rawValue) }

    public var label: String { days.map { "\($0) Days" } ?? "All Time" }
}

/// The period that a bucket of the chart covers.
public enum AnalyticsBucket: String, Codable, JSONWritable, Sendable, CaseIterable, Hashable {
    case day
    /// Monday to Sunday.
    case week
    case month
}

/// The figures of the four cards.
@JSONObject(nulls: true)
public struct AnalyticsSummary: Hashable {
    /// The number of all posts in the range (SA-07).
    public var totalPosts = 0
    /// The number of posts about recruiting (SA-08).
    public var recruitingPosts = 0
    /// The share of posts about recruiting, in whole percent.
    @Written public var recruitingPercentage: Int {
        Percentage.whole(recruitingPosts, of: totalPosts)
    }
    /// The number of positive or very positive posts (SA-10).
    public var positivePosts = 0
    /// The number of posts with a known sentiment, on which the positive share is based.
    public var analyzedPosts = 0
    /// The share of positive posts among the analyzed ones, in whole percent.
    @Written public var positivePercentage: Int {
        Percentage.whole(positivePosts, of: analyzedPosts)
    }
    /// The number of schools with posts in the range (SA-11).
    public var activeSchools = 0

    public init() {}
}

/// The number of posts with one sentiment among those whose sentiment is known (SA-14).
@JSONObject
public struct SentimentShare: Hashable {
    public var type: Sentiment
    public var label: String
    /// The number of posts with this sentiment.
    public var count: Int
    /// The number of posts with a known sentiment.
    public var of: Int
    /// The share in percent; 0 if no sentiment is known.
    public var percentage: Double

    public init(_ type: Sentiment, count: Int, of total: Int) {
        self.type = type
        self.count = count
        label = type.label
        of = total
        percentage = Percentage.exact(count, of: total)
    }
}

/// The number of posts on one network.
@JSONObject
public struct PlatformCount: Hashable {
    public var platform: SocialPlatform
    public var label: String
    public var count: Int

    public init(_ platform: SocialPlatform, count: Int) {
        self.platform = platform
        self.count = count
        label = platform.label
    }
}

/// A bar of the chart (SA-19).
@JSONObject
public struct ActivityBucket: Hashable {
    /// The first day, `YYYY-MM-DD`: a Monday for weeks, the first of the month for months.
    public var date: String
    /// The day as people read it: "Feb 3", "Feb 3, 2026" for weeks, "Feb 2026" for months.
    public var label: String
    public var count: Int
    /// The height in percent of the highest bar (SA-20).
    public var height: Double
}

/// A row of the ranking of schools.
@JSONObject
public struct SchoolActivity: Hashable {
    /// The rank, from 1.
    public var rank: Int
    public var id: SchoolID
    /// The school's name, or "Unknown School" (SA-26).
    public var name: String
    public var postCount: Int
}

/// Shares in percent.
public enum Percentage {
    /// Returns whole percent, halves rounded up, using integer arithmetic; 0 if the total is 0
    /// (T-01, SA-09).
    public static func whole(_ count: Int, of total: Int) -> Int {
        guard total > 0 else { return 0 }
        return (count * 200 + total) / (total * 2)
    }

    /// Returns the exact share in percent; 0 if the total is 0.
    public static func exact(_ count: Int, of total: Int) -> Double {
        total > 0 ? Double(count) * 100 / Double(total) : 0
    }
}
