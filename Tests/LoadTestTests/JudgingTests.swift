import Testing

@testable import LoadTest

@Suite("What a run says")
struct JudgingTests {
    /// A measurement of a second with these latencies and lags, in microseconds.
    private func measurement(latency: Int, lag: Int, busy: Double = 0.1) -> Measurement {
        var measurement = Measurement(operations: 1)
        for _ in 0..<100 {
            measurement.tallies[0].record(
                .ok, planned: 0, sent: 0, ended: Nanoseconds(latency) * 1_000)
            measurement.lag.record(lag)
        }
        measurement.seconds = 1
        measurement.busySeconds = [0.01, busy]
        return measurement
    }

    @Test
    func lagOfMoreThanATenthIsLate() {
        #expect(Validity.lateness(of: measurement(latency: 1_000, lag: 100)) == nil)
        let late = measurement(latency: 1_000, lag: 101)
        #expect(Validity.lateness(of: late)?.contains("lag at p99 is 101 µs") == true)
        #expect(Validity.problems(of: late).isEmpty)
    }

    @Test
    func busiestThreadMayUseThreeFifthsOfACore() {
        #expect(Validity.problems(of: measurement(latency: 100, lag: 1, busy: 0.6)).isEmpty)
        let problems = Validity.problems(of: measurement(latency: 100, lag: 1, busy: 0.61))
        #expect(problems.first?.contains("used 61.0 % of a core") == true)
    }

    @Test
    func oneUnsentRequestMakesARunInvalid() {
        var starved = measurement(latency: 100, lag: 1)
        starved.unsent = 1
        #expect(Validity.problems(of: starved) == ["1 planned requests were not sent"])
    }

    @Test
    func overloadOfEightTimesIsOneAndOfLessIsNot() {
        var late = measurement(latency: 100, lag: 5_000)
        late.unsent = 1_000
        let least = Validity.overloadFactorMin
        #expect(Validity.problems(ofOverload: late, offeredFactor: least).isEmpty)
        let problems = Validity.problems(ofOverload: late, offeredFactor: least - 0.1)
        #expect(problems == ["only 7.9 times what can be answered left, under 8 times"])
        let busy = measurement(latency: 100, lag: 1, busy: 0.61)
        #expect(Validity.problems(ofOverload: busy, offeredFactor: least).count == 1)
    }

    /// What left counts where it was planned, however late it was.
    @Test
    func offeredIsWhatLeftOfTheDisturbancesPlan() throws {
        var measurement = Measurement(operations: 1)
        for number in 0..<400 {
            let planned = Nanoseconds(number) * 10_000_000
            measurement.recordSent(planned: planned, sent: planned + 3_000_000_000, began: 0)
        }
        let seen = try disturbance(measurement.slices, from: 1, to: 3)
        #expect(seen.offeredPerSecond == 100)
    }

    /// The sample answers ten in each quarter of a second, long after its two seconds too.
    @Test
    func peakLeavesOutWhatAFullQueueGivesAfterwards() {
        var report = sampleReport(capacity: 1_000)
        #expect(report.phases[0].goodputPerSecond == 40)
        #expect(report.peakPerSecond == 40)
        report.phases[0].slices = []
        #expect(report.peakPerSecond == report.phases[0].donePerSecond)
    }

    @Test(arguments: [
        (0.0, 2_000_000), (19_999, 2_000_000), (20_000, 2_000_000), (40_000, 1_000_000),
        (80_000, 500_000), (80_001, 500_000), (1_000_000, 500_000),
    ])
    func groupsAreOfFortyWithinTheirLimits(perSecond: Double, nanoseconds: Int) {
        let segments = [10, perSecond, 5].map { Segment(perSecond: min($0, perSecond), seconds: 1) }
        #expect(Plan.tick(of: segments) == Nanoseconds(nanoseconds))
    }

    @Test
    func everyEndingHasItsColumn() {
        var tally = Tally()
        let endings: [Ending] = [.ok, .refused, .timeout, .wrong, .failed]
        for ending in endings {
            tally.record(ending, planned: 1_000_000, sent: 3_000_000, ended: 10_000_000)
        }
        #expect(tally.ok == 1)
        #expect(tally.refused == 1)
        #expect(tally.timeouts == 1)
        #expect(tally.wrong == 1)
        #expect(tally.failed == 1)
        #expect(tally.sent == 5)
        // Waited for: the right one, the wrong one, the one that never came; not the refused.
        #expect(tally.latency.count == 3)
        #expect(tally.latency.max == 9_000)
        #expect(tally.refusal.max == 7_000)
        #expect(tally.service.count == 2)
    }

    @Test
    func partsOfARunAddUp() {
        var one = Measurement(operations: 2)
        one.record(0, .ok, planned: 0, sent: 0, ended: 300_000_000, began: 0)
        var other = Measurement(operations: 2)
        other.record(1, .refused, planned: 0, sent: 0, ended: 600_000_000, began: 0)
        other.unsent = 3
        one.add(other)
        #expect(one.total.ok == 1)
        #expect(one.tallies[1].refused == 1)
        #expect(one.unsent == 3)
        #expect(one.slices.map(\.ok) == [0, 1, 0])
        #expect(one.slices.map(\.refused) == [0, 0, 1])
    }

    // MARK: Capacity

    @Test
    func searchEndsWhenMoreClientsBringNothing() {
        var search = CapacitySearch(clientsMax: 128)
        let rates = [1: 100.0, 2: 190, 4: 300, 8: 310, 16: 305, 32: 500]
        var tried: [Int] = []
        while let clients = search.next {
            tried.append(clients)
            search.add(.init(clients: clients, perSecond: rates[clients] ?? 0, p50: 0, p99: 0))
        }
        #expect(tried == [1, 2, 4, 8, 16])
        #expect(search.best?.clients == 8)
    }

    @Test
    func searchKeepsItsLimitOfClients() {
        var search = CapacitySearch(clientsMax: 4)
        var tried: [Int] = []
        while let clients = search.next {
            tried.append(clients)
            search.add(
                .init(clients: clients, perSecond: Double(clients * 100), p50: 0, p99: 0))
        }
        #expect(tried == [1, 2, 4])
    }

    // MARK: Disturbances

    private func slices(_ parts: [(count: Int, ok: Int, refused: Int, latency: Int)]) -> [Slice] {
        parts.flatMap { part in
            (0..<part.count).map { _ in
                var slice = Slice()
                slice.ok = part.ok
                slice.refused = part.refused
                for _ in 0..<part.ok { slice.latency.record(part.latency) }
                return slice
            }
        }
    }

    @Test
    func recoveryCountsFromTheEndOfTheDisturbance() throws {
        // Two seconds usual, four of overload, half a second slow, then usual.
        let seen = try disturbance(
            slices([(8, 10, 0, 1_000), (16, 8, 90, 50_000), (2, 10, 0, 20_000), (20, 10, 0, 1_200)]
            ),
            from: 2, to: 6)
        #expect(seen.goodputPerSecond == 32)
        #expect(seen.worstPerSecond == 32)
        #expect(seen.recoverySeconds == 0.5)
    }

    @Test(arguments: [(slow: 1, seconds: 0.25), (slow: 2, seconds: nil)])
    func recoveryAllowsSomeSlowSlices(_ slow: Int, _ seconds: Double?) throws {
        // Slow, then normal and slow slices by turns.
        let after =
            [(1, 10, 0, 20_000)]
            + (0..<5).flatMap { _ in [(1, 10, 0, 1_200), (slow, 10, 0, 20_000)] }
        let seen = try disturbance(
            slices([(8, 10, 0, 1_000), (4, 8, 90, 50_000)] + after), from: 2, to: 3)
        #expect(seen.recoverySeconds == seconds)
    }

    @Test
    func refusalsAfterTheDisturbanceAreNoRecovery() throws {
        let seen = try disturbance(
            slices([(8, 10, 0, 1_000), (4, 8, 90, 50_000), (20, 10, 1, 1_000)]), from: 2, to: 3)
        #expect(seen.recoverySeconds == nil)
    }

    @Test
    func worstSecondIsTold() throws {
        let seen = try disturbance(
            slices([(8, 10, 0, 1_000), (4, 10, 0, 1_000), (4, 1, 0, 1_000), (12, 10, 0, 1_000)]),
            from: 2, to: 4)
        #expect(seen.worstPerSecond == 4)
        #expect(seen.goodputPerSecond == 22)
    }

    /// Two pulses at each rate, between usual loads.
    @Test
    func goodputIsComparedWithTheFullRateBetweenThePulses() throws {
        let plan = Plan()
        let segments = plan.overload(peak: 120)
        let pulses = [Segment.Load](repeating: .full, count: 4).flatMap { [$0, .excess] }
        #expect(segments.map(\.load) == [.usual] + pulses + [.usual])
        #expect(segments.map(\.seconds).reduce(0, +) == 2 + 2 * plan.overloadSeconds + 6)
        #expect(segments[1].perSecond.rounded() == 132 && segments[2].perSecond == 1_200)
        let pair = [(4, 20, 0, 9_000), (4, 15, 90, 50_000)]
        let seen = try #require(
            Disturbance(
                slices([(8, 10, 0, 1_000)] + pair + pair + [(24, 10, 0, 1_000)]),
                [segments[0]] + segments[1...4] + [segments[9]]))
        #expect(seen.fullPerSecond == 80 && seen.goodputPerSecond == 60)
        #expect(seen.goodputShare(peak: 1) == 0.75)
        #expect(seen.recoverySeconds == 0)
    }

    @Test
    func aShortOverloadIsOnePulse() {
        var plan = Plan()
        plan.overloadSeconds = 0.3
        let segments = plan.overload(peak: 100)
        #expect(segments.map(\.seconds) == [2, 0.3, 0.3, 6])
    }

    @Test
    func withoutAFullRateGoodputIsComparedWithThePeak() throws {
        let seen = try disturbance(slices([(20, 10, 0, 1_000)]), from: 1, to: 2)
        #expect(seen.fullPerSecond == nil)
        #expect(seen.goodputShare(peak: 80) == 0.5)
        #expect(seen.goodputShare(peak: 0) == nil)
        #expect(Disturbance([], [Segment(perSecond: 1, seconds: 1)]) == nil)
    }

    @Test
    func emptyRunHasNoDisturbance() throws {
        let seen = try disturbance([], from: 2, to: 4)
        #expect(seen.goodputPerSecond == 0)
        #expect(seen.recoverySeconds == nil)
    }

    // MARK: Time spent

    @Test
    func timeSpentAddsUpToTheMean() throws {
        var tally = Tally()
        tally.record(.ok, planned: 0, sent: 100_000, ended: 1_000_000)
        tally.record(.ok, planned: 0, sent: 300_000, ended: 2_000_000)
        var before = CountedTimes()
        before.operations["a"] = .init(requests: 1, total: 50, queue: 5, work: 40)
        before.dispatched["s"] = 10
        before.waited["s"] = 7
        var after = CountedTimes()
        after.operations["a"] = .init(requests: 3, total: 1_050, queue: 105, work: 840)
        after.dispatched["s"] = 12
        after.waited["s"] = 8
        let spent = try #require(
            TimeSpent(tally, operation: "a", service: "s", counted: after.since(before)))
        #expect(spent.client == 200)
        #expect(spent.broker == 500)
        #expect(spent.service == 50)
        #expect(spent.database == 450)
        #expect(spent.way == 300)
        #expect(spent.total == 1_500)
    }
}
