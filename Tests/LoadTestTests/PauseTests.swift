import Testing

@testable import LoadTest

/// What a pause of the service must look like, without any clock: the loop, a service that stands
/// still once, and the tally.
@Suite("A pause of the service")
struct PauseTests {
    private let second = Nanoseconds(1_000_000_000)

    /// Serves one request in 100 µs, and nothing between two instants.
    private struct PausingService {
        let pause: Range<Nanoseconds>
        var free: Nanoseconds = 0

        mutating func answer(_ sent: Nanoseconds) -> Nanoseconds {
            var begin = max(free, sent)
            if pause.contains(begin) { begin = pause.upperBound }
            free = begin + 100_000
            return free
        }
    }

    private func tally(_ pattern: ArrivalPattern, pause: Double) -> Tally {
        var loop = OpenLoop(
            pattern, segments: [Segment(perSecond: 1_000, seconds: 10)], from: 0, seed: 11)
        let from = 5 * second
        var service = PausingService(pause: from..<(from + Nanoseconds(seconds: pause)))
        var tally = Tally()
        var now: Nanoseconds = 0
        while true {
            switch loop.step(at: now, inFlight: 0) {
            case .send(let planned):
                tally.record(.ok, planned: planned, sent: now, ended: service.answer(now))
            case .wait(let instant): now = instant
            case .unsent, .over: return tally
            }
        }
    }

    @Test(arguments: ArrivalPattern.allCases)
    func openPercentilesShowAllWhoWaited(pattern: ArrivalPattern) {
        let tally = tally(pattern, pause: 0.5)
        let expected = PauseExpectation(pause: 0.5, run: 10)
        // Whoever came during the pause adds 50 ms to the backlog that follows it.
        for percentile in [96.0, 97, 98, 99, 99.5, 99.9] {
            let seen = Double(tally.latency.percentile(percentile))
            let computed = expected.microseconds(at: percentile)
            #expect(abs(seen - computed) <= 75_000, "p\(percentile): \(seen), not \(computed)")
        }
        #expect(tally.latency.percentile(50) < 1_000)
    }

    @Test
    func expectationIsZeroWhereThePauseDoesNotReach() {
        let expected = PauseExpectation(pause: 0.5, run: 5)
        #expect(expected.microseconds(at: 50) == 0)
        #expect(abs(expected.microseconds(at: 95) - 250_000) < 1)
        #expect(abs(expected.microseconds(at: 99) - 450_000) < 1)
        #expect(abs(expected.microseconds(at: 100) - 500_000) < 1)
    }

    /// A closed client would have waited once, and said that one of ten thousand was slow.
    @Test
    func latencyFromTheRealSendWouldHideIt() {
        var tally = Tally()
        // One caller who sends after each answer: the pause delays one request only.
        var service = PausingService(pause: second..<(second + second / 2))
        var now: Nanoseconds = 0
        while now < 10 * second {
            let ended = service.answer(now)
            tally.record(.ok, planned: now, sent: now, ended: ended)
            now = ended
        }
        #expect(tally.latency.percentile(99.9) < 1_000)
        #expect(tally.latency.max >= 500_000)
    }
}
