import Testing

@testable import Contracts

@Suite struct FetchChangesTests {
    private func refused(_ after: Int64, _ limit: Int, _ wait: Int) -> [String] {
        let json = "{\"after_seq\":\(after),\"limit\":\(limit),\"wait_ms\":\(wait)}"
        return refusedFields(FetchChanges.self, json).keys.sorted()
    }

    @Test func numbersAtTheirLimitsAreTakenAndOnePastIsNot() {
        #expect(refused(0, 1, 0) == [])
        #expect(refused(.max, FetchChanges.rowsMax, FetchChanges.waitMillisecondsMax) == [])
        #expect(refused(-1, 0, -1) == ["after_seq", "limit", "wait_ms"])
        #expect(refused(0, FetchChanges.rowsMax + 1, 0) == ["limit"])
        #expect(refused(0, 1, FetchChanges.waitMillisecondsMax + 1) == ["wait_ms"])
        #expect(FetchChanges.rowsMax == 500)
        #expect(FetchChanges.waitMillisecondsMax == 30_000)
    }
}
