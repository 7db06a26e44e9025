/// Why a service does not start until somebody has decided what is to be done. Its process stays,
/// serves nobody and waits for its end.
public struct RefusalToServe: Error, CustomStringConvertible, Sendable {
    /// What is wrong and what to do about it.
    public let description: String

    /// A refusal in these words.
    public init(_ description: String) { self.description = description }
}
