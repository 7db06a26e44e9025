/// A part of a process that lives as long as the process: it is started, and stopped in order.
public protocol Component: Sendable {
    /// What it is called in the log.
    var name: String { get }
    /// Begins its work; returns once it is under way. Throws if it cannot.
    func start() throws
    /// Whether it is ready to serve; waited for after all components have started.
    var isReady: Bool { get }
    /// Ends its work and waits for it, until the deadline at the latest.
    func stop(by deadline: ContinuousClock.Instant)
}

extension Component {
    /// Most components are ready as soon as they have started.
    public var isReady: Bool { true }
}
