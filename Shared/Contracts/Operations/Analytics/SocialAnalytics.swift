/// Every figure of the page Social Analytics in one answer (T-10).
public enum SocialAnalytics: Operation {
    public static let name = "analytics.social"
    public static let service: ServiceName? = .analytics
    public static let isReadOnly = true
    //
    public static let access = Access.members
    public static let summary = "Show statistics on posts by coaches and programs"

    /// How long a client may show an answer again before it asks anew (SA-36).
    public static let freshFor = Duration.seconds(300)
    /// Schools in the ranking (SA-24).
    public static let schoolsMax = 5
    /// Recruiting posts that are shown (SA-28).
    public static let recentMax = 5
    /// Days of posts up to which a bucket is a day (T-02).
    public static let dayBucketsMax = 366
    /// Days of posts up to which a bucket is a week: five years.
    public static let weekBucketDaysMax = 1_827

    /// The range and the zone.
    public struct Request: OperationRequest {
        /// `7`, `30`, `90` or `all`; 30 days by default (SA-04).
        public var range: FormField<String>
        /// The reader's IANA zone; the family's by default (T-04).
        public var timeZone: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case range
            case timeZone = "time_zone"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for a range in a zone.
        public init(range: AnalyticsRange? = nil, timeZone: String? = nil) {
            self.range = FormField(range?.rawValue)
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let range: AnalyticsRange? = errors.optionalWord(
                range, named: "range", "Range must be one of 7, 30, 90, all")
            let zone = errors.timeZone(timeZone, named: "time_zone")
            try errors.throwIfAny()
            return Input(range: range ?? .standard, timeZone: zone)
        }
    }

    /// A right request.
    public struct Input: Hashable, Sendable {
        /// The range.
        public let range: AnalyticsRange
        /// The reader's zone, where one is named.
        public let timeZone: String?
    }

    /// The page.
    public struct Response: Codable, Hashable, Sendable {
        /// The range.
        public var range: AnalyticsRange
        /// The zone of all days.
        public var timeZone: String
        /// The instant as of which the figures are right.
        public var asOf: Instant
        /// When they were computed. The service itself is never behind; a client that shows an
        /// answer again tells its age by this.
        public var computedAt: Instant
        /// Whether the answer is older than `freshFor`; only clients that show one again set it.
        public var stale: Bool
        /// Imported posts without a readable date: they are in no figure (T-07).
        public var skipped: Int
        /// The four cards.
        public var summary: AnalyticsSummary
        /// Always four rows (SA-13).
        public var sentiment: [SentimentShare]
        /// A row a network (SA-17).
        public var platforms: [PlatformCount]
        /// What a bucket of the chart is.
        public var bucket: AnalyticsBucket
        /// The chart, oldest bucket first; without one where the range All Time has no posts.
        public var activity: [ActivityBucket]
        /// Posts of the range before the chart's first day (T-03).
        public var beforeFirstBucket: Int
        /// Posts after the chart's last day, which is today: dated ahead (D-08).
        public var afterLastBucket: Int
        /// The most active schools: by number, then name, then id (T-06).
        public var topSchools: [SchoolActivity]
        /// The newest posts about recruiting.
        public var recentRecruitingPosts: [Post]

        enum CodingKeys: String, CodingKey {
            case range, stale, skipped, summary, sentiment, platforms, bucket, activity
            case timeZone = "time_zone"
            case asOf = "as_of"
            case computedAt = "computed_at"
            case beforeFirstBucket = "before_first_bucket"
            case afterLastBucket = "after_last_bucket"
            case topSchools = "top_schools"
            case recentRecruitingPosts = "recent_recruiting_posts"
        }

        /// An answer without posts.
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
public enum AnalyticsRange: String, Codable, Sendable, CaseIterable, Hashable {
    case week = "7"
    case month = "30"
    case quarter = "90"
    case all

    /// The range where none is asked for (SA-04).
    public static let standard = AnalyticsRange.month

    /// The calendar days of the range; `nil` for all time.
    public var days: Int? { Int(rawValue) }

    /// The label that people read.
    public var label: String { days.map { "\($0) Days" } ?? "All Time" }
}

/// What a bucket of the chart covers.
public enum AnalyticsBucket: String, Codable, Sendable, CaseIterable, Hashable {
    case day
    /// Monday to Sunday.
    case week
    case month
}

/// The four cards.
public struct AnalyticsSummary: Codable, Hashable, Sendable {
    /// All posts of the range (SA-07).
    public var totalPosts = 0
    /// Those about recruiting (SA-08).
    public var recruitingPosts = 0
    /// Their share of all posts in whole percent.
    public var recruitingPercentage: Int { Percentage.whole(recruitingPosts, of: totalPosts) }
    /// Posts that sound positive or very positive (SA-10).
    public var positivePosts = 0
    /// Posts whose sentiment is known: what the share of the positive ones is taken of.
    public var analyzedPosts = 0
    /// The positive posts' share of these in whole percent.
    public var positivePercentage: Int { Percentage.whole(positivePosts, of: analyzedPosts) }
    /// Schools with posts in the range (SA-11).
    public var activeSchools = 0

    enum CodingKeys: String, CodingKey {
        case totalPosts = "total_posts"
        case recruitingPosts = "recruiting_posts"
        case positivePosts = "positive_posts"
        case analyzedPosts = "analyzed_posts"
        case activeSchools = "active_schools"
    }

    enum FurtherKeys: String, CodingKey {
        case recruitingPercentage = "recruiting_percentage"
        case positivePercentage = "positive_percentage"
    }

    /// No posts.
    public init() {}

    /// Writes the shares too.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(totalPosts, forKey: .totalPosts)
        try container.encode(recruitingPosts, forKey: .recruitingPosts)
        try container.encode(positivePosts, forKey: .positivePosts)
        try container.encode(analyzedPosts, forKey: .analyzedPosts)
        try container.encode(activeSchools, forKey: .activeSchools)
        var further = encoder.container(keyedBy: FurtherKeys.self)
        try further.encode(recruitingPercentage, forKey: .recruitingPercentage)
        try further.encode(positivePercentage, forKey: .positivePercentage)
    }
}

/// How many posts sound so, of those whose sentiment is known (SA-14).
public struct SentimentShare: Codable, Hashable, Sendable {
    /// The sentiment.
    public var type: Sentiment
    /// What people read.
    public var label: String
    /// How many posts sound so.
    public var count: Int
    /// Posts whose sentiment is known.
    public var of: Int
    /// The share in percent; 0 when nothing is known.
    public var percentage: Double

    /// A row.
    public init(_ type: Sentiment, count: Int, of total: Int) {
        self.type = type
        self.count = count
        label = type.label
        of = total
        percentage = Percentage.exact(count, of: total)
    }
}

/// How many posts a network has.
public struct PlatformCount: Codable, Hashable, Sendable {
    /// The network.
    public var platform: SocialPlatform
    /// What people read.
    public var label: String
    /// How many posts.
    public var count: Int

    /// A row.
    public init(_ platform: SocialPlatform, count: Int) {
        self.platform = platform
        self.count = count
        label = platform.label
    }
}

/// A bar of the chart (SA-19).
public struct ActivityBucket: Codable, Hashable, Sendable {
    /// The first day, `YYYY-MM-DD`: a Monday for weeks, the first for months.
    public var date: String
    /// The day as people read it: "Feb 3", "Feb 3, 2026" for weeks, "Feb 2026" for months.
    public var label: String
    /// How many posts.
    public var count: Int
    /// The bar in percent of the highest one (SA-20).
    public var height: Double

    /// A bar.
    public init(date: String, label: String, count: Int, height: Double) {
        self.date = date
        self.label = label
        self.count = count
        self.height = height
    }
}

/// A row of the ranking.
public struct SchoolActivity: Codable, Hashable, Sendable {
    /// The place, from 1.
    public var rank: Int
    /// The school.
    public var id: SchoolID
    /// Its name, or "Unknown School" (SA-26).
    public var name: String
    /// How many posts.
    public var postCount: Int

    enum CodingKeys: String, CodingKey {
        case rank, id, name
        case postCount = "post_count"
    }

    /// A row.
    public init(rank: Int, id: SchoolID, name: String, postCount: Int) {
        self.rank = rank
        self.id = id
        self.name = name
        self.postCount = postCount
    }
}

/// Shares in percent.
public enum Percentage {
    /// Whole percent, halves rounded up, in whole numbers throughout; 0 of nothing (T-01, SA-09).
    public static func whole(_ count: Int, of total: Int) -> Int {
        guard total > 0 else { return 0 }
        return (count * 200 + total) / (total * 2)
    }

    /// The exact share; 0 of nothing.
    public static func exact(_ count: Int, of total: Int) -> Double {
        total > 0 ? Double(count) * 100 / Double(total) : 0
    }
}
