import Base
import Foundation

/// Measures whether heavy analytics delays logging: the same few requests to interactions, first
/// alone, then together with more analytics than its service can answer.
extension Runner {
    /// Requests to interactions per second.
    static let loggingPerSecond = 50.0
    /// The load of analytics relative to its capacity.
    static let besideFactor = 4.0
    /// The length of each of the two runs, in seconds.
    static let loggingSeconds = 4.0

    func measureBulkheads(_ mixed: MixedScenario, capacity: Double) throws {
        let logging = generator(of: { try mixed.loggingSource(seed: $0) })
        let analytics = generator(of: { try mixed.analyticsSource(seed: $0) })
        let segment = Segment(
            perSecond: Runner.loggingPerSecond, seconds: Runner.loggingSeconds)
        try open("logging", [segment], with: logging)
        let heavy = Segment(
            perSecond: capacity * MixedScenario.analyticsShare * Runner.besideFactor,
            seconds: Runner.loggingSeconds + 1)
        let done = OneShot<Measurement?>()
        let pattern = plan.arrivals
        let seed = nextSeed()
        let thread = Thread {
            let tick = Plan.tick(of: [heavy])
            done.set(try? analytics.open(pattern, [heavy], seed: seed, tick: tick))
        }
        thread.start()
        try open("logging-beside-analytics", [segment], with: logging)
        guard let measurement = done.wait() else {
            throw LoadTestFailure(.other, "The analytics beside logging failed")
        }
        add("analytics-beside", [heavy], measurement, nil, isJudged: false)
    }
}
