import Support
import Testing

@testable import Contracts

@Suite struct SocialAnalyticsTests {
    // SA-03, SA-04
    @Test func rangesAndTheStandardOne() throws {
        #expect(
            AnalyticsRange.allCases.map(\.label) == ["7 Days", "30 Days", "90 Days", "All Time"])
        #expect(try accepted(SocialAnalytics.self, "{}").range == .month)
        for word in ["7", "30", "90", "all"] {
            let input = try accepted(SocialAnalytics.self, #"{"range":"\#(word)"}"#)
            #expect(input.range.rawValue == word)
        }
        for json in [#"{"range":"14"}"#, #"{"range":7}"#, #"{"range":"0"}"#] {
            #expect(
                refusedFields(SocialAnalytics.self, json)
                    == ["range": "Range must be one of 7, 30, 90, all"])
        }
        #expect(
            refusedFields(SocialAnalytics.self, #"{"time_zone":"Mars/Base"}"#)
                == ["time_zone": Zone.refusal])
    }

    // SA-09, SA-12, T-01
    @Test(arguments: [
        (2, 3, 67), (29, 50, 58), (57, 100, 57), (1, 8, 13), (0, 0, 0), (29, 100, 29),
        (58, 100, 58), (1, 200, 1), (1, 201, 0), (7, 7, 100),
    ])
    func percentagesRoundHalvesUp(count: Int, total: Int, percent: Int) {
        #expect(Percentage.whole(count, of: total) == percent)
    }

    // SA-13, SA-14
    @Test func sharesAreExactAndZeroOfNothing() {
        #expect(SentimentShare(.neutral, count: 1, of: 8).percentage == 12.5)
        #expect(SentimentShare(.neutral, count: 0, of: 0).percentage == 0)
        let empty = SocialAnalytics.Response(
            range: .all, timeZone: "UTC", asOf: Instant(milliseconds: 0))
        #expect(
            empty.sentiment.map(\.label) == ["Very Positive", "Positive", "Neutral", "Negative"])
    }

    @Test func theHandMadeTextEqualsTheEncodersAndCanBeDatedAnew() throws {
        var generator = SeededNumbers(seed: 5)
        for round in 0..<200 {
            let response = Self.random(using: &generator, size: round % 12)
            let text = response.text()
            #expect(text.bytes == (try JSONCoding.encode(response)))
            var later = response
            later.asOf = Instant(milliseconds: response.asOf.milliseconds + 86_399_999)
            #expect(text.bytes(asOf: later.asOf) == (try JSONCoding.encode(later)))
            let read = try JSONCoding.decodeResponse(
                SocialAnalytics.Response.self, from: text.bytes)
            #expect(read == response)
        }
    }

    private static func random(
        using generator: inout SeededNumbers, size: Int
    ) -> SocialAnalytics.Response {
        let now = Instant(
            milliseconds: Int64.random(in: 0...2_000_000_000_000, using: &generator))
        var response = SocialAnalytics.Response(
            range: AnalyticsRange.allCases.randomElement(using: &generator) ?? .all,
            timeZone: "America/New_York", asOf: now)
        response.skipped = size
        response.stale = size % 2 == 1
        response.summary.totalPosts = size * 7
        response.summary.recruitingPosts = size
        response.summary.analyzedPosts = size * 5
        response.summary.positivePosts = size * 2
        response.activity = (0..<size).map { number in
            ActivityBucket(
                date: "2026-02-0\(number)", label: "Feb \(number)", count: number,
                height: Percentage.exact(number, of: 7))
        }
        response.bucket = AnalyticsBucket.allCases.randomElement(using: &generator) ?? .day
        response.beforeFirstBucket = 3
        response.topSchools = (0..<min(size, 5)).map { number in
            SchoolActivity(
                rank: number + 1, id: SchoolID(high: 1, low: UInt64(number)),
                name: Characters.text(upTo: 9, using: &generator), postCount: 5 - number)
        }
        response.recentRecruitingPosts = (0..<min(size, 5)).map { number in
            var post = Post(
                id: PostID(high: 2, low: UInt64(number)), familyUnitID: FamilyID(high: 3, low: 4),
                platform: .instagram, postDate: now, createdBy: UserID(high: 5, low: 6),
                createdAt: now)
            if number % 2 == 0 {
                post.postContent = Characters.text(upTo: 30, using: &generator)
                post.postURL = "https://x.example/1"
                post.authorName = Characters.text(upTo: 9, using: &generator)
                post.authorHandle = "@x"
                post.sentiment = .negative
                post.schoolID = SchoolID(high: 7, low: 8)
                post.schoolName = "Duke"
                post.coachID = CoachID(high: 9, low: 9)
            }
            return post
        }
        return response
    }
}
