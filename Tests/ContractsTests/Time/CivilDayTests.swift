import Foundation
import Support
import Testing

@testable import Contracts

@Suite struct CivilDayTests {
    @Test(arguments: [
        (0, 1970, 1, 1), (-1, 1969, 12, 31), (59, 1970, 3, 1), (11_016, 2000, 2, 29),
        (-719_162, 1, 1, 1), (2_932_896, 9_999, 12, 31), (20_494, 2026, 2, 10),
    ])
    func daysAndDatesAgree(days: Int64, year: Int64, month: Int, day: Int) throws {
        let civil = CivilDay(daysSince1970: days)
        #expect(civil.year == year)
        #expect(civil.month == month)
        #expect(civil.day == day)
        let same = try #require(CivilDay(year: year, month: month, day: day))
        #expect(same.daysSince1970 == days)
    }

    @Test func everyDayOfFourHundredYearsReadsBack() {
        for days in Int64(0)..<146_097 {
            let civil = CivilDay(daysSince1970: days)
            #expect(
                CivilDay(year: civil.year, month: civil.month, day: civil.day)?.daysSince1970
                    == days)
        }
    }

    @Test(arguments: [
        (2026, 2, 29), (2026, 2, 30), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1),
        (2026, 1, 0), (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (2026, -1, 1), (2026, 1, -1),
    ])
    func daysThatTheCalendarLacksAreRefused(year: Int64, month: Int, day: Int) {
        #expect(CivilDay(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [(2024, 29), (2000, 29), (2023, 28), (2100, 28)])
    func februaryFollowsTheGregorianRule(year: Int64, length: Int) {
        #expect(CivilDay.length(ofMonth: 2, year: year) == length)
    }

    @Test func agreesWithTheCalendarOfFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var generator = SeededNumbers(seed: 2)
        for _ in 0..<2_000 {
            // From 1600 on: Foundation's calendar is Julian before October 1582.
            let days = Int64.random(in: -135_140...2_932_896, using: &generator)
            let date = Date(timeIntervalSince1970: Double(days) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let civil = CivilDay(daysSince1970: days)
            #expect(parts.year == Int(civil.year))
            #expect(parts.month == civil.month)
            #expect(parts.day == civil.day)
        }
    }

    // The first days of months, over the ends of years; the calendar ends with 9999.
    @Test(arguments: [
        ("2026-02-10", 0, "2026-02-01"), ("2026-02-01", 1, "2026-03-01"),
        ("2026-12-31", 1, "2027-01-01"), ("2026-12-31", 2, "2027-02-01"),
        ("2024-01-31", 1, "2024-02-01"), ("9999-12-05", 0, "9999-12-01"),
        ("9999-12-05", 1, "9999-12-05"),
    ])
    func monthsBeginWithTheirFirstDay(day: String, later: Int, first: String) throws {
        #expect(try #require(CivilDay(text: day)).firstOfMonth(later: later).text == first)
    }
}
