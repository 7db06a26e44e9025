import Contracts
import Support
import Testing

@testable import Analytics

/// How long an answer may be given again.
struct AnswerValidityTests {
    let harness: AnalyticsHarness

    init() throws { harness = try AnalyticsHarness() }

    /// T-14: on 1998-10-25 the clocks of Boise went from 02:00 back to 01:00. An hour after an
    /// answer of 00:01 the window begins at the second 01:01, two hours later than before.
    @Test func noAnswerOutlivesAnHourThatComesTwice() throws {
        try harness.add("1998-10-25T07:30:00Z")
        let boise = "America/Boise"
        let now = try #require(Instant(text: "1998-11-24T07:01:54.986Z"))
        let later = now.advanced(by: .seconds(3_600))
        let first = try harness.computed(.month, zone: boise, now: now, in: harness.family)
        #expect(first.response.summary.totalPosts == 1)
        let question = AnswerCache.Question(
            family: harness.family,
            input: try SocialAnalytics.Request(range: .month, timeZone: boise).validated())
        #expect(harness.cache.answer(question, now: now.advanced(by: .seconds(60))) != nil)
        #expect(harness.cache.answer(question, now: later) == nil)
        let second = try harness.computed(.month, zone: boise, now: later, in: harness.family)
        #expect(second.response.summary.totalPosts == 0)
    }
}
