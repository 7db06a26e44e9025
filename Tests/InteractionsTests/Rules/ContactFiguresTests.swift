import Contracts
import Foundation
import Testing

@testable import Interactions

@Suite struct ContactFiguresTests {
    private let today = CivilDay(year: 2026, month: 2, day: 10) ?? CivilDay(daysSince1970: 0)

    private func contact(
        _ direction: Direction, daysAgo: Int, _ interest: InterestLevel? = nil
    ) -> LoggedContact {
        let day = CivilDay(daysSince1970: today.daysSince1970 - Int64(daysAgo))
        return LoggedContact(
            at: WallClock.instant(of: day, at: .midnight, in: .gmt), direction: direction,
            interest: interest)
    }

    private func figures(_ contacts: [LoggedContact]) -> TimelineFigures {
        TimelineFigures(contacts, on: today, in: .gmt)
    }

    // N-44
    @Test func quietBeginsAtTwiceTheUsualCadence() {
        #expect(TimelineLimit.quietDays == 42)
        let days = TimelineLimit.quietDays
        #expect(figures([contact(.inbound, daysAgo: days - 1)]).quietDays == nil)
        #expect(figures([contact(.inbound, daysAgo: days)]).quietDays == days)
        // Who never was in touch has not gone quiet, and our own contacts break no silence.
        #expect(figures([contact(.outbound, daysAgo: days)]).quietDays == nil)
        #expect(
            figures([contact(.outbound, daysAgo: 1), contact(.inbound, daysAgo: days + 1)])
                .quietDays == days + 1)
        #expect(figures([]).quietDays == nil)
    }

    // N-43
    @Test func monthsAreTwelveWithTheCurrentOne() {
        // 2026-02-10 is 346 days after 2025-03-01.
        let found = figures([
            contact(.outbound, daysAgo: 0), contact(.inbound, daysAgo: 346),
            contact(.inbound, daysAgo: 347),
        ])
        #expect(found.months.count == TimelineLimit.months)
        #expect(found.months.first?.month.text == "2025-03-01")
        #expect(found.months.first?.inbound == 1)
        #expect(found.months.last?.month.text == "2026-02-01")
        #expect(found.months.last?.outbound == 1)
        #expect(found.outbound == 1 && found.inbound == 1)
    }

    // N-43
    @Test func theFrequencyRefersToThirtyDays() {
        let days = TimelineLimit.frequencyDays
        let two = [contact(.outbound, daysAgo: 0), contact(.outbound, daysAgo: 3)]
        #expect(figures(two).frequency == 2)
        #expect(figures(two + [contact(.inbound, daysAgo: days - 1)]).frequency == 3)
        // 3 contacts in 31 days.
        #expect(figures(two + [contact(.inbound, daysAgo: days)]).frequency == 2.9)
        // 2 contacts in the 347 days from the first month on.
        #expect(figures(two + [contact(.inbound, daysAgo: 400)]).frequency == 0.2)
        #expect(figures([]).frequency == 0)
    }

    // N-44
    @Test func theLastTwoCalibrationsGiveTheTrend() {
        let found = figures([
            contact(.outbound, daysAgo: 1), contact(.inbound, daysAgo: 2, .low),
            contact(.inbound, daysAgo: 3), contact(.inbound, daysAgo: 4, .high),
            contact(.inbound, daysAgo: 5, .notSet),
        ])
        #expect(found.interest == .low && found.interestBefore == .high)
        #expect(found.trend == .falling)
        #expect(figures([contact(.inbound, daysAgo: 1, .notSet)]).interest == .notSet)
    }
}
