import Foundation
import Testing

@testable import Contracts

/// What people type for a time, in a zone.
@Suite struct CivilZoneTests {
    private struct NamedZone: CivilZone {
        let zone: TimeZone

        func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
            WallClock.instant(of: day, at: time, in: zone)
        }

        func moment(of instant: Instant) -> (day: CivilDay, time: LocalTime)? {
            WallClock.moment(of: instant, in: zone)
        }
    }

    private let newYork: NamedZone
    private let now: Instant

    init() throws {
        newYork = NamedZone(zone: try #require(TimeZone(identifier: "America/New_York")))
        now = try #require(Instant(text: "2026-03-09T16:30:12.345Z"))
    }

    private func text(_ typed: String, endOfDay: Bool = false) -> String? {
        newYork.instant(typed: typed, now: now, endOfDay: endOfDay)?.text
    }

    /// T-14: days before the change of the clocks have the same time of day.
    @Test(arguments: [
        ("now", "2026-03-09T16:30:12.345Z"), ("12h", "2026-03-09T04:30:12.345Z"),
        ("45m", "2026-03-09T15:45:12.345Z"), ("1d", "2026-03-08T16:30:12.345Z"),
        ("2d", "2026-03-07T17:30:12.345Z"), ("1w", "2026-03-02T17:30:12.345Z"),
        ("yesterday", "2026-03-08T05:00:00.000Z"), ("2026-03-09", "2026-03-09T04:00:00.000Z"),
        ("2 days ago", "2026-03-07T05:00:00.000Z"),
        ("2026-03-09T00:00:00+01:00", "2026-03-08T23:00:00.000Z"),
    ])
    func spansDaysAndTimes(typed: String, expected: String) {
        #expect(text(typed) == expected)
    }

    @Test func onlyDaysAndMonthsHaveAnEnd() {
        #expect(text("2026-03-08", endOfDay: true) == "2026-03-09T03:59:59.999Z")
        #expect(text("Feb 2026", endOfDay: true) == "2026-03-01T04:59:59.999Z")
        for typed in ["now", "12h", "30d", "2026-03-08 14:15"] {
            #expect(text(typed, endOfDay: true) == text(typed), "\(typed)")
        }
    }

    @Test func spansEndAtTheirLimit() {
        let limit = TypedTimeReader.unitsAgoMax
        #expect(text("\(limit)d") != nil && text("\(limit + 1)d") == nil)
        #expect(text("\(limit)w") != nil && text("\(limit + 1)w") == nil)
    }

    @Test(arguments: ["0d", "-3d", "+3d", "d", "9999999999999999999h", "3 d", "3y", "10-11-12"])
    func otherTextsAreNoTimes(typed: String) {
        #expect(text(typed) == nil)
    }

    @Test func contactsKeepTheirPrecision() throws {
        let day = try #require(newYork.contactTime(typed: "yesterday", now: now))
        #expect(day.text == "2026-03-08" && day.precision == .day)
        #expect(newYork.contactTime(typed: "Feb 2026", now: now)?.text == "2026-02")
        #expect(newYork.contactTime(typed: "12h", now: now)?.precision == nil)
    }
}
