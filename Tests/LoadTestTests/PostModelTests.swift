import Contracts
import Testing

@testable import LoadTest

@Suite("The model of posts")
struct PostModelTests {
    private static let now: Int64 = 1_770_000_000_000
    private static let schools = [SchoolID(high: 1, low: 1), SchoolID(high: 1, low: 2)]

    private func rows(_ count: Int, seed: UInt64 = 3) -> [PostModel.Row] {
        var maker = PostMaker(count, at: Self.now, schools: Self.schools, seed: seed)
        return (0..<count).map { _ in maker.next().row }
    }

    /// The answer that counting one by one gives.
    private func answer(_ range: AnalyticsRange, _ rows: [PostModel.Row])
        -> SocialAnalytics.Response
    {
        let start = range.days.map { Self.now - Int64($0) * PostModel.day } ?? .min
        let left = rows.filter { $0.date >= start }
        var answer = SocialAnalytics.Response(
            range: range, timeZone: "UTC", asOf: Instant(milliseconds: Self.now))
        answer.summary.totalPosts = left.count
        answer.summary.recruitingPosts = left.count { $0.isRecruiting }
        answer.summary.analyzedPosts = left.count { $0.sentiment != nil }
        answer.platforms = SocialPlatform.allCases.map { platform in
            PlatformCount(
                platform, count: left.count { $0.isInstagram == (platform == .instagram) })
        }
        answer.sentiment = Sentiment.allCases.enumerated().map { place, sentiment in
            SentimentShare(
                sentiment, count: left.count { $0.sentiment.map(Int.init) == place },
                of: left.count)
        }
        answer.beforeFirstBucket = left.count
        return answer
    }

    @Test(arguments: AnalyticsRange.allCases)
    func figuresAreThoseOfCountingOneByOne(range: AnalyticsRange) {
        for count in [0, 1, 255, 256, 257, 5_000] {
            let rows = rows(count)
            #expect(PostModel(rows).problem(range, answer(range, rows)) == nil, "\(count) rows")
        }
    }

    @Test
    func everyWrongFigureIsNamed() {
        let rows = rows(1_000)
        let model = PostModel(rows)
        var more = answer(.month, rows)
        more.summary.totalPosts += 1
        #expect(model.problem(.month, more)?.contains("total") == true)
        var fewer = answer(.all, rows)
        fewer.summary.recruitingPosts -= 1
        #expect(model.problem(.all, fewer)?.contains("recruiting") == true)
        var chart = answer(.week, rows)
        chart.beforeFirstBucket += 1
        #expect(model.problem(.week, chart)?.contains("chart") == true)
    }

    @Test
    func postsRepeatWithTheirSeed() {
        #expect(rows(100) == rows(100))
        #expect(rows(100) != rows(100, seed: 4))
        let dates = rows(1_000).map(\.date)
        #expect(Set(dates).count == 1_000)
        #expect(dates == dates.sorted(by: >))
    }

    @Test
    func batchIsARequestOfTheContract() throws {
        var maker = PostMaker(20, at: Self.now, schools: Self.schools, seed: 1)
        let posts = (0..<20).map { _ in maker.next() }
        let bytes = PostMaker.batch(posts.map(\.json), importID: nil, number: 1)
        let input = try JSONCoding.decodeRequest(ImportPosts.Request.self, from: bytes)
            .validated()
        #expect(input.rows.count == 20)
        for (row, post) in zip(input.rows, posts) {
            let form = try row.input.get()
            #expect(form.date.milliseconds == post.row.date)
            #expect(form.isRecruitingRelated == post.row.isRecruiting)
            #expect((form.platform == .instagram) == post.row.isInstagram)
        }
    }

    @Test(arguments: [false, true])
    func listIsARequestOfTheContract(isRecruiting: Bool) throws {
        let bytes = AnalyticsScenario.listQuery(isRecruiting: isRecruiting)
        let input = try JSONCoding.decodeRequest(ListPosts.Request.self, from: bytes).validated()
        #expect(input.limit == AnalyticsScenario.listLimit)
    }

    @Test
    func thousandPostsFitOneBatch() {
        var maker = PostMaker(
            PostMaker.batchRows, at: Self.now, schools: Self.schools, seed: 1)
        let posts = (0..<PostMaker.batchRows).map { _ in maker.next().json }
        #expect(
            PostMaker.batch(posts, importID: OperationID(high: 1, low: 1), number: 2).count
                <= PostImportLimit.batchBytesMax)
    }
}
