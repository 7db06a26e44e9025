import Contracts
import HTML

@testable import WebPages

/// The social feed and its figures in their states, by name.
enum SocialSamples {
    static func post(_ number: Int) -> Post {
        var post = Post(
            id: PostID(high: 12, low: UInt64(number)), familyUnitID: Samples.family,
            platform: SocialPlatform.allCases[number % 2],
            postDate: Samples.now.advanced(by: .seconds(-Int64(number) * 40_000)),
            createdBy: Samples.player, createdAt: Samples.now)
        post.schoolID = number % 3 == 2 ? nil : SchoolID(high: 4, low: UInt64(number % 3))
        post.schoolName = number % 3 == 0 ? "Berea College" : nil
        post.authorHandle = number % 4 == 3 ? nil : "fict_\(number)"
        post.postContent = "Great turnout at our prospect camp.\nThanks to every family!"
        post.postURL = number % 2 == 0 ? "https://social.example/\(number)" : nil
        post.isRecruitingRelated = number % 2 == 0
        post.sentiment = number % 5 == 4 ? nil : Sentiment.allCases[number % 4]
        post.engagementCount = number * 400
        return post
    }

    /// A post with markup, a long word and an address that is no web page.
    static var hardPost: Post {
        var post = post(0)
        post.authorHandle = "<img src=x onerror=alert(1)>"
        post.postContent = "<script>alert(1)</script> مرحبا " + String(repeating: "long", count: 60)
        post.postURL = "javascript:alert(1)"
        post.schoolName = "A & B <i>College</i>"
        return post
    }

    static func feed(
        _ posts: [Post], _ active: [ActiveFilter] = [], total: Int? = nil, page: Int = 1,
        as role: Role = .player
    ) -> SamplePages.Writing {
        var request = ListPosts.Request()
        for filter in active {
            if let name = PostFilter(rawValue: filter.name) { request[name] = filter.value }
        }
        let answer = ListPosts.Response(
            activeFilters: active, posts, total: total ?? posts.count)
        let page = FeedPage(.success(answer), request, page: page, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static let chips = [ActiveFilter(name: "recruiting", value: "true", label: "Recruiting")]

    static func activity(_ days: Int) -> [ActivityBucket] {
        let today = Samples.zone.day(Samples.now)
        return (0..<days).map { place in
            let day = today.adding(days: place - days + 1) ?? today
            let count = place * 7 % 5
            return ActivityBucket(
                date: day.text, label: "\(day.monthName) \(day.day)", count: count,
                height: Double(count) * 25)
        }
    }

    static var figures: SocialAnalytics.Response {
        var answer = SocialAnalytics.Response(
            range: .month, timeZone: "America/New_York", asOf: Samples.now)
        answer.summary.totalPosts = 1_450
        answer.summary.recruitingPosts = 175
        answer.summary.positivePosts = 207
        answer.summary.analyzedPosts = 398
        answer.summary.activeSchools = 90
        answer.sentiment = zip(Sentiment.allCases, [64, 143, 164, 27]).map {
            SentimentShare($0, count: $1, of: 398)
        }
        answer.platforms = [
            PlatformCount(.twitter, count: 1_311), PlatformCount(.instagram, count: 139),
        ]
        answer.activity = activity(30)
        answer.beforeFirstBucket = 1
        answer.topSchools = [
            SchoolActivity(
                rank: 1, id: SchoolID(high: 4, low: 1), name: "Berea <b>College</b>",
                postCount: 56),
            SchoolActivity(
                rank: 2, id: SchoolID(high: 4, low: 2), name: FilterRecord.school.unknownLabel,
                postCount: 2),
        ]
        answer.recentRecruitingPosts = [post(0), post(2), hardPost]
        return answer
    }

    static var noFigures: SocialAnalytics.Response {
        var answer = SocialAnalytics.Response(
            range: .week, timeZone: "America/New_York", asOf: Samples.now)
        answer.activity = activity(7).map {
            ActivityBucket(date: $0.date, label: $0.label, count: 0, height: 0)
        }
        return answer
    }

    static func analytics(
        _ result: Result<SocialAnalytics.Response, ServiceError>, _ range: String? = nil
    ) -> SamplePages.Writing {
        let page = AnalyticsPage(result, range: range, Samples.context())
        return { page.write(to: &$0) }
    }

    static let away = ServiceError(.unavailable, "away")

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("feed", feed((0..<12).map(post))), ("feed-hard", feed([hardPost])),
        ("feed-many", feed((0..<100).map(post), total: 260, page: 2)),
        ("feed-empty", feed([])), ("feed-no-results", feed([], chips)),
        (
            "feed-error",
            {
                FeedPage(
                    .failure(ServiceError(.timeout, "too late")), .init(), page: 1,
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "post-delete",
            { ConfirmationPage(deleting: post(0), Samples.context()).write(to: &$0) }
        ),
        ("analytics", analytics(.success(figures))),
        ("analytics-empty", analytics(.success(noFigures), "7")),
        ("analytics-error", analytics(.failure(away))),
    ]
}
