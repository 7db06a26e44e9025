/// Why a service does not start until somebody decides what to do. Its process stays alive, serves
/// nobody and waits for a termination signal.
public struct RefusalToServe: Error, CustomStringConvertible, Sendable {
    /// The cause and the remedy.
    public let description: String

    public init(_ description: String) { self.description = description }
}
