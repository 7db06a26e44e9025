import Testing

@testable import LoadTest

@Suite("Arrivals and the open loop")
struct ArrivalsTests {
    private let second = Nanoseconds(1_000_000_000)

    @Test
    func constantArrivalsKeepTheirDistance() {
        var arrivals = Arrivals(.constant, perSecond: 1_000, from: 5 * second, seed: 1)
        let instants = (0..<10).map { _ in arrivals.next() }
        #expect(instants == (0..<10).map { 5 * second + UInt64($0) * 1_000_000 })
    }

    @Test
    func threadsOfAConstantPlanSendInTurn() {
        var all: [Nanoseconds] = []
        for thread in 0..<4 {
            var loop = OpenLoop(
                .constant, segments: [Segment(perSecond: 1_000, seconds: 1)], from: 0,
                thread: thread, of: 4, seed: 1)
            all += planned(&loop)
        }
        let sorted = all.sorted()
        #expect(sorted.count == 1_000)
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 == 1_000_000 })
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func poissonArrivalsHaveRateAndSpreadOfPoisson(seed: UInt64) {
        var arrivals = Arrivals(.poisson, perSecond: 1_000, from: 0, seed: seed)
        var perTenth = [Int](repeating: 0, count: 1_000)
        while true {
            let instant = arrivals.next()
            guard instant < 100 * second else { break }
            perTenth[Int(instant / 100_000_000)] += 1
        }
        let mean = Double(perTenth.reduce(0, +)) / 1_000
        let variance =
            perTenth.map { (Double($0) - mean) * (Double($0) - mean) }.reduce(0, +) / 1_000
        // Mean and variance of a count of Poisson's are the same: 100 here.
        #expect(abs(mean - 100) < 1.5)
        #expect(abs(variance - 100) < 20)
    }

    @Test
    func planRepeatsWithItsSeedOnly() {
        func instants(_ seed: UInt64) -> [Nanoseconds] {
            var arrivals = Arrivals(.poisson, perSecond: 100, from: 0, seed: seed)
            return (0..<50).map { _ in arrivals.next() }
        }
        #expect(instants(7) == instants(7))
        #expect(instants(7) != instants(8))
    }

    @Test
    func loopSendsWhatIsDueWhateverBecameOfTheOthers() {
        var loop = OpenLoop(
            .constant, segments: [Segment(perSecond: 10, seconds: 1)], from: second, seed: 1)
        #expect(loop.step(at: 0, inFlight: 0) == .wait(until: second))
        #expect(loop.step(at: second, inFlight: 0) == .send(planned: second))
        // Half a second late: everything that was planned meanwhile keeps its instant.
        let late = second + second / 2
        var sent: [Nanoseconds] = []
        while case .send(let planned) = loop.step(at: late, inFlight: 5) { sent.append(planned) }
        #expect(sent == (1...5).map { second + UInt64($0) * 100_000_000 })
    }

    @Test
    func whatIsNotSentIsCounted() {
        var loop = OpenLoop(
            .constant, segments: [Segment(perSecond: 10, seconds: 1)], from: 0, seed: 1)
        let most = OpenLoop.inFlightMax
        #expect(loop.step(at: 0, inFlight: most - 1) == .send(planned: 0))
        #expect(loop.step(at: second / 10, inFlight: most) == .unsent)
        // A generator that wakes up after the end sends nothing of what is left.
        let tooLate = second + OpenLoop.grace + 1
        for _ in 0..<8 { #expect(loop.step(at: tooLate, inFlight: 0) == .unsent) }
        #expect(loop.step(at: tooLate, inFlight: 0) == .over)
    }

    @Test
    func segmentsFollowOneAnother() {
        var loop = OpenLoop(
            .constant,
            segments: [
                Segment(perSecond: 10, seconds: 1), Segment(perSecond: 100, seconds: 1),
                Segment(perSecond: 10, seconds: 1),
            ], from: 0, seed: 1)
        let all = planned(&loop)
        let counts = (0..<3).map { part in
            all.count { $0 / second == UInt64(part) }
        }
        #expect(counts == [10, 100, 10])
    }

    private func planned(_ loop: inout OpenLoop) -> [Nanoseconds] {
        var all: [Nanoseconds] = []
        var now: Nanoseconds = 0
        while true {
            switch loop.step(at: now, inFlight: 0) {
            case .send(let planned): all.append(planned)
            case .wait(let instant): now = instant
            case .unsent, .over: return all
            }
        }
    }
}
