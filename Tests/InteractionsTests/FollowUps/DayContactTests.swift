import Contracts
import DataServiceKit
import Foundation
import Support
import Testing

@testable import Interactions

/// When contacts of which only the day is known wait for an answer: in the zone of the reader.
@Suite("queue: contacts without a time of day")
struct DayContactTests {
    private let clock: MovedClock
    private let harness: Harness

    init() throws {
        // In Auckland 7 o'clock on February 10, in New York 13 o'clock on February 9.
        clock = MovedClock(try #require(Instant(text: "2026-02-09T18:00:00Z")))
        harness = try Harness(clock: clock.clock, isFollowing: true)
    }

    @discardableResult
    private func log(
        _ direction: Direction, _ time: String, coach: CoachID? = Harness.coach
    ) throws -> Interaction {
        var form = Harness.form(.email, direction, at: clock.now)
        form.occurredAt = FormField(time)
        form.schoolID = FormField(coach == nil ? Harness.school.text : nil)
        form.coachID = FormField(coach?.text)
        return try harness.log(form, as: Harness.player)
    }

    private func queue(_ zone: String) throws -> [FollowUp] {
        try harness.call(ListFollowUps.self, .init(timeZone: zone), as: Harness.player).followUps
    }

    private func move(to text: String) throws {
        let target = try #require(Instant(text: text))
        clock.advance(.milliseconds(target.milliseconds - clock.now.milliseconds))
    }

    /// N-11, T-17: with a coach and without one, from the beginning of the day and not from noon
    /// UTC, and on that day everywhere.
    @Test(arguments: [Harness.coach, nil])
    func aDayIsThatOfTheReadersCalendar(coach: CoachID?) throws {
        try log(.inbound, "2026-02-10", coach: coach)
        let found = try #require(try queue("Pacific/Auckland").first)
        #expect(found.dueOn.text == "2026-02-10" && found.group == .today)
        #expect(found.daysSince == 0 && found.daysOverdue == 0)
        #expect(found.lastContactPrecision == .day)
        // It is tomorrow for whoever is in New York.
        #expect(try queue("America/New_York").isEmpty)
        try move(to: "2026-02-10T05:00:00Z")
        #expect(try queue("America/New_York").map(\.group) == [.today])
        // In Auckland noon UTC is the day after.
        try move(to: "2026-02-10T11:30:00Z")
        #expect(try queue("Pacific/Auckland").map(\.daysOverdue) == [1])
        #expect(try queue("America/New_York").map(\.daysOverdue) == [0])
    }

    /// A contact whose time is known and to come does not count, also before noon UTC.
    @Test(arguments: [Harness.coach, nil])
    func aPlannedContactDoesNotCountYet(coach: CoachID?) throws {
        try move(to: "2026-02-10T08:00:00Z")
        try log(.inbound, "2026-02-10T12:00:00Z", coach: coach)
        #expect(try queue("UTC").isEmpty)
        try log(.inbound, "2026-02-10", coach: coach)
        #expect(try queue("UTC").map(\.daysSince) == [0])
    }

    /// N-13: what was done about a day's contact before noon UTC stays done; one that is logged
    /// afterwards waits, and so does one of a later day.
    @Test(arguments: [Harness.coach, nil])
    func aDecisionHoldsForWhatWasLoggedBefore(coach: CoachID?) throws {
        try move(to: "2026-02-10T08:00:00Z")
        try log(.inbound, "2026-02-10", coach: coach)
        func finish() throws {
            let entry = try #require(try queue("UTC").first)
            _ = try harness.call(
                FinishFollowUp.self,
                FollowUpRequest(id: entry.entryID, version: nil, timeZone: "UTC"),
                as: Harness.player)
        }
        func waits() throws -> Bool { try queue("UTC").contains { $0.reason == .answer } }
        try finish()
        for time in ["2026-02-10T08:00:01Z", "2026-02-10T12:00:01Z", "2026-02-11T00:30:00Z"] {
            try move(to: time)
            #expect(try !waits(), "\(time)")
        }
        try log(.inbound, "2026-02-11", coach: coach)
        #expect(try waits())
        try finish()
        #expect(try !waits())
        clock.advance(.seconds(60))
        try log(.inbound, "2026-02-11", coach: coach)
        #expect(try waits())
    }
}
