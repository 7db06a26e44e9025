import Glibc

/// How fast the machine is at one moment: the time that the same work takes, between benchmarks.
struct MachineMark {
    private static let rounds = 5
    private static let steps = 30_000_000
    /// The most by which the marks of a run that is judged may differ, and by which the wall clock
    /// may exceed the processor's time.
    static let factorMax = 4.0 / 3

    /// The wall-clock time of the work in seconds.
    let seconds: Double
    /// How much longer that is than the processor's time: 1 on a machine with nothing else to do.
    let waiting: Double

    /// Does the work; takes a fifth of a second or so.
    static func take() -> MachineMark {
        var times: [Double] = []
        var waiting: [Double] = []
        for _ in 0..<rounds {
            let (began, beganWorking) = (ContinuousClock.now, processorSeconds())
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for step in 0..<UInt64(steps) { hash = (hash ^ step) &* 0x0000_0100_0000_01B3 }
            // The optimizer must not see that nobody needs the result.
            precondition(hash != 0)
            let time = (ContinuousClock.now - began) / .seconds(1)
            times.append(time)
            waiting.append(time / (processorSeconds() - beganWorking))
        }
        return MachineMark(seconds: median(times), waiting: median(waiting))
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
