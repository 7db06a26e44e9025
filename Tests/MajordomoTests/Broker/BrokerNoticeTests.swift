import Testing
import ZeroMQ

@testable import Majordomo

/// Refusals are counted, and told rarely.
struct BrokerNoticeTests {
    private func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(milliseconds: milliseconds)
    }

    @Test func whatIsNewIsToldAtMostEvery10Seconds() {
        var notices = BrokerNotices(now: time(0))
        var figures = ServerFigures()
        func notice(_ refused: UInt64, at now: Int64) -> BrokerNotice? {
            notices.notice(
                of: figures, refusedRegistrations: refused, lastRefused: "s", at: time(now))
        }
        #expect(notice(0, at: 0) == nil)
        figures.peersRefused = 2
        #expect(notice(0, at: 5) == BrokerNotice(peersRefused: 2))
        figures.peersRefused = 9
        figures.connectionsCut = 1
        #expect(notice(3, at: 10_004) == nil)
        let second = BrokerNotice(
            peersRefused: 7, connectionsCut: 1, registrationsRefused: 3, refusedService: "s")
        #expect(notice(3, at: 10_005) == second)
        #expect(notice(3, at: 99_999) == nil)
    }
}
