import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// The time by which a service removes moves only with time that passed, and a time of day
/// that jumps is noticed.
@Suite struct HousekeepingClockTests {
    private static let start = Instant(milliseconds: 1_770_724_800_000)
    private static let month = Duration.seconds(31 * 86_400)

    private let folder: TemporaryFolder
    private let clock = MovedClock(Self.start)

    init() throws { folder = try TemporaryFolder() }

    private func service() throws -> ThingService {
        try ThingService(folder: folder.url.path, clock: clock.clock)
    }

    /// The housekeeping time since the beginning.
    private func passed(_ service: ThingService) -> Duration {
        let now = service.data.housekeeping.now()
        return .milliseconds(now.milliseconds - Self.start.milliseconds)
    }

    @Test func itGoesOnWithTheMachineWhateverTheTimeOfDaySays() throws {
        let service = try service()
        #expect(passed(service) == .zero)
        for jump in [Self.month, .zero - Self.month * 20, .milliseconds(1)] {
            clock.jump(jump)
            service.data.housekeeping.look()
        }
        #expect(passed(service) == .zero)
        clock.advance(.seconds(5))
        #expect(passed(service) == .seconds(5))
    }

    @Test func timeInWhichTheServiceWasAwayCountsAndThatOfAMachineThatWasOffDoesNot() throws {
        var service = try service()
        clock.advance(.seconds(60))
        service.close()
        clock.advance(Self.month)
        service = try self.service()
        #expect(passed(service) == .seconds(60) + Self.month)
        #expect(service.data.housekeeping.isSettled)
        service.close()
        // Off for a month: the time of day is later, and that is no jump.
        clock.jump(Self.month)
        clock.restartMachine()
        service = try self.service()
        #expect(passed(service) == .seconds(60) + Self.month)
        #expect(service.data.housekeeping.isSettled)
        service.close()
        // A battery that is empty: the machine begins years ago, and is set right.
        clock.jump(.zero - Self.month * 50)
        clock.restartMachine()
        service = try self.service()
        #expect(!service.data.housekeeping.isSettled)
        clock.jump(Self.month * 50)
        service.data.housekeeping.look()
        #expect(service.data.housekeeping.isSettled)
        #expect(passed(service) == .seconds(60) + Self.month)
    }

    @Test(arguments: [1, -1])
    func aJumpIsOneOfTenSeconds(direction: Int) throws {
        let service = try service()
        let housekeeping = service.data.housekeeping
        clock.jump((HousekeepingClock.jumpMin - .milliseconds(1)) * direction)
        housekeeping.look()
        #expect(housekeeping.isSettled && housekeeping.gauges["clock.jumps"] == 0)
        clock.jump(HousekeepingClock.jumpMin * direction)
        housekeeping.look()
        #expect(!housekeeping.isSettled)
        #expect(housekeeping.gauges["clock.ahead_s"] == Int64(10 * direction))
        #expect(housekeeping.gauges["clock.jumps"] == 1)
        #expect(housekeeping.gauges["clock.settles_in_s"] == 86_400)
    }

    @Test func aJumpIsSettledByItsCorrectionOrAfterADayWithoutAnother() throws {
        let service = try service()
        let housekeeping = service.data.housekeeping
        clock.jump(Self.month)
        #expect(housekeeping.gauges["clock.ahead_s"] == 2_678_400)
        clock.advance(.seconds(3))
        clock.jump(.zero - Self.month)
        #expect(housekeeping.gauges["clock.ahead_s"] == 0 && housekeeping.isSettled)
        clock.jump(Self.month)
        housekeeping.look()
        clock.advance(HousekeepingClock.settledAfter - .milliseconds(1))
        // A second one begins the day anew.
        clock.jump(Self.month)
        housekeeping.look()
        clock.advance(HousekeepingClock.settledAfter - .milliseconds(1))
        #expect(housekeeping.gauges["clock.settles_in_s"] == 1 && !housekeeping.isSettled)
        clock.advance(.milliseconds(1))
        #expect(housekeeping.gauges["clock.settles_in_s"] == 0 && housekeeping.isSettled)
    }

    @Test func aJumpIsRememberedAndOneWhileAwayIsNoticed() throws {
        var service = try service()
        clock.jump(Self.month)
        service.data.housekeeping.look()
        service.close()
        service = try self.service()
        #expect(!service.data.housekeeping.isSettled)
        #expect(service.data.housekeeping.gauges["clock.ahead_s"] == 2_678_400)
        service.close()
        clock.advance(.seconds(100))
        clock.jump(.zero - Self.month)
        service = try self.service()
        #expect(service.data.housekeeping.isSettled)
    }

    @Test func anOlderHomeBeginsAtItsLastChange() throws {
        let first = try service()
        try first.add("a")
        try first.data.database.write { try $0.execute("DELETE FROM housekeeping") }
        let feed = first.data.feed
        clock.jump(Self.month)
        let housekeeping = try HousekeepingClock(
            first.data.database, clock: clock.clock, logger: first.data.logger)
        #expect(housekeeping.now() == Self.start)
        #expect(feed.head == 1)
    }

    // MARK: COMPASS_NOW

    /// Opens the service with a fixed time of day.
    private func service(fixedAt now: Instant) throws -> ThingService {
        try ThingService(folder: folder.url.path, clock: clock.clock(fixedAt: now))
    }

    private func expectNoJump(
        _ service: ThingService, _ location: SourceLocation = #_sourceLocation
    ) {
        let gauges = service.data.housekeeping.gauges
        for name in ["clock.ahead_s", "clock.settles_in_s", "clock.jumps"] {
            #expect(gauges[name] == 0, "\(name)", sourceLocation: location)
        }
    }

    /// A home that never had another clock: its time goes on with the machine's, and no time of day
    /// is compared with another.
    @Test func aFixedTimeOfDayIsNoJumpAndNeitherIsItsEnd() throws {
        for now in [Self.start, Self.start.advanced(by: Self.month), Self.start] {
            let service = try self.service(fixedAt: now)
            expectNoJump(service)
            #expect(service.data.housekeeping.isSettled)
            clock.advance(.seconds(60))
            service.data.housekeeping.look()
            expectNoJump(service)
            service.close()
        }
        clock.jump(Self.month * 10)
        let service = try self.service()
        expectNoJump(service)
        #expect(service.data.housekeeping.isSettled)
        #expect(passed(service) == .seconds(180))
        // From now on the machine's time of day is known.
        clock.jump(HousekeepingClock.jumpMin)
        service.data.housekeeping.look()
        #expect(!service.data.housekeeping.isSettled)
    }

    @Test(arguments: [-1, 1])
    func aRunWithAFixedTimeOfDayLeavesNoWarning(direction: Int) throws {
        var service = try service()
        service.close()
        clock.advance(.seconds(60))
        service = try self.service(fixedAt: Self.start.advanced(by: Self.month * direction))
        expectNoJump(service)
        // Nothing is removed meanwhile: this time of day is not to be trusted.
        #expect(!service.data.housekeeping.isSettled)
        clock.advance(HousekeepingClock.settledAfter)
        service.data.housekeeping.look()
        #expect(!service.data.housekeeping.isSettled)
        #expect(passed(service) == .seconds(60) + HousekeepingClock.settledAfter)
        service.close()
        clock.advance(.seconds(60))
        service = try self.service()
        expectNoJump(service)
        #expect(service.data.housekeeping.isSettled)
        #expect(passed(service) == .seconds(120) + HousekeepingClock.settledAfter)
    }

    /// What the machine's clock did meanwhile is noticed afterwards.
    @Test func aJumpDuringARunWithAFixedTimeOfDayIsNoticed() throws {
        var service = try service()
        service.close()
        service = try self.service(fixedAt: Self.start)
        clock.jump(Self.month)
        service.close()
        service = try self.service()
        #expect(!service.data.housekeeping.isSettled)
        #expect(service.data.housekeeping.gauges["clock.ahead_s"] == 2_678_400)
    }

    /// An earlier version took a fixed time of day for a jump, and stored it.
    @Test func theWarningOfAnEarlierVersionEnds() throws {
        let service = try service()
        try service.data.database.write { transaction in
            try service.data.housekeeping.save(in: transaction)
            try transaction.execute(
                """
                UPDATE housekeeping SET is_fixed = 1, ahead_ms = -1000000,
                    settles_at = time + 86400000
                """)
        }
        let housekeeping = try HousekeepingClock(
            service.data.database, clock: clock.clock, logger: service.data.logger)
        #expect(housekeeping.isSettled && housekeeping.gauges["clock.ahead_s"] == 0)
    }

    @Test func theFileIsToldEveryTenMinutesAndAtTheEnd() throws {
        let service = try service()
        func kept() throws -> Instant? {
            try service.data.database.write { transaction in
                try service.data.housekeeping.keep(in: transaction)
                return try transaction.first("SELECT time FROM housekeeping") { try $0.instant(0) }
            }
        }
        #expect(try kept() == Self.start)
        clock.advance(HousekeepingClock.keptInterval - .milliseconds(1))
        service.data.housekeeping.look()
        #expect(try kept() == Self.start)
        clock.advance(.milliseconds(1))
        service.data.housekeeping.look()
        #expect(try kept() == Self.start.advanced(by: HousekeepingClock.keptInterval))
    }
}
