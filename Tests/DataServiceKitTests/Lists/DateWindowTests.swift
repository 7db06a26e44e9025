import Contracts
import DataServiceKit
import Foundation
import Testing

@Suite("DateWindow")
struct DateWindowTests {
    private func instant(_ text: String) -> Instant { Instant(text: text) ?? .earliest }
    private func zone(_ name: String) throws -> TimeZone {
        try #require(TimeZone(identifier: name))
    }

    private func window(
        _ narrow: (inout ListRequest<InteractionFilter>) -> Void
    ) throws -> DateWindow {
        var request = ListRequest<InteractionFilter>()
        narrow(&request)
        return try DateWindow(
            try request.validated(), at: instant("2026-03-10T12:00:00.123Z"),
            familyZone: { try zone("America/New_York") })
    }

    // T-14: around the March clock change calendar days and 24-hour steps differ by an hour.
    @Test
    func periodsAreCalendarDaysOfTheReadersZone() throws {
        #expect(
            try window { $0[.days] = "7" }
                == DateWindow(since: instant("2026-03-03T13:00:00.123Z")))
        let utc = try window {
            $0[.days] = "7"
            $0.timeZone = "UTC"
        }
        #expect(utc == DateWindow(since: instant("2026-03-03T12:00:00.123Z")))
    }

    // IL-20, IL-21
    @Test(arguments: [7, 14, 30, 90])
    func everyPeriodKeepsEveryMillisecond(_ days: Int) {
        for millisecond in Int64(0)..<1_000 {
            let now = Instant(
                milliseconds: instant("2026-06-10T12:00:00Z").milliseconds + millisecond)
            let start = DateWindow.start(ofLast: days, before: now, in: .gmt)
            #expect(now.milliseconds - start.milliseconds == Int64(days) * 86_400_000)
        }
    }

    @Test
    func periodAndSinceLeaveTheLaterStart() throws {
        let (early, late) = ("2026-01-01T00:00:00.000Z", "2026-03-09T00:00:00.000Z")
        let start = instant("2026-03-03T13:00:00.123Z")
        func since(_ text: String) throws -> Instant? {
            try window {
                $0[.days] = "7"
                $0[.since] = text
            }.since
        }
        #expect(try since(early) == start)
        #expect(try since(late) == instant(late))
        #expect(try window { $0[.since] = early } == DateWindow(since: instant(early)))
        #expect(try window { $0[.until] = late } == DateWindow(until: instant(late)))
        #expect(try window { $0[.type] = "email" }.isOpen)
    }

    @Test
    func aWindowThatEndsBeforeItStartsIsEmpty() {
        let (early, late) = (instant("2026-01-01T00:00:00Z"), instant("2026-02-01T00:00:00Z"))
        #expect(DateWindow(since: late, until: early).isEmpty)
        #expect(!DateWindow(since: early, until: early).isEmpty)
        #expect(!DateWindow(since: late).isEmpty)
    }

    @Test
    func timesBefore1970KeepTheirMilliseconds() {
        let now = instant("1969-12-31T23:59:59.999Z")
        #expect(
            DateWindow.start(ofLast: 7, before: now, in: .gmt)
                == instant("1969-12-24T23:59:59.999Z"))
    }
}
