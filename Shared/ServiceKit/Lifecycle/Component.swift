/// A part of a process with the lifetime of the process. Components start and stop in order.
public protocol Component: Sendable {
    /// The name in the log.
    var name: String { get }
    /// Starts the component and returns once it runs. Throws if it cannot start.
    func start() throws
    /// Whether the component is ready to serve; checked after all components have started.
    var isReady: Bool { get }
    /// Stops the component and waits for it, until the deadline at the latest.
    func stop(by deadline: ContinuousClock.Instant)
}

extension Component {
    /// True by default: most components are ready once they have started.
    public var isReady: Bool { true }
}
