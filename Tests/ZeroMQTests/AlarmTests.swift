import Glibc
import Testing

@testable import ZeroMQ

@Suite struct AlarmTests {
    private func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    @Test func aWaitEndsAtTheTimeThatWasSetAndNotBefore() throws {
        let alarm = try Alarm()
        let poller = Poller()
        poller.add(descriptor: alarm.descriptor, for: .readable)
        let time = now() + 300_000
        alarm.set(nanoseconds: time)
        #expect(try poller.wait(milliseconds: 5_000) == 1)
        #expect(now() >= time)
    }

    @Test func anAlarmThatIsForgottenEndsNothing() throws {
        let alarm = try Alarm()
        let poller = Poller()
        poller.add(descriptor: alarm.descriptor, for: .readable)
        alarm.set(nanoseconds: 1)
        #expect(try poller.wait(milliseconds: 5_000) == 1)
        alarm.set(nanoseconds: 0)
        #expect(try poller.wait(milliseconds: 0) == 0)
    }
}
