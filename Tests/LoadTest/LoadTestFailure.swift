import CommandKit

/// The reason why a load test ends without a verdict.
struct LoadTestFailure: Error, CustomStringConvertible {
    /// The kind of failure; the raw value is the exit code.
    enum Kind: Int32, Sendable {
        /// An internal failure.
        case other = 1
        /// An invalid flag or file.
        case usage = 2
        /// The system under test does not answer.
        case away = 8
    }

    let kind: Kind
    let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
