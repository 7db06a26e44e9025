import Contracts
import Testing

@testable import Analytics

/// T-02: days up to 366 of them, weeks up to five years (1,827 days), months beyond.
@Suite struct ChartAxisTests {
    /// 2026-02-10, a Tuesday.
    private static let today: Int64 = 20_494

    private func axis(of days: Int64) -> ChartAxis {
        ChartAxis(from: Self.today - days + 1, today: Self.today)
    }

    @Test(
        arguments: [
            (1, AnalyticsBucket.day), (366, .day), (367, .week), (1_827, .week), (1_828, .month),
        ] as [(Int64, AnalyticsBucket)])
    func theSpanDecidesWhatABucketIs(days: Int64, kind: AnalyticsBucket) {
        #expect(axis(of: days).kind == kind)
    }

    @Test func everyDayOfALeapYearHasItsOwnBucket() {
        let axis = axis(of: 366)
        #expect(axis.count == 366)
        #expect(axis.days == Array(Self.today - 365...Self.today + 1))
    }

    /// Weeks begin on Mondays, the first one with that of the first post.
    @Test func oneDayMoreIsDrawnAsWeeks() {
        let axis = axis(of: 367)
        #expect(axis.days.dropLast().allSatisfy { ($0 + 3) % 7 == 0 })
        #expect(axis.days.first == Self.today - 372)
        #expect(axis.count == 54)
    }

    @Test func fiveYearsAreWeeksAndADayMoreIsMonths() {
        #expect(axis(of: 1_827).count == 262)
        let months = axis(of: 1_828)
        #expect(months.count == 61)
        #expect(months.days.dropLast().allSatisfy { CivilDay(daysSince1970: $0).day == 1 })
    }
}
