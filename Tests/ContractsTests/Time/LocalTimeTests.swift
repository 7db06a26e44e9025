import Testing

@testable import Contracts

@Suite struct LocalTimeTests {
    @Test(arguments: [
        ("00:00", "12:00 AM"), ("09:05", "9:05 AM"), ("12:00", "12:00 PM"),
        ("23:59", "11:59 PM"),
    ])
    func timesReadBackAndHaveALabel(text: String, label: String) throws {
        let time = try #require(LocalTime(text: text))
        #expect(time.text == text && time.label == label)
        #expect(try JSONCoding.encode([time]) == Array("[\"\(text)\"]".utf8))
    }

    @Test(arguments: [
        "", "9:00", "24:00", "12:60", "12:00:00", "12.00", " 12:00", "１2:00", "-1:00",
    ])
    func otherTextsAreNoTimes(text: String) {
        #expect(LocalTime(text: text) == nil)
    }

    @Test func timesAreOrdered() throws {
        let early = try #require(LocalTime(hour: 8, minute: 59))
        #expect(early < LocalTime.noon && LocalTime.noon.minutesOfDay == 720)
    }
}

/// A day and a time stand together in one text.
@Suite struct MomentLabelTests {
    @Test(arguments: [
        ("2026-04-05", "Apr 5, 2026, 9:05 AM"), ("2026-12-31", "Dec 31, 2026, 9:05 AM"),
        ("0007-01-01", "Jan 1, 7, 9:05 AM"),
    ])
    func itIsTheDayAndThenTheTime(text: String, label: String) throws {
        let day = try #require(CivilDay(text: text))
        let time = try #require(LocalTime(hour: 9, minute: 5))
        #expect(day.label(at: time) == label)
        #expect(day.label(at: time) == "\(day.label), \(time.label)")
    }
}

// T-17: a day is a day; it has no zone and no time.
@Suite struct CivilDayTextTests {
    @Test(arguments: ["2026-04-15", "0001-01-01", "9999-12-31", "2024-02-29"])
    func daysReadBack(text: String) throws {
        let day = try #require(CivilDay(text: text))
        #expect(day.text == text)
        let json = try JSONCoding.encode([day])
        #expect(json == Array("[\"\(text)\"]".utf8))
        #expect(try JSONCoding.decodeResponse([CivilDay].self, from: json) == [day])
    }

    @Test(arguments: [
        "", "2026-2-03", "2026-02-30", "2026-13-01", "0000-01-01", "2026-04-15T00:00:00Z",
        "15.04.2026", "2026/04/15", "2026-04-15 ", "２026-04-15",
    ])
    func otherTextsAreNoDays(text: String) {
        #expect(CivilDay(text: text) == nil)
        #expect(throws: ServiceError.self) {
            try JSONCoding.decodeResponse([CivilDay].self, from: Array("[\"\(text)\"]".utf8))
        }
    }

    @Test func daysAreCountedAcrossMonthsAndYears() throws {
        let day = try #require(CivilDay(text: "2024-02-28"))
        #expect(day.adding(days: 1)?.text == "2024-02-29")
        #expect(day.adding(days: 2)?.text == "2024-03-01")
        #expect(day.adding(days: -59)?.text == "2023-12-31")
        let last = try #require(CivilDay(text: "9999-12-31"))
        #expect(last.adding(days: 1) == nil && last.adding(days: .max) == nil)
        #expect(CivilDay(text: "0001-01-01")?.adding(days: -1) == nil)
    }

    @Test func theOrderOfTextsIsThatOfDays() {
        let days = (Int64(-800)...800).map { CivilDay(daysSince1970: $0 * 37) }
        #expect(days.sorted() == days)
        #expect(days.map(\.text).sorted() == days.map(\.text))
    }
}
