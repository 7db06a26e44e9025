import Testing

@testable import Contracts

@Suite struct DayRangeTests {
    // EV-04, EV-48, T-16
    @Test(arguments: [
        ("2026-04-15", nil, "Apr 15, 2026"), ("2026-04-15", "2026-04-15", "Apr 15, 2026"),
        ("2026-04-15", "2026-04-16", "Apr 15 - 16, 2026"),
        ("2026-04-30", "2026-05-02", "Apr 30 - May 2, 2026"),
        ("2026-12-30", "2027-01-02", "Dec 30, 2026 - Jan 2, 2027"),
        ("2026-01-01", "2026-12-31", "Jan 1 - Dec 31, 2026"),
        ("2025-04-15", "2026-04-15", "Apr 15, 2025 - Apr 15, 2026"),
    ])
    func rangesReadAsOne(start: String, end: String?, text: String) throws {
        let first = try #require(CivilDay(text: start))
        #expect(DayRange.text(first, end.flatMap { CivilDay(text: $0) }) == text)
    }

    @Test func everyMonthHasItsName() {
        let names = (1...12).compactMap { CivilDay(year: 2026, month: $0, day: 1)?.monthName }
        #expect(
            names == [
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
            ])
    }
}
