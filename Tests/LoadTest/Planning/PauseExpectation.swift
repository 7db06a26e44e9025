/// What percentiles must show when a service stands still once during an open run: whoever comes
/// while it stands waits for the rest of the pause.
struct PauseExpectation: Sendable, Equatable, Codable {
    /// The pause and the whole run, in seconds.
    var pause: Double
    var run: Double

    /// The latency in microseconds that the pause alone gives this percentile (0 to 100); 0 where
    /// it does not reach.
    func microseconds(at percentile: Double) -> Double {
        let longer = (100 - percentile) / 100 * run
        return max(0, pause - longer) * 1_000_000
    }
}
