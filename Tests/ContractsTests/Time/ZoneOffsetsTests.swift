import Contracts
import Foundation
import Support
import Testing

@Suite struct ZoneOffsetsTests {
    static let zones = [
        "GMT", "America/New_York", "Pacific/Auckland", "Pacific/Apia", "America/Nuuk",
        "Africa/Casablanca", "Asia/Kathmandu", "Antarctica/Troll", "America/Sao_Paulo",
    ]
    /// 1 January 1971 and 2046, in seconds since 1970.
    static let years: ClosedRange<Int64> = 31_536_000...2_398_377_600

    /// T-17: whatever was asked before, also about instants beside a change.
    @Test(arguments: zones) func theyAreThoseOfTheZone(_ identifier: String) throws {
        let zone = try #require(TimeZone(identifier: identifier))
        var random = SeededNumbers(seed: 623)
        var offsets = ZoneOffsets(zone)
        var seconds = Self.years.upperBound
        while Self.years.contains(seconds) {
            var asked = [seconds]
            let day = Date(timeIntervalSince1970: Double(seconds))
            if let change = zone.nextDaylightSavingTimeTransition(after: day) {
                let second = Int64(change.timeIntervalSince1970)
                asked += [second, second - 1, second + 1]
            }
            for second in asked {
                let instant = Instant(milliseconds: second * 1_000 + 999)
                let moment = offsets.moment(at: instant)
                #expect(moment == WallClock.moment(of: instant, in: zone), "\(instant)")
            }
            seconds -= Int64.random(in: 0...3_456_000, using: &random)
        }
    }

    @Test func instantsBefore1970AreRoundedDown() {
        var offsets = ZoneOffsets(.gmt)
        let moment = offsets.moment(at: Instant(milliseconds: -1))
        #expect(moment.day == CivilDay(text: "1969-12-31"))
        #expect(moment.time == LocalTime(hour: 23, minute: 59))
    }
}
