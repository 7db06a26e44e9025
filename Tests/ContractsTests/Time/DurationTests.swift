import Testing

@testable import Contracts

@Suite struct DurationTests {
    @Test func wholeMillisecondsAreCutAndHeldWithinTheRange() {
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
        #expect(Duration.microseconds(-1_999).wholeMilliseconds == -1)
        #expect(Duration.seconds(Int64.max / 1_000).wholeMilliseconds == Int64.max / 1_000 * 1_000)
        #expect(Duration.seconds(Int64.max / 1_000 + 1).wholeMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    }
}
