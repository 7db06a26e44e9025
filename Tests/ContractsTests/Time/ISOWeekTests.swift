import Testing

@testable import Contracts

@Suite("Weeks of ISO 8601")
struct ISOWeekTests {
    // N-75: the ends of years with 52 and 53 weeks.
    @Test(arguments: [
        ("2026-02-09", "2026-W07"), ("2026-02-15", "2026-W07"), ("2026-02-16", "2026-W08"),
        ("2026-12-31", "2026-W53"), ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"),
        ("2020-12-31", "2020-W53"), ("2021-01-01", "2020-W53"), ("2024-12-30", "2025-W01"),
        ("2022-01-02", "2021-W52"), ("1970-01-01", "1970-W01"), ("1969-12-28", "1969-W52"),
        ("0001-01-01", "0001-W01"), ("9999-12-31", "9999-W52"),
    ])
    func aDayLiesInTheWeekOfItsThursday(day: String, week: String) throws {
        #expect(ISOWeek(of: try #require(CivilDay(text: day))).text == week)
    }

    @Test func aWeekGoesFromMondayToSunday() throws {
        let week = try #require(ISOWeek(text: "2026-W53"))
        #expect(week.firstDay.text == "2026-12-28" && week.lastDay.text == "2027-01-03")
        #expect(week.adding(weeks: 1).text == "2027-W01")
        #expect(week.adding(weeks: -53).text == "2025-W52")
        #expect(week < week.adding(weeks: 1) && week.adding(weeks: -1) < week)
    }

    @Test(arguments: [
        "2026-W00", "2025-W53", "2026-W54", "2026-W7", "2026W07", "2026-07", "26-W07", "0000-W01",
        "9999-W01", "2026-W07 ", "", "2026-W077",
    ])
    func whatIsNoWeekIsRefused(text: String) {
        #expect(ISOWeek(text: text) == nil)
    }

    /// 400 years are 20,871 weeks, after which the calendar repeats.
    @Test func eachDayOfAnEraLiesInItsWeek() throws {
        let first = try #require(CivilDay(text: "2000-01-03")).daysSince1970
        var week = ISOWeek(of: CivilDay(daysSince1970: first))
        for number in 0..<20_871 {
            let monday = first + Int64(number) * 7
            #expect(week.firstDay.daysSince1970 == monday)
            #expect(week.lastDay.daysSince1970 == monday + 6)
            #expect(ISOWeek(of: week.lastDay) == week && ISOWeek(text: week.text) == week)
            week = week.adding(weeks: 1)
            #expect(week.firstDay.daysSince1970 == monday + 7)
        }
        #expect(week.text == "2400-W01")
    }
}
