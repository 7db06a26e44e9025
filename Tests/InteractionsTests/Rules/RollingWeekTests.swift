import Contracts
import Testing

@testable import Interactions

@Suite("RollingWeek")
struct RollingWeekTests {
    // IL-11, T-13
    @Test
    func weekStartsSevenDaysAgoToTheMillisecond() throws {
        let now = try #require(Instant(text: "2026-03-10T12:00:00.123Z"))
        #expect(RollingWeek.start(before: now).text == "2026-03-03T12:00:00.123Z")
    }
}
