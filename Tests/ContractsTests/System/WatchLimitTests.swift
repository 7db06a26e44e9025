import Testing

@testable import Contracts

@Suite struct WatchLimitTests {
    @Test func aWaitAtTheLimitIsTakenAndOnePastIsNot() {
        func refused(_ wait: Int) -> [String] {
            let json = "{\"wait_ms\":\(wait)}"
            let fields = refusedFields(WatchNotifications.self, json).keys.sorted()
            #expect(refusedFields(WatchChanges.self, json).keys.sorted() == fields)
            return fields
        }
        #expect(refused(0) == [])
        #expect(refused(WatchLimit.millisecondsMax) == [])
        #expect(refused(WatchLimit.millisecondsMax + 1) == ["wait_ms"])
        #expect(refused(-1) == ["wait_ms"])
        #expect(WatchLimit.millisecondsMax == 25_000)
        #expect(WatchLimit.budget > .milliseconds(WatchLimit.millisecondsMax))
    }
}
