/// The percentiles to expect when a service is paused once during an open run: requests that arrive
/// during the pause wait for the rest of it.
struct PauseExpectation: Sendable, Equatable, Codable {
    /// In seconds.
    var pause: Double
    var run: Double

    /// The latency in microseconds that the pause alone causes at this percentile (0 to 100); 0 if
    /// it has no effect there.
    func microseconds(at percentile: Double) -> Double {
        let longer = (100 - percentile) / 100 * run
        return max(0, pause - longer) * 1_000_000
    }
}
