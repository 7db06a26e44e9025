import Contracts

@testable import Gateway

/// Pages of Social Analytics as the service answers them.
enum AnalyticsFixture {
    static let asOf = Instant(milliseconds: 1_770_724_800_000)  // 2026-02-10T12:00:00Z

    /// A month with some posts.
    static func page(_ change: (inout SocialAnalytics.Response) -> Void = { _ in })
        -> SocialAnalytics.Response
    {
        var page = SocialAnalytics.Response(range: .month, timeZone: "UTC", asOf: asOf)
        page.summary.totalPosts = 57
        page.summary.recruitingPosts = 23
        page.summary.positivePosts = 40
        page.summary.analyzedPosts = 54
        page.summary.activeSchools = 6
        let counts = [12, 28, 11, 3]
        page.sentiment = zip(Sentiment.allCases, counts).map { type, count in
            SentimentShare(type, count: count, of: 54)
        }
        page.platforms = [
            PlatformCount(.twitter, count: 40), PlatformCount(.instagram, count: 17),
        ]
        page.activity = activity(days: 30)
        page.beforeFirstBucket = 1
        page.topSchools = [
            school(1, "Duke University", 12), school(2, "University of North Carolina", 9),
            school(3, "Łódź\u{1b}[31m State", 1),
        ]
        page.recentRecruitingPosts = [
            post(
                1, "@pat_d", "Camp dates are out. " + String(repeating: "Come and see. ", count: 30)
            ),
            post(2, nil, "Short\nand two lines"),
        ]
        change(&page)
        return page
    }

    /// A range without posts.
    static let empty = page { page in
        page = SocialAnalytics.Response(range: .week, timeZone: "UTC", asOf: asOf)
        page.activity = activity(days: 7).map { bar in
            ActivityBucket(date: bar.date, label: bar.label, count: 0, height: 0)
        }
    }

    static func activity(days: Int) -> [ActivityBucket] {
        (0..<days).map { index in
            let day = CivilDay(daysSince1970: 20_494 + Int64(index - days + 1))
            let count = index * 7 % 5
            return ActivityBucket(
                date: day.text, label: "\(day.monthName) \(day.day)", count: count,
                height: Double(count) / 4 * 100)
        }
    }

    private static func school(_ rank: Int, _ name: String, _ count: Int) -> SchoolActivity {
        SchoolActivity(
            rank: rank, id: Fixture.id(0x5c00_0000 + UInt64(rank)), name: name, postCount: count)
    }

    private static func post(_ number: UInt64, _ handle: String?, _ content: String) -> Post {
        var post = Post(
            id: Fixture.id(number), familyUnitID: Fixture.familyID, platform: .twitter,
            postDate: Fixture.created, createdBy: Fixture.playerID, createdAt: Fixture.created)
        post.authorHandle = handle
        post.postContent = content
        post.isRecruitingRelated = true
        return post
    }
}
