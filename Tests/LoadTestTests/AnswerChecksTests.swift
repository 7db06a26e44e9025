import Dispatch
import Testing

@testable import LoadTest

@Suite("Answers that are compared with the model")
struct AnswerChecksTests {
    private func answer(
        _ bytes: [UInt8] = [1], operation: Int = 0, _ expectation: @escaping LoadTest.Expectation
    ) -> AnswerChecks.Answer {
        AnswerChecks.Answer(
            operation: operation, expectation: expectation, bytes: bytes, planned: 1_000_000,
            sent: 2_000_000, ended: 5_000_000, began: 0)
    }

    @Test func comparedAnswersAreCountedWhenTheyCame() {
        let checks = AnswerChecks(operations: 2)
        let isSeven: LoadTest.Expectation = { $0 == [7] ? nil : "not seven" }
        #expect(checks.take(answer([7], operation: 1, isSeven)))
        #expect(checks.take(answer([8], operation: 1, isSeven)))
        let measurement = checks.finish()
        #expect(measurement.tallies[0] == Tally())
        let tally = measurement.tallies[1]
        #expect((tally.ok, tally.wrong, tally.checked) == (1, 1, 2))
        // From the planned send, not from when it was compared.
        #expect(tally.latency.max == 4_000)
        #expect(measurement.findings == ["not seven"])
        #expect(measurement.slices.map(\.ok) == [1])
        #expect(measurement.slices.map(\.other) == [1])
    }

    @Test func answersWaitUpToTheLimit() {
        let checks = AnswerChecks(operations: 1)
        let isRight: LoadTest.Expectation = { _ in nil }
        let (entered, opened) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        #expect(
            checks.take(
                answer { _ in
                    entered.signal()
                    opened.wait()
                    return nil
                }))
        entered.wait()
        for _ in 0..<AnswerChecks.waitingMax { #expect(checks.take(answer([1], isRight))) }
        #expect(!checks.take(answer([1], isRight)))
        opened.signal()
        #expect(checks.finish().tallies[0].checked == AnswerChecks.waitingMax + 1)
    }
}
