import Contracts
import Foundation
import Testing

@testable import Interactions

@Suite("DateWindow")
struct DateWindowTests {
    private func instant(_ text: String) -> Instant { Instant(text: text) ?? .earliest }
    private func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    // IL-11, T-13
    @Test
    func weekStartsSevenDaysAgoToTheMillisecond() {
        #expect(
            DateWindow.startOfWeek(before: instant("2026-03-10T12:00:00.123Z"))
                == instant("2026-03-03T12:00:00.123Z"))
    }

    // T-14: around the March clock change calendar days and 24-hour steps differ by an hour.
    @Test
    func periodsAreCalendarDaysOfTheReadersZone() throws {
        let now = instant("2026-03-10T12:00:00.123Z")
        #expect(
            DateWindow.start(ofLast: .last7Days, before: now, in: try zone("America/New_York"))
                == instant("2026-03-03T13:00:00.123Z"))
        #expect(
            DateWindow.start(ofLast: .last7Days, before: now, in: .gmt)
                == instant("2026-03-03T12:00:00.123Z"))
    }

    // IL-20, IL-21
    @Test(arguments: TimePeriod.allCases)
    func everyPeriodKeepsEveryMillisecond(_ period: TimePeriod) {
        for millisecond in Int64(0)..<1_000 {
            let now = Instant(
                milliseconds: instant("2026-06-10T12:00:00Z").milliseconds + millisecond)
            let start = DateWindow.start(ofLast: period, before: now, in: .gmt)
            #expect(
                now.milliseconds - start.milliseconds == Int64(period.rawValue) * 86_400_000)
        }
    }

    @Test
    func periodAndSinceLeaveTheLaterStart() {
        let (early, late) = (instant("2026-01-01T00:00:00Z"), instant("2026-02-01T00:00:00Z"))
        #expect(DateWindow(since: early).starting(notBefore: late).since == late)
        #expect(DateWindow(since: late).starting(notBefore: early).since == late)
        #expect(DateWindow().starting(notBefore: early).since == early)
    }

    @Test
    func timesBefore1970KeepTheirMilliseconds() {
        let now = instant("1969-12-31T23:59:59.999Z")
        #expect(
            DateWindow.start(ofLast: .last7Days, before: now, in: .gmt)
                == instant("1969-12-24T23:59:59.999Z"))
    }
}
